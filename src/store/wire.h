/* wire.h: calls as messages of a log.

   A message is JSON: its format, what is done, and whatever of a call is not empty, by name. Every
   node does the same with it, today or when it reads the log from its beginning in ten years; so
   what stands here by name stays. */
#ifndef NEGOCE_STORE_WIRE_H
#define NEGOCE_STORE_WIRE_H

#include "store/call.h"

/* Writes a call that changes something. False where it cannot be said in a message. */
bool wire_write(const Call *call, Text *out);

typedef enum WireResult { WIRE_READ, WIRE_NEWER, WIRE_BROKEN } WireResult;

/* Reads one; NULL but for WIRE_READ. WIRE_NEWER: it has a later format than we know. */
WireResult wire_read(const char *text, size_t size, Call **call);

#endif
