/* cards.h: in how many ways a Relations card can be played, and which. The three questions of
   moves.c about a card are answered from the same few facts of the port. */
#ifndef NEGOCE_COMPTOIR_CARDS_H
#define NEGOCE_COMPTOIR_CARDS_H

#include "games/comptoir/state.h"

static inline int least(int a, int b) {
    return a < b ? a : b;
}

/* A number a quay, a byte each: what is asked of all quays is answered at once. */
typedef uint32_t Lanes;

#define LANES_ONE 0x01010101u

static inline int lane(Lanes lanes, int quay) {
    return (int)(lanes >> (8 * quay) & 0xff);
}

static inline int lanes_sum(Lanes lanes) {
    return (int)((lanes * LANES_ONE) >> 24);
}

/* 1 where the number is at least n; numbers and n are below 128. */
static inline Lanes lanes_from(Lanes lanes, int n) {
    return (lanes + LANES_ONE * (Lanes)(0x80 - n)) >> 7 & LANES_ONE;
}

/* Of lanes of 0 and 1: bit q for quay q. */
static inline unsigned lanes_set(Lanes lanes) {
    return (lanes * 0x01020408u) >> 24 & 15;
}

/* The port as the player of a card sees it. */
typedef struct Port {
    int seat, home; /* who plays, and his porters ashore */
    Lanes open;     /* 1: he may bring porters aboard, were there room (C-27) */
    Lanes room;     /* free places where it is open */
    Lanes mine;     /* own porters aboard */
    Lanes rivals;   /* other players with a porter aboard */
    unsigned able;  /* bit q: he can place a porter at q now */
} Port;

Port comptoir_port(const Comptoir *s, int seat);

/* Every way to play a card: lists them, or tells the one with this number of so many. */
int comptoir_card_list(const Comptoir *s, const Port *port, int card, Move *out);
Move comptoir_card_number(const Comptoir *s, const Port *port, int card, int index);

/* How many ways the cards of the set have together up to each card; returns that of all. */
int comptoir_card_sums(const Port *port, unsigned cards, int sums[RELATIONS]);

/* The ways to place porters after a favour: each hexadecimal digit is a set of quays. */
typedef uint32_t Choices;
Choices comptoir_placings(const Relation *relation, unsigned able, int home);

static inline int choices_count(Choices choices) {
    return (35 - __builtin_clz(choices | 1)) / 4; /* digits; nowhere is one way too (C-40) */
}

static inline unsigned choice_number(Choices choices, int index) {
    return choices >> (4 * index) & 15;
}

#endif
