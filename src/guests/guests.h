/* guests.h: bots by other people, as programs that are asked line by line (docs/bot-protocol.md).

   A guest is a process of its own: it gets what its seat may know as text and answers a move as
   text. It is trusted with nothing: it is started without our open files, ends with
   all it has started when it is stopped and when we end, however we end, has so long to answer, and
   may say only so much. One that hangs, dies, floods or answers nonsense is stopped for good and
   says why (guest_tell_fault); the built-in level of its player plays on in its place. Needs
   processes, so it is no part of the browser's build. */
#ifndef NEGOCE_GUESTS_H
#define NEGOCE_GUESTS_H

#include "bots/bots.h"

enum {
    GUEST_COMMAND = 240,  /* bytes of a command */
    GUEST_THINKS = 1000,  /* milliseconds for a decision where nobody says */
    GUEST_GRACE = 1000,   /* milliseconds beyond its time to think: pipes and a busy machine */
    GUEST_START = 10000,  /* milliseconds for its first answer: an interpreter has to load */
    GUEST_BYTES = 1 << 16 /* bytes it may say for one answer */
};

typedef struct Guest Guest;

/* A guest that will run `command` in a shell, once it is asked. It has `milliseconds` for a
   decision. What it writes to standard error is for its author: `loud` lets it through. */
Guest *guest_new(const char *command, int milliseconds, bool loud);

/* Stops the process, whatever it does. */
void guest_free(Guest *guest);

/* For Player.asker; valid as long as the guest. */
Asker *guest_asker(Guest *guest);

/* Whether it has lost its seat, and why, in words for who runs it: with the move it answered where
   that was the fault, and what is wrong with it. */
bool guest_lost(const Guest *guest);
void guest_tell_fault(const Guest *guest, Lang lang, Text *out);

#endif
