/* adminask.h: an act asked of whoever holds a data folder: the server that runs there, through its
   local socket, or this command itself where none does. */
#ifndef NEGOCE_ADMINASK_H
#define NEGOCE_ADMINASK_H

#include "store/admin.h"

/* Does the act; what there is to tell goes to `out`. */
Reason admin_ask(const char *directory, AdminAct *act, Text *out);

#endif
