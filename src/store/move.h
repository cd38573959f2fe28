/* move.h: a house that moves, between a folder of its own and a log (`negoce move`).

   While nobody serves it. Rows are carried as they are, in the order of their keys; what is there
   already is not carried again, so that a move that was broken off goes on. In the end all of it is
   read back and compared, row by row. */
#ifndef NEGOCE_STORE_MOVE_H
#define NEGOCE_STORE_MOVE_H

#include "store/store.h"

typedef struct Moved {
    int tables;     /* of the house */
    long long rows; /* carried, and compared */
} Moved;

/* From a folder into a log, which must be empty or hold a part of the same house. */
Reason move_in(const char *folder, const StorePlace *place, Moved *moved);

/* From a log into a folder that has no house yet. */
Reason move_out(const StorePlace *place, const char *folder, Moved *moved);

#endif
