/* listing.h: the answer to `tables`: the store names them, each table writes its own summary. */
#ifndef NEGOCE_LISTING_H
#define NEGOCE_LISTING_H

#include "server/tables.h"

/* Begins the answer to `tables`. */
void listing_begin(Job *job);

/* The table an inner job asked is ready: `live` writes its summary. NULL: it is not to be had. */
void listing_write(const LiveTable *live, Job *inner);

#endif
