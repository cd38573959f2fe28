/* names.h: names for tables and guests that nobody named. */
#ifndef NEGOCE_NAMES_H
#define NEGOCE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

/* A harbour of the age of sail, for a table. */
const char *new_table_name(void);

/* A wind, for a guest: the same for the same session. Winds keep their names in every language. */
const char *new_guest_name(const uint8_t session[SESSION_BYTES]);

/* Whether a name could be taken for one that a guest may be given. */
bool guest_name(const char *name);

#endif
