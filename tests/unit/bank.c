/* bank.c: what must add up in VOC!, counted anew after every move of games played well and badly:
   28 tokens, everyone's men, 19 cards, and daalders that come from the bank and go back to it, as
   the news tells; and daalders that players promise each other. The engine's own audit, which
   random games of every kind run against, is shown broken states to see that it notices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "core/notation.h"
#include "games/voc/state.h"

typedef struct Books {
    int purse[SEATS]; /* by the news alone */
    int discarded;    /* contracts delivered or overdue */
    int delivered, paid, dealt, lost;
} Books;

/* --- one game --------------------------------------------------------------------------------- */

/* What makes most sense to a seat, now and then anything. */
static Move next_move(const Voc *s, int seat, Rng *rng) {
    static Move list[MOVES_MAX + IDEAS_MAX];
    if (seat == CHANCE) return voc_sample(s, rng);
    Voc seen = *s;
    voc_hide(&seen, seat);
    int n = voc_moves(&seen, seat, list), best = 0, most = 0;
    if (rng_below(rng, 12) == 0) return list[rng_below(rng, (uint32_t)n)];
    n += voc_ideas(&seen, seat, list + n);
    for (int i = 0; i < n; i++) {
        int worth = voc_sense(&seen, seat, list[i]);
        if (i && worth <= most) continue;
        best = i;
        most = worth;
    }
    return list[best];
}

static bool is(const Event *event, const char *kind) {
    return strcmp(event->kind, kind) == 0;
}

/* Enters the news of a move in the books. */
static void enter_news(Books *b, const News *news) {
    for (int i = 0; i < news->count; i++) {
        const Event *e = &news->event[i];
        if (is(e, "deliver")) b->purse[e->seat] += e->n, b->discarded++, b->delivered++;
        if (is(e, "penalty")) b->purse[e->seat] -= e->n, b->discarded++, b->paid++;
        if (is(e, "word") || is(e, "chat")) b->purse[e->seat] -= e->n, b->paid += e->n > 0;
        if (is(e, "deal") || is(e, "paid")) {
            b->purse[e->seat] += e->n;
            b->purse[e->other] -= e->n;
            b->dealt++;
        }
        if (is(e, "broke")) assert_int_equal(b->purse[e->seat], 0);
        if (is(e, "wreck")) b->lost++;
    }
}

static void tokens_add_up(const Voc *s) {
    for (int port = 0; port < PORTS; port++) {
        int tokens = count_of(s->ports, port);
        for (int seat = 0; seat < s->players; seat++)
            tokens += count_of(s->landed[seat], port) + count_of(s->stored[seat], port);
        for (int ship = 0; ship < SHIPS; ship++)
            for (int i = 0; i < HALF; i++)
                tokens += s->ship[ship].cargo[i] == port;
        assert_int_equal(tokens, voc_ports[port].good == GOOD_PEPPER ? 1 : 4);
    }
}

static void men_add_up(const Voc *s) {
    int each = !s->advanced && s->players == 5 ? 8 : 10;
    for (int seat = 0; seat < s->players; seat++) {
        int men = s->men[seat];
        for (int i = 0; i < SHIPS * SLOTS; i++)
            men += s->ship[i / SLOTS].crew[i % SLOTS] == seat;
        for (int i = 0; i < s->rows; i++)
            men += s->signer[s->row[i]] == seat;
        assert_int_equal(men, s->out >> seat & 1 ? 0 : each);
    }
}

static void cards_add_up(const Voc *s, const Books *b) {
    int cards = voc_pile(s) + s->founded + s->rows + b->discarded;
    assert_int_equal(cards + __builtin_popcount(s->amsterdam), 19);
}

static void play(int players, const uint8_t *options, uint64_t seed, Books *b) {
    static News news;
    Rng rng = rng_seed(seed);
    Voc s;
    assert_null(voc_start(&s, players, options).text);
    for (int seat = 0; seat < players; seat++)
        b->purse[seat] = options[0] ? 10 : 0;
    b->discarded = 0;
    while (voc_turn(&s)) {
        int seat = __builtin_ctz(voc_turn(&s));
        if (!turn_has(voc_turn(&s), CHANCE) && s.phase == PHASE_DEALS) do
                seat = (int)rng_below(&rng, (uint32_t)players);
            while (!turn_has(voc_turn(&s), seat));
        news.count = 0;
        voc_apply(&s, seat, next_move(&s, seat, &rng), &news);
        enter_news(b, &news);
        tokens_add_up(&s);
        men_add_up(&s);
        cards_add_up(&s, b);
        for (int who = 0; who < players; who++)
            assert_int_equal(voc_money(&s, who), b->purse[who]);
        assert_null(voc_audit(&s));
    }
}

static void goods_men_cards_and_daalders_add_up(void **unused) {
    (void)unused;
    Books b = {0};
    for (int players = 3; players <= 5; players++)
        for (int options = 0; options < 8; options++) {
            uint8_t chosen[OPTIONS_MAX] = {options & 1, options >> 1 & 1, options >> 2 & 1};
            if (players == 3 && !chosen[0]) continue;
            play(players, chosen, (uint64_t)(100 * players + options), &b);
        }
    assert_true(b.delivered && b.paid && b.dealt && b.lost); /* all of it did happen */
}

/* --- daalders promised ------------------------------------------------------------------------ */

static void make(Voc *s, int seat, const char *text) {
    Move m;
    Reason why = move_read(&voc, text, &m);
    if (!why.text) why = voc_check(s, seat, m);
    if (why.text) fail_msg("%d %s: %s", seat, text, why.text);
    voc_apply(s, seat, m, NULL);
}

static bool refused(const Voc *s, int seat, const char *text) {
    Move m;
    return move_read(&voc, text, &m).text || voc_check(s, seat, m).text;
}

/* Deals of 1585 in the basic game of four: seats 0, 1 and 2 have each brought a tea home. */
static Voc three_teas(bool minute) {
    Voc s;
    assert_null(voc_start(&s, 4, (uint8_t[OPTIONS_MAX]){0, 0, minute}).text);
    make(&s, CHANCE, "contract 14");
    make(&s, CHANCE, "contract 1");
    make(&s, CHANCE, "contract 2");
    for (int seat = 0; seat < 3; seat++) {
        s.landed[seat] = count_one(PORTS - 1); /* Macao */
        s.ports -= count_one(PORTS - 1);
    }
    s.earned[0] = 4;
    while (s.phase == PHASE_SAIL)
        make(&s, s.acting, "stay");
    assert_int_equal(s.phase, PHASE_DEALS);
    assert_null(voc_audit(&s));
    return s;
}

/* What a claimant promises his rivals is paid when he is, out of purse and price (V32). */
static void hush_money_is_paid_out_of_the_proceeds(void **unused) {
    (void)unused;
    Voc s = three_teas(false);
    for (int seat = 0; seat < 3; seat++)
        make(&s, seat, "done");
    make(&s, 0, "tender 10");
    assert_true(refused(&s, 0, "hush 1 15")); /* 4 and 10 */
    assert_true(refused(&s, 0, "hush 3 1"));  /* no rival */
    make(&s, 0, "hush 1 8");
    assert_true(refused(&s, 0, "hush 2 7"));
    make(&s, 0, "wait");
    make(&s, 1, "accept 0");
    assert_int_equal(voc_money(&s, 0), 4); /* nothing is paid yet */
    make(&s, 0, "hush 2 5");               /* while the last rival thinks */
    assert_true(refused(&s, 0, "hush 1 9"));
    make(&s, 0, "hush 2 6");
    make(&s, 2, "accept 0");
    assert_int_equal(voc_money(&s, 0), 0);
    assert_int_equal(voc_money(&s, 1), 8);
    assert_int_equal(voc_money(&s, 2), 6);
    assert_null(voc_audit(&s));
}

/* A promise to who passes without it is open no more, and its daalders can be promised again. */
static void a_promise_nobody_took_binds_nobody(void **unused) {
    (void)unused;
    Voc s = three_teas(false);
    for (int seat = 0; seat < 3; seat++)
        make(&s, seat, "done");
    make(&s, 0, "tender 10");
    make(&s, 0, "hush 1 14");
    Voc broken = s;
    broken.scene.auction.hush[2] = 1;
    assert_non_null(voc_audit(&broken)); /* more than purse and price */
    make(&s, 1, "pass");
    assert_true(refused(&s, 0, "hush 2 15"));
    make(&s, 0, "hush 2 14");
    make(&s, 2, "accept 0");
    assert_int_equal(voc_money(&s, 0), 0);
    assert_int_equal(voc_money(&s, 1), 0);
    assert_int_equal(voc_money(&s, 2), 14);
    assert_null(voc_audit(&s));
}

/* Who passed for a promise gets nothing where another takes the contract. */
static void hush_money_lapses_with_the_claim(void **unused) {
    (void)unused;
    Voc s = three_teas(false);
    for (int seat = 0; seat < 3; seat++)
        make(&s, seat, "done");
    make(&s, 0, "tender 10");
    make(&s, 0, "hush 1 8");
    make(&s, 0, "wait");
    make(&s, 1, "accept 0");
    make(&s, 2, "tender 9");
    make(&s, 2, "hush 0 9"); /* he has nothing but his price */
    assert_true(refused(&s, 1, "accept 2"));
    make(&s, 0, "pass");
    assert_int_equal(voc_money(&s, 0), 4);
    assert_int_equal(voc_money(&s, 1), 0);
    assert_int_equal(voc_money(&s, 2), 9);
    assert_null(voc_audit(&s));
}

/* Two offers a year, or twenty where a minute is the limit (V29); withdrawn ones count. */
static void offers_come_to_an_end(void **unused) {
    (void)unused;
    for (int minute = 0; minute < 2; minute++) {
        Voc s = three_teas(minute);
        for (int i = 0; i < (minute ? 20 : 2); i++) {
            make(&s, 0, "offer 3 tea for nothing");
            make(&s, 0, "withdraw");
        }
        assert_true(refused(&s, 0, "offer 3 tea for nothing"));
        make(&s, 1, "offer 0 tea for 4");
        make(&s, 2, "offer 0 tea for 4");
        make(&s, 0, "accept 1");
        assert_true(refused(&s, 0, "accept 2")); /* the daalders are gone */
        make(&s, 0, "refuse 2");
        assert_int_equal(voc_money(&s, 1), 4);
    }
}

/* --- the audit -------------------------------------------------------------------------------- */

/* Each breaks one thing. */
static void lose_token(Voc *s) {
    s->ports -= count_one(0);
}
static void change_token(Voc *s) { /* 28 still, but one of a good too many */
    s->ports += count_one(1) - count_one(0);
}
static void lose_man(Voc *s) {
    s->men[0]--;
}
static void gain_man(Voc *s) {
    s->men[1]++;
}
static void stray_man(Voc *s) { /* the near ships have four slots a half */
    s->men[0]--;
    s->ship[0].crew[HALF - 1] = 0;
}
static void card_twice(Voc *s) {
    s->amsterdam |= 1u << s->row[0];
}
static void card_back_in_pile(Voc *s) {
    s->pile |= 1u << s->row[0];
}
static void card_gone(Voc *s) {
    s->pile &= s->pile - 1;
}
static void money_from_nowhere(Voc *s) {
    s->dealt[0]++;
}
static void debt(Voc *s) {
    s->fined[0] = 1000;
}
static void marker_without_man(Voc *s) {
    s->due[s->row[0]] = 3;
}
static void ship_on_land(Voc *s) {
    s->ship[0].flags = AT_SEA;
    s->ship[0].x = 700;
    s->ship[0].y = 100;
}
static void ship_at_home_somewhere(Voc *s) {
    s->ship[3].x = 5;
}
static void nobody_acts(Voc *s) {
    s->acting = NOBODY;
}

static void the_audit_notices(void **unused) {
    (void)unused;
    static void (*const vandal[])(Voc *) = {lose_token,
                                            change_token,
                                            lose_man,
                                            gain_man,
                                            stray_man,
                                            card_twice,
                                            card_back_in_pile,
                                            card_gone,
                                            money_from_nowhere,
                                            debt,
                                            marker_without_man,
                                            ship_on_land,
                                            ship_at_home_somewhere,
                                            nobody_acts};
    Rng rng = rng_seed(3);
    Voc s;
    assert_null(voc_start(&s, 4, (uint8_t[OPTIONS_MAX]){1}).text);
    while (s.phase != PHASE_SAIL) {
        int seat = __builtin_ctz(voc_turn(&s));
        voc_apply(&s, seat, next_move(&s, seat, &rng), NULL);
    }
    assert_null(voc_audit(&s));
    for (size_t i = 0; i < sizeof vandal / sizeof *vandal; i++) {
        Voc broken = s;
        vandal[i](&broken);
        if (!voc_audit(&broken)) fail_msg("number %d goes unnoticed", (int)i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goods_men_cards_and_daalders_add_up),
        cmocka_unit_test(hush_money_is_paid_out_of_the_proceeds),
        cmocka_unit_test(a_promise_nobody_took_binds_nobody),
        cmocka_unit_test(hush_money_lapses_with_the_claim),
        cmocka_unit_test(offers_come_to_an_end),
        cmocka_unit_test(the_audit_notices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
