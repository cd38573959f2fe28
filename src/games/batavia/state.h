/* state.h: the state of Batavia, shared by the files of this folder.

   Every ship card is in exactly one heap: pile, discard, packet, or a seat's hand or open row. The
   pile has no order. Stalls that lie face down do not exist yet: Chance makes them when they are
   turned up. Bills, gold, rows, tiles and crates are everyone's knowledge (bills of a player who
   keeps them secret can be counted from the bids, 1.4); only cards in hand are not.

   What everyone knows of a hand is kept exactly. `known` is the part of it bought in sight of all.
   Of the rest everyone knows where it came from: when the discard was last shuffled its cards were
   known and lay in the pile alone, so cards drawn since (`drew`, `drawn` in number) come from
   those, and cards held from before do not. `shown` counts the unknown cards laid since: they may
   be of either kind. In a hidden state the hands of others hold only what is known, `veiled` counts
   the rest, and the cards others drew lie in the pile. What a player has chosen to lay is his
   secret until he sails. */
#ifndef NEGOCE_BATAVIA_STATE_H
#define NEGOCE_BATAVIA_STATE_H

#include "core/game.h"
#include "games/batavia/cards.h"

enum {
    SEATS = 5,
    GOODS = 7,                  /* tea, cotton, porcelain, silk, ginger, nutmeg, pepper */
    STALLS = COMPANIES * GOODS, /* tiles, one of each company and good; spaces 1 to 35 */
    BLOCK = 5,                  /* spaces turned up together, one of each company */
    FEW_STALLS = 4 * BLOCK,     /* of a short route */
    BATAVIA = COMPANIES,        /* where a merchant sails who finds no stall */
    DEALT = 10,                 /* cards */
    DRAWN = 2,                  /* cards */
    BILLS = 15,                 /* of each player at the start */
    ARRIVAL_WORTH = 4,
    SEAL_WORTH = 2,
    BILLS_WORTH = 5,
    BILLS_TIE = 2,
    NOBODY = 0xff,
    DOWN = 0xff /* a stall not turned up */
};

typedef enum Phase {
    PHASE_AUCTIONEER, /* Chance names the first auctioneer */
    PHASE_ROUTE,      /* Chance turns stalls up: the first ten, or a block in a turn */
    PHASE_DEAL,       /* Chance deals ten cards each */
    PHASE_DIE,        /* Chance throws the die */
    PHASE_PACKET,     /* Chance opens cards for sale */
    PHASE_AUCTION,    /* `acting` bids or passes */
    PHASE_ACTIONS,    /* `acting` draws, or lays cards and sails */
    PHASE_DRAW,       /* Chance draws for `acting` */
    PHASE_EXCHANGE,   /* `acting` exchanges tiles for gold or keeps them */
    PHASE_FINAL,      /* Chance turns over what is left in the hands, one after the other */
    PHASE_OVER
} Phase;

typedef enum Verb {
    VERB_AUCTIONEER, /* Chance: seat */
    VERB_STALL,      /* Chance: company, good */
    VERB_DEAL,       /* Chance: seat, company */
    VERB_DIE,        /* Chance: 1 to 6 */
    VERB_PACKET,     /* Chance: company */
    VERB_CARD,       /* Chance: company */
    VERB_HAND,       /* Chance: seat, cards of each company */
    VERB_BID,        /* bills */
    VERB_PASS,
    VERB_DRAW,
    VERB_LAY,  /* company, cards: chosen, not yet shown */
    VERB_SAIL, /* company, or BATAVIA: shows the cards chosen and moves the merchant */
    VERB_EXCHANGE,
    VERB_KEEP,
    VERBS
} Verb;

typedef struct Batavia {
    Cards pile, discard, packet;
    Cards laid;         /* of the hand of `acting`, chosen to be laid; his secret until he sails */
    Cards fetched;      /* what Chance has drawn for `acting` in this turn; his secret */
    Cards hand[SEATS];  /* `laid` included */
    Cards known[SEATS]; /* of the hand, seen by everyone */
    Cards open[SEATS];  /* the row before each player */
    Cards drew[SEATS];  /* from the pile, unseen, since the discard was last shuffled */
    Cards shown[SEATS]; /* not known when laid, since then */
    Cards tiles[SEATS]; /* stall tiles not exchanged, by company */
    uint64_t stalls[COMPANIES]; /* bit i: a stall of the company stands on space i, face up */
    uint8_t route[STALLS];      /* the tile turned up on space i + 1, company * GOODS + good */
    uint8_t crate[STALLS];      /* whose crate lies in the counter, by tile, or NOBODY */
    uint8_t left[COMPANIES];    /* bit g: the tile of good g has not been turned up */
    uint8_t seal[COMPANIES];    /* who holds it, or NOBODY */
    uint8_t space[SEATS];       /* of the merchant */
    uint8_t gold[SEATS];        /* from exchanges; at most 35 tiles, 3 gold a tile */
    uint8_t bills[SEATS];
    uint8_t bid[SEATS];    /* the last in this auction, 0: none */
    uint8_t veiled[SEATS]; /* cards of the hand this state does not know */
    uint8_t drawn[SEATS];  /* how many `drew` counts, also where it is hidden */
    uint16_t round;        /* from 1 */
    uint8_t players;
    uint8_t quick;      /* option setup=quick */
    uint8_t frank;      /* option bills=open */
    uint8_t phase;      /* Phase */
    uint8_t acting;     /* whose turn it is, also while Chance draws for him, or NOBODY */
    uint8_t auctioneer; /* NOBODY before Chance named him */
    uint8_t first;      /* who holds the boat; NOBODY before the first auction is over */
    uint8_t acted;      /* players who have had their turn this round */
    uint8_t passed;     /* bit s: seat s passed in this auction */
    uint8_t leader;     /* who holds the highest bid, or NOBODY */
    uint8_t high;       /* the highest bid */
    uint8_t die;        /* of this round */
    uint8_t deck;       /* cards in the pile, also where some of it is hidden in hands */
    uint8_t owed;       /* cards Chance still has to open or draw */
    uint8_t dealt;      /* cards dealt at the start */
    uint8_t turned;     /* spaces face up */
    uint8_t arrived;    /* who took the arrival tile, or NOBODY */
    uint8_t stirred;    /* a card was drawn, bought or laid this round (A13) */
    uint8_t spaces;     /* of the route: STALLS, or FEW_STALLS with option length=short */
    uint8_t spare[5];   /* 0: rounds the size up, so that no byte is undefined */
} Batavia;

_Static_assert(sizeof(Batavia) <= STATE_MAX, "a state is at most 512 bytes");
_Static_assert(sizeof(Batavia) == 40 * 8 + 2 * STALLS + 2 * COMPANIES + 6 * SEATS + 19 + 2 + 5,
               "no padding: states are compared as bytes");

/* data.c, feats.c */
extern const Game batavia;
extern const Feat batavia_feats[], batavia_bests[];
extern const char *const batavia_companies[COMPANIES + 1];    /* "england"... and "batavia" */
extern const char *const batavia_names[COMPANIES + 1];        /* "England"... and "Batavia" */
extern const char *const batavia_goods[GOODS];                /* "tea"... */
extern const char *const batavia_counts[COMPANIES][EACH + 1]; /* "3england" */
extern const char *const batavia_parts[];                     /* sources of a score */
extern const uint8_t batavia_worth[GOODS];                    /* gold of a counter */
extern const uint8_t batavia_quick[STALLS];                   /* the tile of space i + 1 */
enum { PART_TILES = GOODS, PART_BILLS, PART_ARRIVAL, PART_SEALS };

/* A tile is known by its company and its good. */
static inline int tile_of(int company, int good) {
    return company * GOODS + good;
}
static inline int tile_company(int tile) {
    return tile / GOODS;
}
static inline int tile_good(int tile) {
    return tile % GOODS;
}

/* The space of the arrival tile, behind the last stall; 0 is the start. */
static inline int batavia_arrival(const Batavia *s) {
    return s->spaces + 1;
}

/* An event with cards, by company: "2 Denmark, 1 Sweden". */
static inline Event *tell_cards(News *news, const char *kind, int seat, int n, Cards cards,
                                const char *you, const char *they) {
    Event *event = tell(news, kind, seat, n, you, they);
    for (int company = 0; event && company < COMPANIES; company++)
        if (cards_of(cards, company))
            tell_item(event, batavia_counts[company][cards_of(cards, company)]);
    return event;
}

/* rules.c */
int batavia_limit(const Batavia *s);                        /* open cards that call the pirates */
int batavia_hand_size(const Batavia *s, int seat);          /* seen or not */
int batavia_next(const Batavia *s, int company, int space); /* the next stall behind it, 0: none */
bool batavia_fresh(const Batavia *s);           /* the tile of `acting` may be exchanged */
bool batavia_acted(const Batavia *s, int seat); /* has had his turn this round */
int batavia_last_hand(const Batavia *s);        /* the first seat that holds cards, or NOBODY */
int batavia_exchange_worth(Cards tiles);        /* gold for one tile of each company */
Reason batavia_start(void *s, int players, const uint8_t *options);
Turn batavia_turn(const void *s);
void batavia_apply(void *s, int seat, Move m, News *news);
/* What Chance does: a stall is turned up, a card is dealt, n cards are opened for sale or come into
   the hand of `acting`. */
void batavia_turn_up(Batavia *s, int company, int good, News *news);
void batavia_deal(Batavia *s, int seat, int company, News *news);
void batavia_open(Batavia *s, Cards cards, int n, News *news);
void batavia_fetch(Batavia *s, Cards cards, int n, News *news);
Reason batavia_ask(const void *s, int seat);
bool batavia_haggles(const void *s);
void batavia_begin_actions(Batavia *s); /* the auction is over: turns, from `first` on */
/* A10: whether there is a card to draw; the discard becomes the pile where there is none left. */
bool batavia_pile_ready(Batavia *s, News *news);

/* fleet.c */
Cards batavia_fleet(const Batavia *s);               /* open cards of everyone: the ship markers */
Marks batavia_largest(Cards fleet);                  /* the companies pirates attack */
int batavia_majority(const Batavia *s, int company); /* seat, NOBODY (A16) */
void batavia_lay_open(Batavia *s, int seat, Cards cards, News *news); /* out of a hand */
void batavia_settle_seals(Batavia *s, Marks changed, News *news);     /* of these companies */
void batavia_pirates(Batavia *s, News *news);                         /* if they come */

/* auction.c */
void batavia_open_packet(Batavia *s, News *news); /* the next card for sale, or the auction */
void batavia_bid(Batavia *s, int seat, int n, News *news);
void batavia_pass(Batavia *s, int seat, News *news);

/* count.c */
int batavia_crates(const Batavia *s, int good, int seat);
int batavia_leaders(const Batavia *s, int good, int *most); /* bit s: seat s has the most crates */
void batavia_score(const void *s, Score *out);

/* audit.c */
const char *batavia_audit(const void *s);

/* moves.c */
enum {
    /* Drawing, or laying 1 to 22 of any company: never more than 110 cards are held. Once a company
       is chosen its counts are gone and at most five destinations come. An auction has at most 75
       bids and the pass. */
    MOVES_BOUND = 1 + CARDS
};
typedef struct Outlook { /* what laying means to a seat */
    Cards rivals;        /* the most open cards of another player, by company */
    Marks owned;         /* seals held once `laid` lies open */
    Marks ahead;         /* companies with a stall ahead of the merchant */
    Marks useful;        /* companies whose seal lets him sail somewhere */
    Marks could;         /* useful seals he holds, or could by laying more */
} Outlook;
Outlook batavia_outlook(const Batavia *s, int seat);
int batavia_least(const Batavia *s, int seat, const Outlook *o, int company); /* cards to lay, */
                                                                              /* 0: cannot */
int batavia_moves(const void *s, int seat, Move *out);
Reason batavia_check(const void *s, int seat, Move m);
/* The company of a card drawn from a heap. */
int batavia_draw(Cards heap, Rng *rng);
Move batavia_sample(const void *s, Rng *rng);
int batavia_draw_all(void *s, Rng *rng);
int batavia_weight(const void *s, Move m);
Move batavia_pick(const void *s, int seat, Rng *rng);

/* window.c */
void batavia_hide(void *s, int viewer);
void batavia_guess(void *s, int viewer, Rng *rng);

/* notation.c */
extern const Notation batavia_notation;
extern const char *const batavia_terms[];

/* picture.c */
void batavia_picture(const void *s, int viewer, Text *json);
/* print.c */
void batavia_print(const void *s, int viewer, const char *const *names, Lang lang, int width,
                   Text *out);

/* sense.c */
int batavia_sense(const void *s, int seat, Move m);

/* mind.c */
Move batavia_policy(const void *s, int seat, const Style *style, Rng *rng);
int batavia_choices(const void *s, int seat, const Style *style, Move *out, int32_t *looks);
int32_t batavia_promise(const void *s, const Style *style, int32_t out[SEATS_MAX + 1]);
int batavia_stage(const void *s);
bool batavia_leap(void *s, const Style *const styles[], uint64_t luck);

/* reason.c */
void batavia_reason(const void *s, int seat, Move m, News *news);

/* orders.c */
extern const char *const batavia_wares[];
extern const char *const batavia_ahead[];
bool batavia_lot(const void *s, int seat, Lot *out);
int batavia_stake(const void *s, int seat, Move m);
int batavia_means(const void *s, int seat);

#endif
