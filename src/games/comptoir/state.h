/* state.h: the state of Comptoir des Antilles, shared by the files of this folder.

   Every goods tile is in exactly one place: bag, queue, a ship at a quay, a hand, or lost. The bag
   is the face-down part of the goods pile, nobody knows its order; below it lies the queue, tiles
   that came back in an order everyone knows. `known` is the part of a hand that follows from what
   everyone has seen. In a hidden state the tiles a viewer has not seen lie in the bag and `veiled`
   counts them. Ships wait in `fleet`, but the top one, `next`, is seen by all (C-2). Quays are
   numbered from 0 here and from 1 wherever a person reads them. */
#ifndef NEGOCE_COMPTOIR_STATE_H
#define NEGOCE_COMPTOIR_STATE_H

#include <string.h>

#include "core/game.h"
#include "games/comptoir/goods.h"

enum {
    PLAYERS_MAX = 4,
    QUAYS = 4,
    PORTERS = 10,
    SHIPS = 20,
    SMALLEST = 3, /* places of the smallest ship */
    SIZES = 6,    /* 3 to 8 */
    ASIDE = 10,   /* ships, and events, that a short game does without */
    RELATIONS = 8,
    ALL_RELATIONS = (1 << RELATIONS) - 1,
    GOAL = 100, /* primes that end the game at once */
    NOBODY = 0xff,
    NO_CARD = 0xff
};

typedef enum Phase {
    PHASE_FIRST,   /* Chance names the first holder of the slate */
    PHASE_SHIPS,   /* Chance reveals the first ships */
    PHASE_GOODS,   /* Chance turns up a goods tile at each ship */
    PHASE_DEAL,    /* Chance deals each player a secret tile */
    PHASE_TURN,    /* `active` plays */
    PHASE_TILE,    /* Chance reveals the event tile put to auction */
    PHASE_AUCTION, /* `acting` bids or passes */
    PHASE_SAIL,    /* `active` chooses which of several full ships leaves next */
    PHASE_SLATE,   /* `active` pays the commission or leaves the slate */
    PHASE_NEXT,    /* Chance reveals the next ship */
    PHASE_DRAW,    /* Chance draws goods for `active` */
    PHASE_LOAD,    /* `active` gives each new ship a tile */
    PHASE_OVER
} Phase;

typedef enum Verb {
    VERB_FIRST,   /* Chance: seat */
    VERB_SHIP,    /* Chance: places */
    VERB_GOODS,   /* Chance: quay, good */
    VERB_DRAW,    /* Chance: seat, good */
    VERB_EVENT,   /* Chance: event */
    VERB_PLAY,    /* always PLAY_ITEMS items, see below */
    VERB_AUCTION, /* puts an event tile to auction */
    VERB_BID,     /* primes */
    VERB_PASS,    /* out of the auction */
    VERB_PUT,     /* event, quay */
    VERB_SAIL,    /* quay */
    VERB_SLATE,   /* seat */
    VERB_PAY,     /* the commission, oneself */
    VERB_LOAD,    /* quay, good, for each new ship, lowest quay first */
    VERB_END,     /* of the turn */
    VERBS
} Verb;

/* The items of VERB_PLAY. Quays count from 1 here, so that 0 is none. */
enum {
    PLAY_CARD,
    PLAY_FROM,  /* effect (a), move or exchange: the quay an own porter leaves */
    PLAY_TO,    /* and the quay he goes to */
    PLAY_MOVED, /* how many move */
    PLAY_OTHER, /* 1 + the seat whose porter is exchanged or sent home */
    PLAY_QUAY,  /* where porters are placed, rising; at most SPOTS of them */
    SPOTS = 3,
    PLAY_ITEMS = PLAY_QUAY + SPOTS
};

/* Where points came from and went. */
enum {
    PART_GOODS, /* primes of one's own porters, by good */
    PART_PIRATES = PART_GOODS + GOODS,
    PART_CLAIMS,      /* gained and lost */
    PART_COMMISSIONS, /* paid oneself, negative as those below */
    PART_SLATES,      /* commissions paid for another */
    PART_AUCTIONS,
    PARTS
};

typedef struct Ship {
    uint8_t size;  /* places, 0: the quay is empty */
    uint8_t good;  /* GOODS: no tile yet */
    uint8_t event; /* NO_EVENT, or the tile that lies there */
    uint8_t poser; /* who put it there, 0 without a tile */
    uint8_t porters[PLAYERS_MAX];
} Ship;

typedef struct Comptoir {
    Tiles tiles;                       /* event tiles face down, without order */
    Tiles held[PLAYERS_MAX];           /* events before each player, open */
    Tiles spent;                       /* events out of the game (C-22) */
    Goods bag, lost;                   /* lost: out of the game (C-23) */
    uint32_t queue;                    /* two bits a tile, the next to be drawn lowest */
    Goods hand[PLAYERS_MAX];           /* secret goods */
    Goods known[PLAYERS_MAX];          /* of the hand, known to everyone */
    Ship ship[QUAYS];                  /* at the quays */
    int16_t part[PLAYERS_MAX][PARTS];  /* of the score */
    uint8_t score[PLAYERS_MAX];        /* primes, at most 99 + 8 x 6 */
    uint8_t home[PLAYERS_MAX];         /* porters ashore */
    uint8_t relations[PLAYERS_MAX];    /* bit c: card c is in hand */
    uint8_t veiled[PLAYERS_MAX];       /* tiles of the hand this state does not know */
    uint8_t fleet[SIZES], gone[SIZES]; /* ships to come below the next, and ships that left */
    uint8_t players;
    uint8_t events;    /* option: 1 plays with events */
    uint8_t phase;     /* Phase */
    uint8_t round;     /* from 1 */
    uint8_t slate;     /* who holds it, NOBODY before Chance named him */
    uint8_t used;      /* 1: the slate was left this round (C-12) */
    uint8_t turns;     /* turns finished this round */
    uint8_t active;    /* whose turn it is, NOBODY during the set-up */
    uint8_t card;      /* played this turn, or NO_CARD */
    uint8_t auctioned; /* 1: `active` has put an event to auction this turn */
    uint8_t put;       /* 1: `active` has played an event this turn */
    uint8_t tile;      /* event on auction, NO_EVENT outside one */
    uint8_t acting;    /* who owes a decision; NOBODY: Chance, or nobody */
    uint8_t high;      /* highest bid, 0 before the first */
    uint8_t leader;    /* whose it is, or NOBODY */
    uint8_t passed;    /* bit s: seat s passed in this auction */
    uint8_t leaving;   /* bit q: the ship at quay q is full and has not left yet */
    uint8_t sailing;   /* the quay whose commission is being settled, 0 outside PHASE_SLATE */
    uint8_t fresh;     /* bit q: a new ship lies at q and has no goods yet */
    uint8_t next;      /* places of the next ship, 0: none is left */
    uint8_t queued;    /* tiles in the queue */
    uint8_t ending;    /* 1: the last ship has docked, this round is the last */
    uint8_t aside;     /* ships, and as many events, that stay unseen: option length=short */
    uint8_t spare[1];  /* 0: rounds the size up, so that no byte is undefined */
} Comptoir;

_Static_assert(sizeof(Comptoir) <= STATE_MAX, "a state is at most 512 bytes");
_Static_assert(sizeof(Comptoir) == 6 * 8 + 11 * 4 + 4 * 8 + 4 * PARTS * 2 + 4 * 4 + 2 * 6 + 24 &&
                   sizeof(Comptoir) % 8 == 0,
               "no padding: states are compared as bytes");

/* --- data.c, feats.c, cards.c ---------------------------------------------------------------- */

extern const Game comptoir;
extern const Feat comptoir_feats[], comptoir_bests[];

/* What a Relations card does before its porters are placed; always optional (C-5). */
typedef enum Favour {
    FAVOUR_NONE,
    FAVOUR_MOVE, /* own porters, up to `reach`, go to a neighbouring ship */
    FAVOUR_SWAP, /* an own porter changes places with another's on a neighbouring ship */
    FAVOUR_SEND  /* another's porter goes home, and the placing is bound to that ship */
} Favour;

typedef struct Relation {
    const char *id, *name; /* in notation; in sentences */
    uint8_t commission;
    uint8_t favour; /* Favour */
    uint8_t reach;
    uint8_t ships, each; /* then places `each` porters on each of so many different ships, */
    uint8_t neighbours;  /* 1: which lie side by side (of two) */
} Relation;

extern const Relation comptoir_relations[RELATIONS];
extern const char *const comptoir_goods[GOODS];   /* "madras"... */
extern const uint8_t comptoir_primes[GOODS + 1];  /* 0 for a ship without goods */
extern const uint8_t comptoir_fleet[SIZES];       /* ships of each size, from SMALLEST on */
extern const char *const comptoir_events[EVENTS]; /* in notation; from 1 */
extern const char *const comptoir_event_names[EVENTS];
extern const Tiles comptoir_tiles; /* all sixteen event tiles */

/* --- small questions ------------------------------------------------------------------------- */

/* Porters of all players aboard. */
static inline int ship_aboard(const Ship *ship) {
    uint32_t porters; /* a byte a seat: the product adds them up in its top byte */
    memcpy(&porters, ship->porters, sizeof porters);
    return (int)((porters * 0x01010101u) >> 24);
}

static inline int ship_room(const Ship *ship) {
    return ship->size - ship_aboard(ship);
}

/* C-27: whether `seat` may bring porters aboard, his own or another's. */
static inline bool ship_open(const Ship *ship, int seat) {
    return (ship->size != 0) & ((ship->event != EXCLUSIVITY) | (ship->poser == seat));
}

/* What each porter aboard earns when the ship leaves. */
static inline int ship_prime(const Ship *ship) {
    return comptoir_primes[ship->good] + (ship->event == TOP_QUALITY) -
           (ship->event == POOR_QUALITY);
}

/* How many quays a set has. */
static inline int quays_in(unsigned quays) {
    static const uint8_t bits[1 << QUAYS] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return bits[quays];
}

/* --- rules.c --------------------------------------------------------------------------------- */

void comptoir_apply(void *s, int seat, Move m, News *news);
/* What Chance does: a ship, its goods, a tile for a hand. */
void comptoir_reveal_ship(Comptoir *s, int size, News *news);
void comptoir_turn_up(Comptoir *s, int quay, int good, News *news);
void comptoir_hand_out(Comptoir *s, int seat, int good, News *news);
/* Back to the active player; his turn ends by itself where nothing is left for him to decide. */
void comptoir_resume(Comptoir *s, News *news);

/* One sentence for everyone. */
static inline Event *tell_all(News *news, const char *kind, int n, const char *sentence) {
    return tell(news, kind, -1, n, sentence, sentence);
}

/* Primes of a part of the score; below 0: lost. */
static inline void comptoir_gain(Comptoir *s, int seat, int part, int n) {
    s->score[seat] = (uint8_t)(s->score[seat] + n);
    s->part[seat][part] = (int16_t)(s->part[seat][part] + n);
}

/* --- relations.c ----------------------------------------------------------------------------- */

/* Moves the porters of a card, and nothing else: nobody is paid, no ship leaves. */
void comptoir_lay(Comptoir *s, int seat, Move m);
void comptoir_tell_play(News *news, int seat, Move m, int placed);

/* --- auction.c ------------------------------------------------------------------------------- */

void comptoir_auction(Comptoir *s, int seat, News *news);
void comptoir_offer(Comptoir *s, int event, News *news); /* what Chance drew for it */
void comptoir_bid(Comptoir *s, int seat, int n, News *news);
void comptoir_pass(Comptoir *s, int seat, News *news);

/* --- setup.c --------------------------------------------------------------------------------- */

/* Bit q: the ship at quay q is full. */
unsigned comptoir_full(const Comptoir *s);
/* What each seat earns when this ship leaves. */
void comptoir_wages(const Ship *ship, int wages[PLAYERS_MAX]);
/* Bit p: player p may be left the slate when this ship leaves in the turn of `seat` (C-10). */
unsigned comptoir_slateable(const Comptoir *s, const Ship *ship, int seat);
/* Whether `active` may put an event to auction now (C-15), else why not; and without the why. */
Reason comptoir_may_auction(const Comptoir *s);
bool comptoir_can_auction(const Comptoir *s);
/* Bit q: an event may be put at quay q (C-21). */
unsigned comptoir_bare(const Comptoir *s);
bool comptoir_may_put(const Comptoir *s);            /* whether `active` may play an event now */
int comptoir_hand_size(const Comptoir *s, int seat); /* goods tiles, seen or not */
int comptoir_face_down(const Comptoir *s);           /* tiles of the pile nobody knows */
int comptoir_fleet_left(const Comptoir *s);          /* ships below the next that will come */
int comptoir_events_left(const Comptoir *s);         /* event tiles that may still be auctioned */
Reason comptoir_start(void *s, int players, const uint8_t *options);
Turn comptoir_turn(const void *s);
void comptoir_score(const void *s, Score *out);
const char *comptoir_audit(const void *s);
Reason comptoir_ask(const void *s, int seat);
bool comptoir_haggles(const void *s);

/* --- moves.c --------------------------------------------------------------------------------- */

enum { COMPTOIR_MOVES = 205 }; /* the longest list, derived there */
int comptoir_moves(const void *s, int seat, Move *out);
Move comptoir_sample(const void *s, Rng *rng);
int comptoir_draw_all(void *s, Rng *rng);
int comptoir_weight(const void *s, Move m);
Move comptoir_pick(const void *s, int seat, Rng *rng);
int comptoir_draw(Goods bag, Rng *rng); /* the good of a tile drawn from the bag */

/* --- check.c --------------------------------------------------------------------------------- */

Reason comptoir_check(const void *s, int seat, Move m);

/* --- window.c -------------------------------------------------------------------------------- */

void comptoir_hide(void *s, int viewer);
void comptoir_guess(void *s, int viewer, Rng *rng);

/* --- notation.c ------------------------------------------------------------------------------ */

extern const Notation comptoir_notation;

/* --- picture.c, print.c ---------------------------------------------------------------------- */

void comptoir_picture(const void *s, int viewer, Text *json);
void comptoir_print(const void *s, int viewer, const char *const *names, Lang lang, int width,
                    Text *out);

/* --- sense.c --------------------------------------------------------------------------------- */

int comptoir_sense(const void *s, int seat, Move m);
/* What one more event is worth to `seat`, in hundredths of a prime. */
int comptoir_tile_worth(const Comptoir *s, int seat, int event);

/* --- mind.c ---------------------------------------------------------------------------------- */

Move comptoir_policy(const void *s, int seat, const Style *style, Rng *rng);
int comptoir_choices(const void *s, int seat, const Style *style, Move *out, int32_t *looks);
int32_t comptoir_promise(const void *s, const Style *style, int32_t out[SEATS_MAX + 1]);
int comptoir_stage(const void *s);

/* --- reason.c -------------------------------------------------------------------------------- */

void comptoir_reason(const void *s, int seat, Move m, News *news);

/* --- orders.c -------------------------------------------------------------------------------- */

extern const char *const comptoir_wares[];
extern const char *const comptoir_ahead[];
bool comptoir_lot(const void *s, int seat, Lot *out);
int comptoir_stake(const void *s, int seat, Move m);
int comptoir_means(const void *s, int seat);

#endif
