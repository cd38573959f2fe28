/* state.h: the state of VOC!, shared by the files of this folder.

   Everything lies open but two things: a captain at sea does not know where he is (`Voyage.walk`),
   nor anybody whether a shipmate who keeps quiet will do so to the end (`Voyage.muted`).
   The pile of contracts has no order: `pile` holds the cards nobody has seen, and the VOC card is
   among its last seven by its odds alone. A voyage, the deals and the auction of a contract never
   happen at once and share their room; it is 0 outside of them. */
#ifndef NEGOCE_VOC_STATE_H
#define NEGOCE_VOC_STATE_H

#include "core/game.h"
#include "games/voc/chart.h"
#include "games/voc/goods.h"

enum {
    SEATS = 5,
    SHIPS = 4,
    HALF = 6, /* slots of half a ship, at most */
    SLOTS = 2 * HALF,
    CONTRACTS = 18,
    UNDER = 6, /* contracts shuffled with the VOC card at the bottom of the pile */
    NOBODY = 0xff,
    NOTHING = 0xff, /* no cargo */
    ROW_LIMIT = 6,  /* so many cards in the row: the oldest goes to Amsterdam */
    FIRST_YEAR = 1585,
    YEARS = 17,    /* 1585 to 1601 are played; a year is counted from 0 */
    FEW_YEARS = 4, /* of a short game */
    LATE = 3,      /* the year a short basic game begins in: all ships have waited in harbour */
    NO_YEAR = 31,  /* of a pledge without a marker: due in the last year (V45) */
    MEN = 10,
    MEN_OF_FIVE = 8, /* basic game with five */
    START_MONEY = 10,
    OUTFIT = 4,        /* men of one outfitting */
    STORED = 2,        /* goods of a warehouse */
    FINE = 5,          /* a word too many (V15) */
    OFFERS = 2,        /* a year, without a clock (V29) */
    OFFERS_CLOCK = 20, /* with one: only to keep a game finite */
    ORDERS_MAX = 64,
    SEGMENTS_MAX = 512,
    SEGMENT = 16, /* longest pen segment, each way */
    SEGMENTS_A_MOVE = MOVE_ITEMS / 2,
    LENGTH_MAX = 90, /* longest order */
    ASK_EVERY = 16,  /* pen segments after which shipmates are asked for a word */
    SAID_MAX = 13,   /* words of a voyage kept in order: more than are free */
    SUM_MAX = 250    /* daalders of an offer */
};

typedef enum Phase {
    PHASE_FIRST,    /* advanced: Chance names the burgemeester */
    PHASE_ORDERS,   /* Chance turns contracts over */
    PHASE_INVEST,   /* advanced: `acting` acts */
    PHASE_SAIL,     /* the captain stays or sails */
    PHASE_VOYAGE,   /* the line grows */
    PHASE_LANDFALL, /* Chance opens the captain's eyes */
    PHASE_TRADE,    /* the owner of a merchant takes or skips */
    PHASE_DEALS,    /* everyone trades with everyone */
    PHASE_CONTRACT, /* basic: `acting` claims, passes or hushes a rival */
    PHASE_DELIVER,  /* advanced: those in `owing` deliver */
    PHASE_STORE,    /* those in `owing` fill their warehouse */
    PHASE_OVER
} Phase;

typedef enum Verb {
    VERB_FIRST,    /* Chance: seat */
    VERB_CONTRACT, /* Chance: card */
    VERB_VOC,      /* Chance */
    VERB_DRIFT,    /* Chance: dx + 128, dy + 128 */
    VERB_LANDFALL, /* Chance: x and y (high, low), ending, ports */
    VERB_OUTFIT,   /* ship, sailors, merchants */
    VERB_SIGN,     /* card, year */
    VERB_TAKEOVER, /* card, year */
    VERB_TIGHTEN,  /* card, year */
    VERB_RECALL,   /* ship */
    VERB_PASS,
    VERB_STAY,
    VERB_SAIL,  /* x (high, low) on the home line; nothing from sea */
    VERB_ORDER, /* heading (high, low), length */
    VERB_PEN,   /* dx + 16, dy + 16, up to seven times */
    VERB_STOP,  /* nothing, or where a captain by orders thinks he is: word, port */
    VERB_SAY,   /* word */
    VERB_QUIET,
    VERB_MUTE,
    VERB_CHAT,
    VERB_TAKE,
    VERB_SKIP,
    VERB_OFFER,  /* seat, daalders given, daalders wanted, tokens given, then all tokens */
    VERB_ACCEPT, /* seat */
    VERB_REFUSE, /* seat */
    VERB_WITHDRAW,
    VERB_DONE,
    VERB_CLAIM, /* price, side, ports of pepper */
    VERB_HUSH,  /* seat, daalders */
    VERB_WAIT,
    VERB_DELIVER, /* card, side, ports of pepper */
    VERB_KEEP,    /* tokens, sorted */
    VERBS
} Verb;

typedef enum Call {
    CALL_NONE,
    CALL_NORTH,
    CALL_SOUTH,
    CALL_EAST,
    CALL_WEST,
    CALL_STOP,
    CALLS
} Call;

typedef enum Mode { MODE_NONE, MODE_PEN, MODE_ORDERS } Mode;

enum { AT_SEA = 1, AGROUND = 2, FITTED = 4 }; /* bits of Ship.flags; FITTED: may not sail yet */

typedef struct Ship {
    int16_t x, y;        /* where it lies at sea, 0 at home */
    uint8_t crew[SLOTS]; /* owners: sailors from slot 0, merchants from slot HALF */
    uint8_t cargo[HALF]; /* under each merchant: port of origin, or NOTHING */
    uint8_t flags;
    uint8_t spare; /* 0 */
} Ship;

/* A word as a captain by orders remembers it. */
typedef struct Said {
    uint8_t after; /* orders given before */
    uint8_t word;  /* Call, and the seat times CALLS_ROOM */
} Said;
enum { CALLS_ROOM = 8 };

typedef struct Voyage {
    Walk walk;                  /* 0 in the captain's own window until landfall */
    int16_t start_x, start_y;   /* where the pen was set down */
    uint16_t order[ORDERS_MAX]; /* heading * 128 + length, as ordered */
    uint16_t strokes;           /* pen segments or orders so far */
    int16_t swing;        /* sum of heading errors, hundredths of a degree; hidden with walk */
    uint8_t steady;       /* how many errors it sums; hidden with walk */
    uint8_t mode;         /* Mode */
    uint8_t pending;      /* an order waits for its error */
    uint8_t veiled;       /* this is the captain's window */
    uint8_t owed;         /* bit s: a word of s is waited for */
    uint8_t muted;        /* bit s: s is not asked again; his secret */
    uint8_t words[SEATS]; /* said this voyage */
    uint8_t heard[SEATS]; /* Call said since the last stroke */
    uint8_t saids;        /* words kept in `said` */
    uint8_t call;         /* trade: place in walk.noted */
    uint8_t merchant;     /* trade: whose choice it is */
    int8_t ahead_x;       /* where the pen has been going lately, 64 at most; hidden with walk */
    int8_t ahead_y;
    uint8_t spare;       /* 0 */
    Said said[SAID_MAX]; /* the words called between orders, the first ones */
} Voyage;

typedef struct Deals {
    Hold give[SEATS], want[SEATS];
    int16_t sum[SEATS];  /* daalders the offerer pays; below 0: gets */
    uint8_t to[SEATS];   /* whom seat s has an offer for, or NOBODY */
    uint8_t made[SEATS]; /* offers this year */
    uint8_t done;        /* bit s: makes no more offers */
    uint8_t spare[3];    /* 0 */
} Deals;

typedef struct Auction {
    uint8_t at;      /* place in the row */
    uint8_t claimed; /* somebody took a contract in this sweep */
    uint8_t leader;  /* who claims, or NOBODY */
    uint8_t price, side;
    uint8_t able;        /* bit s: can deliver */
    uint8_t passed;      /* bit s */
    uint8_t hushing;     /* the claimant is asked for promises before his rivals answer (V32) */
    uint8_t hushed;      /* bit s: s has passed for what he was promised */
    uint8_t pepper;      /* ports of the claimant's pepper that is to leave, 0: the westernmost */
    uint8_t hush[SEATS]; /* daalders promised, paid when the claimant is */
} Auction;

typedef union Scene {
    Voyage voyage;
    Deals deals;
    Auction auction;
} Scene;

typedef struct Voc {
    Scene scene;
    Ship ship[SHIPS];
    uint32_t pile, amsterdam;            /* sets of contracts */
    Hold ports;                          /* tokens lying in the ports */
    Hold landed[SEATS], stored[SEATS];   /* this year's goods at home, and older ones */
    int16_t earned[SEATS], dealt[SEATS]; /* daalders from contracts; from deals and hush money */
    int16_t fined[SEATS], penalty[SEATS];
    uint8_t row[CONTRACTS];    /* face up, oldest first */
    uint8_t signer[CONTRACTS]; /* by card: whose man lies on it, or NOBODY */
    uint8_t due[CONTRACTS];    /* by card: its year marker, or NO_YEAR */
    uint8_t rows;              /* cards in the row */
    uint8_t drawn;             /* contracts turned over so far */
    uint8_t men[SEATS];        /* with their owners */
    uint8_t players, advanced, all_goods, clock;
    uint8_t phase; /* Phase */
    uint8_t year;
    uint8_t draws;   /* cards still to be turned over now */
    uint8_t acting;  /* who owes a decision, NOBODY: Chance, several or nobody */
    uint8_t sailing; /* the ship whose turn it is */
    uint8_t first;   /* the burgemeester; basic: who speaks first this year (V31) */
    uint8_t actions; /* made in this year's investments */
    uint8_t owing;   /* deliveries and storage: bit s */
    uint8_t out;     /* bit s: left the game (V46) */
    uint8_t founded; /* the VOC card was turned over */
    uint8_t until;   /* the year that is not played any more: YEARS, sooner in a short game */
} Voc;

_Static_assert(sizeof(Walk) == 20 && sizeof(Ship) == 24, "no padding");
_Static_assert(sizeof(Voyage) == 204 && sizeof(Deals) == 64 && sizeof(Auction) == 15, "no padding");
_Static_assert(sizeof(Voc) <= STATE_MAX, "a state is at most 512 bytes");
_Static_assert(sizeof(Voc) == 204 + 4 * 24 + 3 * 4 + 10 * 4 + 20 * 2 + 3 * 18 + 2 + 5 + 4 + 9 + 2,
               "no padding: states are compared as bytes");

/* data.c, feats.c */
extern const Game voc;
extern const Feat voc_feats[], voc_bests[];
typedef struct Contract {
    Wares need[2]; /* either side of the slash; the second is 0 where there is none */
    uint8_t value, penalty;
} Contract;
extern const Contract voc_contracts[CONTRACTS];
int voc_sides(int card); /* 1, or 2 with a slash */
extern const char *const voc_goods[GOODS];
extern const char *const voc_cards[CONTRACTS]; /* "contract1"... */
extern const char *const voc_ships[SHIPS];     /* "A"... */
extern const char *const voc_word_ids[CALLS];  /* "north"... */
extern const char *const voc_named[]; /* words of ids that tables spell out, for the catalogue */
int voc_half(int ship);               /* slots of one half: 4 or 6 */
int voc_chart_of(int ship);
int voc_number(int ship, int slot);              /* the number printed in a slot */
int voc_colour(int ship, int slot, int players); /* the seat it belongs to in the basic game */
bool voc_convoy(int year);            /* scurvy, and new contracts in the advanced game */
extern const uint8_t voc_unit[GOODS]; /* what one is worth, about */

/* rules.c */
int voc_left_of(const Voc *s, int seat); /* the next seat still in the game */
bool voc_in(const Voc *s, int seat);
int voc_money(const Voc *s, int seat);
int voc_amsterdam(const Voc *s);
int voc_first_year(const Voc *s);                  /* the year the game began in */
int voc_pile(const Voc *s);                        /* cards face down, the VOC card included */
int voc_captain(const Voc *s, int ship);           /* owner of the leftmost sailor, or NOBODY */
int voc_sailors(const Voc *s, int ship, int seat); /* of one seat; NOBODY: of all */
int voc_merchants(const Voc *s, int ship, int seat);
Hold voc_home_goods(const Voc *s, int seat); /* landed and stored */
Hold voc_tradable(const Voc *s, int seat);   /* V28 */
bool voc_able(const Voc *s, int seat, int card, int side);
bool voc_in_row(const Voc *s, int card);
void voc_new_year(Voc *s, News *news);
void voc_end(Voc *s, News *news);
Reason voc_start(void *s, int players, const uint8_t *options);
Turn voc_turn(const void *s);
void voc_apply(void *s, int seat, Move m, News *news);
void voc_score(const void *s, Score *out);
Reason voc_ask(const void *s, int seat);

/* audit.c */
const char *voc_audit(const void *s);

/* invest.c */
bool voc_outfit_fits(const Voc *s, int seat, int ship, int sailors, int merchants);
int voc_outfit_most(const Voc *s, int seat, int ship); /* men he must place, 0: none fit */
bool voc_marker_free(const Voc *s, int year);
bool voc_marker_left(const Voc *s);            /* any from now to 1601 */
int voc_due(const Voc *s, int card);           /* the last year to deliver a signed card */
void voc_take_off(Voc *s, int ship, int seat); /* all men of a seat, and the others slide right */
void voc_begin_invest(Voc *s);
void voc_invest(Voc *s, int seat, Move m, News *news);

/* sail.c */
int voc_free_words(const Voc *s, int seat); /* left on the ship that sails */
void voc_scurvy(Voc *s, News *news);
void voc_refit(Voc *s, News *news);
void voc_wreck(Voc *s, int ship, News *news);
void voc_begin_sailing(Voc *s, int ship, News *news);
void voc_sail(Voc *s, int seat, Move m, News *news);
Move voc_landfall(const Voc *s);
bool voc_chat(const void *s, int seat, Fine *out);

/* drift.c */
bool voc_drift_fits(const Voc *s, int dx, int dy);
Move voc_drift(const Voc *s, Rng *rng); /* the error of the pending order; without rng: none */
void voc_draw_stroke(Voyage *v, int chart, int dx, int dy); /* an order's true line */

/* deals.c */
void voc_begin_sales(Voc *s, News *news);
void voc_deal(Voc *s, int seat, Move m, News *news);
int voc_clock(const void *s);
bool voc_lapse(const void *s, int seat, Move *out);
bool voc_deal_holds(const Voc *s, int from); /* both sides still have what the offer names */

/* sales.c */
void voc_begin_contracts(Voc *s, News *news);
int voc_hush_room(const Voc *s); /* daalders the claimant can still promise (V32) */
void voc_sale(Voc *s, int seat, Move m, News *news);

/* moves.c, sale_moves.c */
int voc_moves(const void *s, int seat, Move *out);
Reason voc_check(const void *s, int seat, Move m);
Move voc_sample(const void *s, Rng *rng);
int voc_weight(const void *s, Move m);
bool voc_vast(Move m);
bool voc_live(const void *s, Move m);
bool voc_haggles(const void *s);
bool voc_brisk(const void *s);
int voc_stretch(const void *s);
int voc_claim_most(const Voc *s); /* daalders, for the contract that is open */

/* window.c */
void voc_hide(void *s, int viewer);
void voc_guess(void *s, int viewer, Rng *rng);

/* notation.c */
extern const Notation voc_notation;

/* picture.c */
void voc_picture(const void *s, int viewer, Text *json);

/* print.c */
void voc_print(const void *s, int viewer, const char *const *names, Lang lang, int width,
               Text *out);

/* sense.c */
int voc_sense(const void *s, int seat, Move m);
int voc_ideas(const void *s, int seat, Move *out);
int voc_survey(const void *s, int seat, Move *out, int32_t *looks);

/* mind.c */
Move voc_policy(const void *s, int seat, const Style *style, Rng *rng);
int32_t voc_promise(const void *s, const Style *style, int32_t out[SEATS_MAX + 1]);
int voc_stage(const void *s);
int voc_choices(const void *s, int seat, const Style *style, Move *out, int32_t *looks);

/* passage.c */
bool voc_leap(void *s, const Style *const styles[], uint64_t luck);

/* reason.c */
void voc_reason(const void *s, int seat, Move m, News *news);

/* orders.c */
extern const char *const voc_ahead[];
bool voc_lot(const void *s, int seat, Lot *out);
int voc_stake(const void *s, int seat, Move m);

/* --- small things every file asks ------------------------------------------------------------- */

static inline void tell_wares(Event *event, Wares wares) {
    for (int good = 0; event && good < GOODS; good++)
        for (int n = count_of(wares, good); n > 0; n--)
            tell_item(event, voc_goods[good]);
}

static inline int wide(const uint8_t *item) { /* a number of two items */
    return item[0] << 8 | item[1];
}

enum { HOME_POINTS = 9 }; /* of a home line, that `moves` lists */
static inline int home_point(int chart, int i) {
    const Chart *c = &voc_charts[chart];
    return c->home_left + (c->home_right - c->home_left) * i / (HOME_POINTS - 1);
}

static inline int pen_part(uint8_t item) { /* dx or dy of a pen segment */
    return item - SEGMENT;
}

static inline int drift_part(uint8_t item) { /* dx or dy of an order's true line */
    return item - 128;
}

#endif
