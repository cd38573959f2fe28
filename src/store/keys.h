/* keys.h: the keys of a house: files of its folder that its account alone may read, session.key and
   vapid.key. One that is there is whole, also after a power cut. */
#ifndef NEGOCE_STORE_KEYS_H
#define NEGOCE_STORE_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum { KEY_FILE_MAX = 4096 }; /* bytes of a key, and one more */

/* Reads at most `room` bytes of a key: how many there are; -1 where it cannot be read, with ENOENT
   where there is none. */
int key_read(const char *folder, const char *name, void *out, size_t room);

/* Writes a key, in place of the one that is there. */
bool key_write(const char *folder, const char *name, const void *bytes, size_t size);

#endif
