/* state.h: the state of Byzanz, shared by the files of this folder.

   Every card is in exactly one pile: bag, lot, market, box, or a seat's hand, bid or gain. The bag
   holds the deck together with the cards removed unseen (Z-1): it has no order, `deck` says how
   many of it will still be drawn. `known` is the part of a hand that everyone has seen. In a hidden
   state the cards a viewer has not seen lie in the bag and `veiled` counts them. */
#ifndef NEGOCE_BYZANZ_STATE_H
#define NEGOCE_BYZANZ_STATE_H

#include "core/game.h"
#include "games/byzanz/pile.h"

enum { HAND_LIMIT = 7, DEALT = 4, NOBODY = 0xff, TRADER_WORTH = 5 };

typedef enum Phase {
    PHASE_DEALER,   /* Chance names the dealer */
    PHASE_DEAL,     /* Chance deals four cards each */
    PHASE_LOT,      /* Chance reveals the lot */
    PHASE_AUCTION,  /* `acting` bids or passes */
    PHASE_GIVE,     /* the winner gives a card of the lot to the market */
    PHASE_OVERFLOW, /* `acting` holds more than seven cards */
    PHASE_MARKET,   /* `acting` takes a type */
    PHASE_FINAL,    /* `acting` sells, then says that he is done */
    PHASE_OVER
} Phase;

typedef enum Verb {
    VERB_DEALER, /* Chance: seat */
    VERB_DEAL,   /* Chance: seat, card */
    VERB_LOT,    /* Chance: card */
    VERB_BID,    /* cards, sorted */
    VERB_PASS,
    VERB_GIVE,    /* card */
    VERB_TAKE,    /* type */
    VERB_SELL,    /* three cards, sorted: the first is kept */
    VERB_DISCARD, /* card */
    VERB_DONE,
    VERBS
} Verb;

typedef struct Byzanz {
    Pile bag, lot, market, box;
    Pile hand[SEATS_MAX];
    Pile known[SEATS_MAX]; /* of the hand, seen by everyone */
    Pile bid[SEATS_MAX];
    Pile gain[SEATS_MAX];
    uint8_t veiled[SEATS_MAX]; /* cards of the hand this state does not know */
    uint8_t offer[SEATS_MAX];  /* value of the offer card held, 0: none */
    uint8_t players;
    uint8_t open;     /* option gains=open */
    uint8_t phase;    /* Phase */
    uint8_t round;    /* from 1 */
    uint8_t deck;     /* cards still to be drawn */
    uint8_t dealt;    /* cards dealt at the start */
    uint8_t dealer;   /* NOBODY before Chance named him */
    uint8_t acting;   /* who owes a decision; NOBODY: Chance, or nobody */
    uint8_t opener;   /* who opens this lot */
    uint8_t sold;     /* offer cards taken this round */
    uint8_t served;   /* players who took from the market this round */
    uint8_t passed;   /* bit s: seat s passed in this auction */
    uint8_t first;    /* the first who passed, or NOBODY */
    uint8_t leader;   /* who holds the highest bid, or NOBODY */
    uint8_t high;     /* the highest bid */
    uint8_t done;     /* bit s: seat s has finished the final sale */
    uint8_t rounds;   /* of the whole game */
    uint8_t spare[3]; /* 0: rounds the size up, so that no byte is undefined */
} Byzanz;

_Static_assert(sizeof(Byzanz) <= STATE_MAX, "a state is at most 512 bytes");
_Static_assert(sizeof(Byzanz) % 8 == 0 && sizeof(Byzanz) == 28 * 16 + 12 + 20,
               "no padding: states are compared as bytes");

/* data.c, feats.c */
extern const Game byzanz;
extern const Feat byzanz_feats[], byzanz_bests[];
typedef struct Setup {
    uint8_t offers[SEATS_MAX]; /* highest first, one a player */
    uint8_t removed, rounds;
    uint8_t few; /* rounds with option length=short */
} Setup;
const Setup *byzanz_setup(int players);
extern const char *const byzanz_types[MARKET_TYPES]; /* "cloth"... "trader" */
extern const char *const byzanz_cards[KINDS];        /* "cloth4"... "trader" */

/* rules.c */
Pile byzanz_cards_of(Move m);                                 /* the cards a bid or sale names */
int byzanz_worth(Pile gain);                                  /* points of gain cards */
int byzanz_hand_size(const Byzanz *s, int seat);              /* seen or not */
int byzanz_sale(const Byzanz *s);                             /* value of the offer card on sale */
bool byzanz_last_lot(const Byzanz *s);                        /* one player left: no auction */
void byzanz_deal(Byzanz *s, int seat, int card, News *news);  /* one of a hand */
void byzanz_reveal(Byzanz *s, Pile cards, int n, News *news); /* n cards, of the lot */
Reason byzanz_start(void *s, int players, const uint8_t *options);
Turn byzanz_turn(const void *s);
void byzanz_apply(void *s, int seat, Move m, News *news);
void byzanz_score(const void *s, Score *out);
const char *byzanz_audit(const void *s);
Reason byzanz_ask(const void *s, int seat);
bool byzanz_haggles(const void *s);

/* moves.c */
enum { SELLS_MAX = 6 * 34 + 1 }; /* multisets of 3 out of 4 values and the trader, derived there */
bool byzanz_may_sell(const Byzanz *s, int seat); /* any time until the end, or his own */
int byzanz_sells(Pile hand, Move *out);          /* every set that can be sold; at most SELLS_MAX */
int byzanz_moves(const void *s, int seat, Move *out);
int byzanz_draw(Pile bag, Rng *rng); /* the kind of a card drawn from the bag */
Move byzanz_sample(const void *s, Rng *rng);
int byzanz_draw_all(void *s, Rng *rng);
int byzanz_weight(const void *s, Move m);
Move byzanz_pick(const void *s, int seat, Rng *rng);

/* check.c */
Reason byzanz_check(const void *s, int seat, Move m);

/* What cards added to a bid must be worth more than. */
static inline int byzanz_to_beat(const Byzanz *s, int seat) {
    return s->high - pile_value(s->bid[seat]);
}

/* window.c */
void byzanz_hide(void *s, int viewer);
void byzanz_guess(void *s, int viewer, Rng *rng);

/* notation.c */
extern const Notation byzanz_notation;

/* picture.c */
void byzanz_picture(const void *s, int viewer, Text *json);
void byzanz_print(const void *s, int viewer, const char *const *names, Lang lang, int width,
                  Text *out);

/* sense.c */
int byzanz_sense(const void *s, int seat, Move m);
int byzanz_best_sales(Pile hand, Pile sets[], int *points); /* sets to sell for most points */

/* reason.c */
void byzanz_reason(const void *s, int seat, Move m, News *news);

/* mind.c */
Move byzanz_policy(const void *s, int seat, const Style *style, Rng *rng);
int byzanz_choices(const void *s, int seat, const Style *style, Move *out, int32_t *looks);
int32_t byzanz_promise(const void *s, const Style *style, int32_t out[SEATS_MAX + 1]);
int byzanz_stage(const void *s);

/* orders.c */
extern const char *const byzanz_wares[];
extern const char *const byzanz_ahead[];
bool byzanz_lot(const void *s, int seat, Lot *out);
int byzanz_stake(const void *s, int seat, Move m);
int byzanz_means(const void *s, int seat);

#endif
