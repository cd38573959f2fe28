/* reason.c: what speaks for a move of Comptoir des Antilles, in words: who is paid when a ship
   leaves, who pays the commission, whose place is taken. Everything lies open but the goods in
   others' hands, which are not read. */
#include "games/comptoir/state.h"

enum { HUNDREDTHS = 100 };

/* Who has most to gain from a ship, `seat` aside, and how much; -1: nobody. */
static int best_paid(const Comptoir *s, const Ship *ship, int seat, int *most) {
    int wages[PLAYERS_MAX], who = -1;
    comptoir_wages(ship, wages);
    *most = 0;
    for (int other = 0; other < s->players; other++) {
        if (other == seat || wages[other] <= *most) continue;
        *most = wages[other];
        who = other;
    }
    return who;
}

static int wages_of(const Ship *ship, int seat) {
    int wages[PLAYERS_MAX];
    comptoir_wages(ship, wages);
    return wages[seat];
}

/* The ships a card fills: what they pay, and who pays the commission. */
static void reason_filled(const Comptoir *s, const Comptoir *after, unsigned full, int seat,
                          const Relation *card, News *news) {
    int mine = 0, rival = -1, theirs = 0, cost = card->commission * quays_in(full);
    unsigned slate = 0;
    for (int q = 0; q < QUAYS; q++) {
        if (!(full >> q & 1)) continue;
        const Ship *ship = &after->ship[q];
        int most, who = best_paid(s, ship, seat, &most);
        mine += wages_of(ship, seat);
        slate |= comptoir_slateable(s, ship, seat);
        if (most <= theirs) continue;
        theirs = most;
        rival = who;
    }
    because(news, seat, mine, -1, NULL,
            mine ? N_("A ship leaves and pays you {n}.") : N_("A ship leaves without paying you."))
        ->kind = "earn";
    if (slate && !s->used && cost)
        because(news, seat, cost, __builtin_ctz(slate), NULL,
                N_("With the slate you can leave the commission of {n} to {other}."));
    else if (cost)
        because(news, seat, cost, -1, NULL, N_("It costs a commission of {n}."))->kind =
            "commission";
    if (rival >= 0 && theirs > mine)
        because(news, seat, theirs, rival, NULL, N_("But it pays {other} {n}."));
}

/* Where the porters of a card go when no ship leaves: the ship that then promises most. */
static void reason_placed(const Comptoir *s, const Comptoir *after, int seat, News *news) {
    int best = 0, where = -1;
    for (int q = 0; q < QUAYS; q++) {
        int more = wages_of(&after->ship[q], seat) - wages_of(&s->ship[q], seat);
        if (more <= best) continue;
        best = more;
        where = q;
    }
    if (where >= 0)
        tell_m(because(news, seat, best, -1, NULL,
                       N_("{n} more for you when the ship at quay {m} leaves.")),
               where + 1);
    if (where >= 0 && ship_room(&after->ship[where]) == 1)
        because(news, seat, 0, -1, NULL, N_("One place is left: another may fill it and pay."));
}

static void play_reason(const Comptoir *s, int seat, Move m, News *news) {
    const Relation *card = &comptoir_relations[m.item[PLAY_CARD]];
    Comptoir after = *s;
    comptoir_lay(&after, seat, m);
    unsigned full = comptoir_full(&after) & ~comptoir_full(s);
    if (full)
        reason_filled(s, &after, full, seat, card, news);
    else
        reason_placed(s, &after, seat, news);
    if (m.item[PLAY_OTHER])
        because(news, seat, 0, m.item[PLAY_OTHER] - 1, NULL,
                card->favour == FAVOUR_SEND ? N_("It sends a porter of {other} home.")
                                            : N_("It takes a place from {other}."));
    if (!full && card->commission > 1)
        because(news, seat, card->commission, -1, NULL,
                N_("No ship leaves, so its commission of {n} is not due."));
}

static void put_reason(const Comptoir *s, int seat, int event, int quay, News *news) {
    const Ship *ship = &s->ship[quay];
    Ship marked = *ship;
    marked.event = (uint8_t)event;
    marked.poser = (uint8_t)seat;
    int most, rival = best_paid(s, ship, seat, &most),
              more = wages_of(&marked, seat) - wages_of(ship, seat);
    bool gone = event == STORM || event == DAMAGE || event == FIRE;
    if (event == CLAIM)
        because(news, seat, ship->size, -1, NULL,
                N_("You gain {n}, and each of the others loses as much."));
    else if (event == SHORTAGE)
        because(news, seat, wages_of(ship, seat), -1, NULL,
                N_("The ship leaves at once and pays you {n}, without a commission."));
    else if (!gone && more > 0)
        because(news, seat, more, -1, NULL, N_("It adds {n} to what the ship will pay you."));
    if (rival >= 0 && (gone || event == PIRATES))
        because(news, seat, most, rival, NULL, N_("{other} loses what the ship promised: {n}."));
    else if (rival >= 0 && event == POOR_QUALITY)
        because(news, seat, ship->porters[rival], rival, NULL, N_("It costs {other} {n}."));
    else if (rival >= 0 && event == MUTINY)
        because(news, seat, 0, rival, NULL, N_("{other} must take a porter off."));
    else if (event == EXCLUSIVITY)
        because(news, seat, ship_room(ship), -1, NULL,
                N_("Its {n} free {n?place is|places are} yours alone."));
}

/* Whether a tile can be played against somebody. */
static bool harms(int event) {
    return event != TOP_QUALITY && event != SHORTAGE;
}

/* Whether the tile on auction does more for one of the others. */
static bool wanted_more(const Comptoir *s, int seat) {
    int mine = comptoir_tile_worth(s, seat, s->tile);
    for (int other = 0; other < s->players; other++)
        if (other != seat && comptoir_tile_worth(s, other, s->tile) > mine) return true;
    return false;
}

/* What the tile on auction is worth to him. An estimate that speaks against the bid is no reason
 * for it. */
static void bid_reason(const Comptoir *s, int seat, int bid, News *news) {
    int worth = comptoir_tile_worth(s, seat, s->tile) / HUNDREDTHS;
    const char *other = harms(s->tile) ? N_("In another’s hands it may turn against you: {items}.")
                        : wanted_more(s, seat)
                            ? N_("Another would gain more by it: {items}.")
                            : N_("It is more than the tile is worth to you: {items}.");
    if (worth >= bid)
        because(news, seat, worth, -1, comptoir_event_names[s->tile],
                N_("To you it is worth about {n}: {items}."));
    else if (s->leader == NOBODY)
        because(news, seat, 0, -1, NULL, N_("You must open."));
    else
        because(news, seat, 0, -1, comptoir_event_names[s->tile], other);
}

static void pass_reason(const Comptoir *s, int seat, News *news) {
    int worth = comptoir_tile_worth(s, seat, s->tile) / HUNDREDTHS;
    if (worth > 0)
        because(news, seat, worth, -1, comptoir_event_names[s->tile],
                N_("To you it is worth about {n}: {items}."));
    else
        because(news, seat, 0, -1, NULL, N_("You have no use for it in time."));
}

/* Dear goods help whoever comes next. */
static void load_reason(const Comptoir *s, int seat, Move m, News *news) {
    int least = GOODS;
    for (int good = GOODS - 1; good >= 0; good--)
        if (goods_of(s->hand[seat], good)) least = good;
    if (m.item[1] == least)
        because(news, seat, 0, -1, NULL,
                N_("The others come to it before you: give the cheapest."));
    else
        because(news, seat, comptoir_primes[m.item[1]], -1, NULL,
                N_("Its porters would earn {n} each, the others’ too."));
}

void comptoir_reason(const void *state, int seat, Move m, News *news) {
    const Comptoir *s = state;
    switch ((Verb)m.verb) {
    case VERB_PLAY: play_reason(s, seat, m, news); break;
    case VERB_AUCTION:
        because(news, seat, comptoir_events_left(s), -1, NULL,
                N_("You open at 1, and {n} {n?tile is|tiles are} still to come."));
        break;
    case VERB_BID: bid_reason(s, seat, m.item[0], news); break;
    case VERB_PASS: pass_reason(s, seat, news); break;
    case VERB_PUT: put_reason(s, seat, m.item[0], m.item[1], news); break;
    case VERB_SAIL:
        because(news, seat, wages_of(&s->ship[m.item[0]], seat), -1, NULL, N_("It pays you {n}."));
        break;
    case VERB_SLATE:
        because(news, seat, comptoir_relations[s->card].commission, m.item[0], NULL,
                s->ending
                    ? N_("{other} pays the commission of {n} for you.")
                    : N_("{other} pays the commission of {n} for you, but begins the next round."));
        break;
    case VERB_PAY:
        because(news, seat, comptoir_relations[s->card].commission, -1, NULL,
                N_("It costs {n}, and the slate stays yours."));
        break;
    case VERB_LOAD: load_reason(s, seat, m, news); break;
    case VERB_END:
        if (!s->ending && s->held[seat])
            because(news, seat, 0, -1, NULL, N_("Your events are worth more later."));
        break;
    case VERB_FIRST:
    case VERB_SHIP:
    case VERB_GOODS:
    case VERB_DRAW:
    case VERB_EVENT:
    case VERBS: break;
    }
}
