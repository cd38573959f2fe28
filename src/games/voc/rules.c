/* rules.c: how a game of VOC! goes from year to year: set-up, whose turn, new orders, the score.
   Rulings are cited by their number, V1 to V53. Sailing is in sail.c, investments in invest.c, the
   sales in deals.c and sales.c; what may be played is decided in moves.c. */
#include "games/voc/state.h"

#include <assert.h>
#include <string.h>

/* --- small questions -------------------------------------------------------------------------- */

bool voc_in(const Voc *s, int seat) {
    return seat < s->players && !(s->out >> seat & 1);
}

int voc_left_of(const Voc *s, int seat) {
    do
        seat = (seat + 1) % s->players;
    while (!voc_in(s, seat));
    return seat;
}

int voc_money(const Voc *s, int seat) {
    return (s->advanced ? START_MONEY : 0) + s->earned[seat] + s->dealt[seat] - s->fined[seat] -
           s->penalty[seat];
}

int voc_amsterdam(const Voc *s) {
    int sum = 0;
    for (int card = 0; card < CONTRACTS; card++)
        if (s->amsterdam >> card & 1) sum += voc_contracts[card].value;
    return sum;
}

int voc_first_year(const Voc *s) {
    return !s->advanced && s->until < YEARS ? LATE : 0;
}

int voc_pile(const Voc *s) {
    return CONTRACTS - s->drawn + !s->founded;
}

int voc_captain(const Voc *s, int ship) {
    for (int slot = 0; slot < HALF; slot++)
        if (s->ship[ship].crew[slot] != NOBODY) return s->ship[ship].crew[slot];
    return NOBODY;
}

/* Men of a seat (NOBODY: of all) in the half that begins at `slot`. */
static int men_in(const Ship *ship, int slot, int seat) {
    int n = 0;
    for (int i = slot; i < slot + HALF; i++)
        n += seat == NOBODY ? ship->crew[i] != NOBODY : ship->crew[i] == seat;
    return n;
}

int voc_sailors(const Voc *s, int ship, int seat) {
    return men_in(&s->ship[ship], 0, seat);
}

int voc_merchants(const Voc *s, int ship, int seat) {
    return men_in(&s->ship[ship], HALF, seat);
}

Hold voc_home_goods(const Voc *s, int seat) {
    return s->landed[seat] + s->stored[seat];
}

Hold voc_tradable(const Voc *s, int seat) {
    return s->all_goods ? voc_home_goods(s, seat) : s->landed[seat]; /* V28 */
}

bool voc_able(const Voc *s, int seat, int card, int side) {
    return voc_in(s, seat) && side < voc_sides(card) &&
           count_has(wares_of(voc_home_goods(s, seat)), voc_contracts[card].need[side]); /* V33 */
}

bool voc_in_row(const Voc *s, int card) {
    for (int i = 0; i < s->rows; i++)
        if (s->row[i] == card) return true;
    return false;
}

/* --- whose turn ------------------------------------------------------------------------------- */

static Turn deals_turn(const Voc *s) {
    Turn turn = 0;
    for (int seat = 0; seat < s->players; seat++) {
        if (!voc_in(s, seat)) continue;
        if (!(s->scene.deals.done >> seat & 1)) turn |= 1u << seat;
        if (s->scene.deals.to[seat] != NOBODY) turn |= 1u << s->scene.deals.to[seat];
    }
    return turn;
}

/* With orders the ship waits for its shipmates' words; a pen waits for nobody (V16). */
static Turn voyage_turn(const Voc *s) {
    const Voyage *v = &s->scene.voyage;
    if (v->pending) return 1u << CHANCE;
    if (v->mode == MODE_PEN) return (1u << s->acting) | v->owed;
    return v->owed ? v->owed : 1u << s->acting;
}

Turn voc_turn(const void *state) {
    const Voc *s = state;
    switch ((Phase)s->phase) {
    case PHASE_FIRST:
    case PHASE_ORDERS:
    case PHASE_LANDFALL: return 1u << CHANCE;
    case PHASE_INVEST:
    case PHASE_SAIL:
    case PHASE_TRADE:
    case PHASE_CONTRACT: return 1u << s->acting;
    case PHASE_VOYAGE: return voyage_turn(s);
    case PHASE_DEALS: return deals_turn(s);
    case PHASE_DELIVER:
    case PHASE_STORE: return s->owing;
    case PHASE_OVER: return 0;
    }
    return 0;
}

static Reason ask_deals(const Voc *s, int seat) {
    for (int from = 0; from < s->players; from++)
        if (s->scene.deals.to[from] == seat)
            return ASKED(N_("You have an offer: accept or refuse it."));
    return ASKED(N_("Offer a deal, or say that you are done."));
}

static Reason ask_contract(const Voc *s, int seat) {
    const Auction *a = &s->scene.auction;
    if (a->hushing) return ASKED(N_("Promise a rival a sum for passing, or wait for the others."));
    if (a->leader == NOBODY) return ASKED(N_("Claim this contract at its value or less, or pass."));
    if (a->hush[seat])
        return ASKED(N_("Pass for {n} {n?daalder|daalders}, claim lower, or just pass."),
                     a->hush[seat]);
    return ASKED(N_("Claim this contract for less than {n}, or pass."), a->price);
}

Reason voc_ask(const void *state, int seat) {
    const Voc *s = state;
    if (!turn_has(voc_turn(s), seat)) return ALLOWED;
    switch ((Phase)s->phase) {
    case PHASE_INVEST:
        return s->actions < s->players - __builtin_popcount(s->out)
                   ? ASKED(N_("First action: outfit a ship, sign a contract, recall "
                              "your men or pass."))
                   : ASKED(N_("Second action: outfit a ship, sign a contract, "
                              "recall your men or pass."));
    case PHASE_SAIL: return ASKED(N_("You are captain: set sail, or stay."));
    case PHASE_VOYAGE:
        if (seat != s->acting) return ASKED(N_("Call a word to the captain, or keep quiet."));
        return ASKED(N_("You sail blind. Stop when you think you are there."));
    case PHASE_TRADE: return ASKED(N_("Your merchant may take a good here, or wait."));
    case PHASE_DEALS: return ask_deals(s, seat);
    case PHASE_CONTRACT: return ask_contract(s, seat);
    case PHASE_DELIVER:
        return ASKED(N_("Deliver a contract you signed, or say that you are done."));
    case PHASE_STORE: return ASKED(N_("Choose at most two goods to keep."));
    case PHASE_FIRST:
    case PHASE_ORDERS:
    case PHASE_LANDFALL:
    case PHASE_OVER: break;
    }
    return ALLOWED;
}

/* --- the end ---------------------------------------------------------------------------------- */

static int richest(const Voc *s) {
    int most = -1;
    for (int seat = 0; seat < s->players; seat++)
        if (voc_in(s, seat) && voc_money(s, seat) > most) most = voc_money(s, seat);
    return most;
}

void voc_end(Voc *s, News *news) {
    s->phase = PHASE_OVER;
    s->acting = NOBODY;
    s->owing = s->draws = 0;
    memset(&s->scene, 0, sizeof s->scene);
    int city = voc_amsterdam(s), most = richest(s);
    const char *told = N_("The VOC is founded. The richest has {n} {n?daalder|daalders}, "
                          "Amsterdam {m}.");
    if (most < 0)
        told = N_("Nobody is left to found the VOC: everyone has lost.");
    else if (city > most) /* V36: only with strictly more */
        told = N_("Amsterdam wins, {m} {m?daalder|daalders} to {n}. Everyone has lost.");
    tell_m(tell(news, "over", -1, most < 0 ? 0 : most, told, told), city);
}

/* --- new orders ------------------------------------------------------------------------------- */

static void to_amsterdam(Voc *s, int at, News *news) {
    int card = s->row[at];
    s->amsterdam |= 1u << card;
    memmove(&s->row[at], &s->row[at + 1], (size_t)(s->rows - at - 1));
    s->row[--s->rows] = 0;
    Event *event = tell(news, "amsterdam", -1, voc_amsterdam(s),
                        N_("A contract goes to Amsterdam, which now has {n}: {items}."),
                        N_("A contract goes to Amsterdam, which now has {n}: {items}."));
    tell_item(event, voc_cards[card]);
}

static void invest_or_refit(Voc *s, News *news) {
    if (voc_convoy(s->year)) voc_scurvy(s, news); /* V5: the first year does not come here */
    if (s->advanced) {
        voc_begin_invest(s);
        return;
    }
    voc_refit(s, news);
    voc_begin_sailing(s, 0, news);
}

static void begin_year(Voc *s, News *news) {
    Event *event =
        tell(news, "year", -1, FIRST_YEAR + s->year, N_("The year {n}"), N_("The year {n}"));
    tell_m(event, voc_convoy(s->year));
    if (s->year == s->until) { /* V48; in a whole basic game the VOC card comes before */
        voc_end(s, news);
        return;
    }
    s->draws = s->advanced ? (voc_convoy(s->year) ? 3 : 0) : 1;
    if (!s->draws) {
        invest_or_refit(s, news);
        return;
    }
    for (int at = 0; s->advanced && at < s->rows;) {
        if (s->signer[s->row[at]] == NOBODY)
            to_amsterdam(s, at, news);
        else
            at++;
    }
    s->phase = PHASE_ORDERS;
    s->acting = NOBODY;
}

void voc_new_year(Voc *s, News *news) {
    s->year++;
    s->acting = NOBODY;
    s->owing = 0;
    memset(&s->scene, 0, sizeof s->scene);
    s->first = (uint8_t)voc_left_of(s, s->first); /* V31 */
    for (int ship = 0; ship < SHIPS; ship++)
        s->ship[ship].flags &= (uint8_t)~FITTED;
    begin_year(s, news);
}

static void turn_over(Voc *s, int card, News *news) {
    s->pile &= ~(1u << card);
    s->drawn++;
    s->draws--;
    s->row[s->rows++] = (uint8_t)card;
    Event *event =
        tell(news, "contract", -1, voc_contracts[card].value,
             N_("New contract: {items}, worth {n}."), N_("New contract: {items}, worth {n}."));
    tell_item(event, voc_cards[card]);
    if (!s->advanced && s->rows == ROW_LIMIT) to_amsterdam(s, 0, news); /* V4 */
    if (s->draws) return;
    if (s->year == voc_first_year(s)) {
        tell(news, "year", -1, FIRST_YEAR + s->year, N_("The year {n}"), N_("The year {n}"));
        if (s->advanced)
            voc_begin_invest(s);
        else
            voc_begin_sailing(s, 0, news); /* V6: manned at the set-up */
        return;
    }
    invest_or_refit(s, news);
}

/* --- start ------------------------------------------------------------------------------------ */

Reason voc_start(void *state, int players, const uint8_t *options) {
    Voc *s = state;
    if (players < 3 || players > SEATS) return REFUSED(N_("VOC! is played by 3 to 5."));
    if (players == 3 && !options[0])
        return REFUSED(N_("The basic game is for 4 or 5; three play the advanced game.")); /* V1 */
    int first = options[3] && !options[0] ? LATE : 0; /* six contracts have come by then */
    *s = (Voc){.pile = (1u << CONTRACTS) - 1,
               .players = (uint8_t)players,
               .advanced = options[0],
               .all_goods = options[1],
               .clock = options[2],
               .phase = options[0] ? PHASE_FIRST : PHASE_ORDERS,
               .year = (uint8_t)first,
               .until = (uint8_t)(options[3] ? first + FEW_YEARS : YEARS),
               .draws = (uint8_t)(3 + first),
               .acting = NOBODY,
               .first = (uint8_t)(options[0] ? NOBODY : first % players)};
    for (int port = 0; port < PORTS; port++)
        s->ports += voc_ports[port].tokens * count_one(port);
    memset(s->signer, NOBODY, sizeof s->signer);
    memset(s->due, NO_YEAR, sizeof s->due);
    for (int seat = 0; seat < players; seat++)
        s->men[seat] = !s->advanced && players == 5 ? MEN_OF_FIVE : MEN;
    for (int ship = 0; ship < SHIPS; ship++) {
        memset(s->ship[ship].crew, NOBODY, SLOTS);
        memset(s->ship[ship].cargo, NOTHING, HALF);
    }
    if (s->advanced) return ALLOWED;
    voc_refit(s, NULL);
    for (int ship = 0; ship < SHIPS; ship++)
        s->ship[ship].flags = 0; /* V6 */
    return ALLOWED;
}

/* --- moves ------------------------------------------------------------------------------------ */

void voc_apply(void *state, int seat, Move m, News *news) {
    Voc *s = state;
    if (news && seat != CHANCE && s->phase == PHASE_VOYAGE) news->reveals = true; /* said is said */
    switch ((Verb)m.verb) {
    case VERB_FIRST:
        s->first = m.item[0];
        s->phase = PHASE_ORDERS;
        tell(news, "first", s->first, 0, N_("You are the burgemeester."),
             N_("{seat} is the burgemeester."));
        return;
    case VERB_CONTRACT: turn_over(s, m.item[0], news); return;
    case VERB_VOC:
        s->founded = 1;
        tell(news, "voc", -1, 0, N_("The VOC card is turned over."),
             N_("The VOC card is turned over."));
        voc_end(s, news);
        return;
    case VERB_OUTFIT:
    case VERB_SIGN:
    case VERB_TAKEOVER:
    case VERB_TIGHTEN:
    case VERB_RECALL: voc_invest(s, seat, m, news); return;
    case VERB_PASS:
        if (s->phase == PHASE_INVEST)
            voc_invest(s, seat, m, news);
        else
            voc_sale(s, seat, m, news);
        return;
    case VERB_DRIFT:
    case VERB_LANDFALL:
    case VERB_STAY:
    case VERB_SAIL:
    case VERB_ORDER:
    case VERB_PEN:
    case VERB_STOP:
    case VERB_SAY:
    case VERB_QUIET:
    case VERB_MUTE:
    case VERB_CHAT:
    case VERB_TAKE:
    case VERB_SKIP: voc_sail(s, seat, m, news); return;
    case VERB_OFFER:
    case VERB_ACCEPT:
    case VERB_REFUSE:
    case VERB_WITHDRAW:
    case VERB_DONE:
    case VERB_CLAIM:
    case VERB_HUSH:
    case VERB_WAIT:
    case VERB_DELIVER:
    case VERB_KEEP: voc_sale(s, seat, m, news); return;
    case VERBS: break;
    }
    assert(false && "a verb of VOC!");
}

/* --- score ------------------------------------------------------------------------------------ */

void voc_score(const void *state, Score *out) {
    const Voc *s = state;
    for (int seat = 0; seat < s->players; seat++) {
        out[seat] = (Score){.points = voc_money(s, seat), .tie = voc_in(s, seat)};
        int parts[] = {s->advanced ? START_MONEY : 0, s->earned[seat], s->dealt[seat],
                       -s->fined[seat], -s->penalty[seat]};
        memcpy(out[seat].parts, parts, sizeof parts);
    }
    score_rank(out, s->players);
    if (voc_amsterdam(s) <= richest(s)) return;
    for (int seat = 0; seat < s->players; seat++)
        out[seat].rank++; /* Amsterdam comes first: nobody wins */
}
