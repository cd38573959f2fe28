/* relations.c: what a Relations card does to the porters at the quays, and what is told about it.
   Which ways it may be played is decided in cards.c; what follows, ships that leave, in rules.c. */
#include "games/comptoir/state.h"

/* --- what a card does ------------------------------------------------------------------------ */

/* As many of n porters as there are and as there is room (C-4, C-40). */
static void place(Comptoir *s, int seat, int quay, int n) {
    Ship *ship = &s->ship[quay];
    if (!ship_open(ship, seat)) return; /* C-27 */
    int room = ship_room(ship);
    if (n > room) n = room;
    if (n > s->home[seat]) n = s->home[seat];
    ship->porters[seat] = (uint8_t)(ship->porters[seat] + n);
    s->home[seat] = (uint8_t)(s->home[seat] - n);
}

static void shift(Comptoir *s, int seat, int from, int to, int n) {
    s->ship[from].porters[seat] = (uint8_t)(s->ship[from].porters[seat] - n);
    s->ship[to].porters[seat] = (uint8_t)(s->ship[to].porters[seat] + n);
}

void comptoir_lay(Comptoir *s, int seat, Move m) {
    const Relation *relation = &comptoir_relations[m.item[PLAY_CARD]];
    int from = m.item[PLAY_FROM] - 1, to = m.item[PLAY_TO] - 1, other = m.item[PLAY_OTHER] - 1;
    switch ((Favour)relation->favour) {
    case FAVOUR_NONE: break;
    case FAVOUR_MOVE:
        if (from >= 0) shift(s, seat, from, to, m.item[PLAY_MOVED]);
        break;
    case FAVOUR_SWAP:
        if (from < 0) break;
        shift(s, seat, from, to, 1);
        shift(s, other, to, from, 1);
        break;
    case FAVOUR_SEND:
        if (other < 0) break;
        s->ship[m.item[PLAY_QUAY] - 1].porters[other]--;
        s->home[other]++;
        break;
    }
    for (int i = PLAY_QUAY; i < PLAY_ITEMS && m.item[i]; i++)
        place(s, seat, m.item[i] - 1, relation->each);
}

/* --- telling --------------------------------------------------------------------------------- */

static const char *const quay_numbers[QUAYS] = {"1", "2", "3", "4"};

/* The optional effect of a card that was used. */
static void tell_favour(News *news, int seat, Move m) {
    int from = m.item[PLAY_FROM], to = m.item[PLAY_TO], other = m.item[PLAY_OTHER] - 1;
    switch ((Favour)comptoir_relations[m.item[PLAY_CARD]].favour) {
    case FAVOUR_NONE: return;
    case FAVOUR_MOVE:
        tell_item(
            tell_m(tell(news, "move", seat, m.item[PLAY_MOVED],
                        N_("You move {n} {n?porter|porters} from quay {items} to quay {m}."),
                        N_("{seat} moves {n} {n?porter|porters} from quay {items} to quay {m}.")),
                   to),
            quay_numbers[from - 1]);
        return;
    case FAVOUR_SWAP:
        tell_other(
            tell_m(
                tell(news, "swap", seat, from,
                     N_("You exchange a porter at quay {n} with one of {other} at quay {m}."),
                     N_("{seat} exchanges a porter at quay {n} with one of {other} at quay {m}.")),
                to),
            other, N_("{seat} exchanges a porter at quay {n} with one of yours at quay {m}."));
        return;
    case FAVOUR_SEND:
        tell_other(tell(news, "send", seat, m.item[PLAY_QUAY],
                        N_("You send a porter of {other} home from quay {n}."),
                        N_("{seat} sends a porter of {other} home from quay {n}.")),
                   other, N_("{seat} sends a porter of yours home from quay {n}."));
        return;
    }
}

/* One sentence for a card that places porters on one ship and no more, else one for each thing it
   does. */
void comptoir_tell_play(News *news, int seat, Move m, int placed) {
    const char *name = comptoir_relations[m.item[PLAY_CARD]].name;
    bool favour = m.item[PLAY_FROM] || m.item[PLAY_OTHER];
    if (!favour && !placed) {
        tell_item(tell(news, "play", seat, 0, N_("You play the {items}, in vain."),
                       N_("{seat} plays the {items}, in vain.")),
                  name);
        return;
    }
    if (!favour && !m.item[PLAY_QUAY + 1]) {
        tell_item(tell_m(tell(news, "play", seat, placed,
                              N_("You play the {items}: {n} {n?porter|porters} at quay {m}."),
                              N_("{seat} plays the {items}: {n} {n?porter|porters} at quay {m}.")),
                         m.item[PLAY_QUAY]),
                  name);
        return;
    }
    tell_item(
        tell(news, "play", seat, 0, N_("You play the {items}."), N_("{seat} plays the {items}.")),
        name);
    if (favour) tell_favour(news, seat, m);
    if (!placed) return;
    bool several = m.item[PLAY_QUAY + 1];
    Event *event = tell(news, "place", seat, placed,
                        several ? N_("You place {n} {n?porter|porters} at quays {items}.")
                                : N_("You place {n} {n?porter|porters} at quay {items}."),
                        several ? N_("{seat} places {n} {n?porter|porters} at quays {items}.")
                                : N_("{seat} places {n} {n?porter|porters} at quay {items}."));
    for (int i = PLAY_QUAY; i < PLAY_ITEMS && m.item[i]; i++)
        tell_item(event, quay_numbers[m.item[i] - 1]);
}
