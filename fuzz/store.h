/* store.h: the store of a fuzzed server: in memory, answering at once, and told when to fail. */
#ifndef NEGOCE_FUZZ_STORE_H
#define NEGOCE_FUZZ_STORE_H

#include "store/accounts.h"

typedef struct Journal {
    StoreTable header;
    Text journal;
    int lines;
    Stage stage;
    int at;
    Turn turn;
    char seats[SEATS_TEXT_MAX];
    int sitters;
    char sitter[SEATS_MAX][OWNER_MAX + 1];
} Journal;

Journal *journal_named(const char *id); /* NULL: there is no such table */

void memory_store_open(void);
void memory_store_fails(void); /* one call more */
void memory_store_recovers(void);

/* Every journal must replay to a table of as many lines. */
void memory_store_close(void);

#endif
