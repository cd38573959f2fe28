/* worth.c: what goods are worth to a seat (worth.h). */
#include "games/voc/worth.h"

static void enter(Book *book, int card, int value) {
    if (book->count == BOOK_MAX) return;
    book->card[book->count] = (uint8_t)card;
    book->value[book->count++] = value;
}

static void ask(Book *book, int card) {
    for (int good = 0; good < GOODS; good++)
        if (count_of(voc_contracts[card].need[0] | voc_contracts[card].need[1], good) &&
            !count_of(book->asked, good))
            book->asked += count_one(good);
}

Book book_of(const Voc *s, int seat, int without) {
    Book book = {0};
    for (int i = 0; i < s->rows; i++) {
        int card = s->row[i];
        ask(&book, card);
        if (card == without || (s->advanced && s->signer[card] != seat)) continue;
        enter(&book, card, voc_contracts[card].value * DAALDER);
    }
    return book;
}

/* Whether number `at` of the row goes to Amsterdam within so many years, if nobody fills any. */
static bool leaves(const Voc *s, int at, int years) {
    if (!s->advanced) return ROW_LIMIT - 1 - s->rows + at < years;
    if (s->signer[s->row[at]] != NOBODY) return false;
    for (int year = s->year + 1; year <= s->year + years; year++)
        if (voc_convoy(year)) return true;
    return false;
}

Book book_hoped(const Voc *s, int seat, int later) {
    Book book = {0};
    for (int own = 1; own >= 0; own--)
        for (int i = 0; i < s->rows; i++) {
            int card = s->row[i], signer = s->signer[card];
            if (leaves(s, i, later)) continue;
            ask(&book, card);
            if ((!s->advanced || signer == seat) != own || (!own && signer != NOBODY)) continue;
            enter(&book, card, voc_contracts[card].value * (own ? DAALDER : DAALDER * 3 / 4));
        }
    return book;
}

/* Two goods can wait in the warehouse for a contract that asks for them. */
static int stored_worth(const Book *book, Wares goods) {
    int best[STORED] = {0};
    for (int good = 0; good < GOODS; good++)
        for (int n = count_of(goods, good); n > 0; n--) {
            int worth = voc_unit[good] * (count_of(book->asked, good) ? 5 : 3);
            if (worth > best[0]) {
                best[1] = best[0];
                best[0] = worth;
            } else if (worth > best[1]) {
                best[1] = worth;
            }
        }
    return best[0] + best[1];
}

/* Contracts from number `i` on. */
static int fill(const Book *book, int i, Wares goods) {
    if (!goods) return 0;
    if (i == book->count) return stored_worth(book, goods);
    int card = book->card[i], best = fill(book, i + 1, goods);
    for (int side = 0; side < 2; side++) {
        Wares need = voc_contracts[card].need[side];
        if (!need || !count_has(goods, need)) continue;
        int worth = book->value[i] + fill(book, i + 1, goods - need);
        if (worth > best) best = worth;
    }
    return best;
}

int book_worth(const Book *book, Wares goods) {
    return fill(book, 0, goods);
}
