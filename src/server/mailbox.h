/* mailbox.h: answers from the store's thread to the loop.

   The store calls back in its own thread; everything of the server belongs to the thread of the
   loop. A mail carries the answer across and is handled there, in the order of the answers. */
#ifndef NEGOCE_MAILBOX_H
#define NEGOCE_MAILBOX_H

#include "store/store.h"

#include <uv.h>

typedef struct Mailbox Mailbox;

/* Takes an answer, in the loop. It is freed afterwards. */
typedef void (*MailHandler)(void *who, StoreAnswer *answer);

typedef struct Mail Mail;
struct Mail {
    Mail *next;
    Mailbox *mailbox;
    MailHandler handle;
    void *who;
    StoreAnswer *answer;
};

struct Mailbox {
    uv_async_t bell;
    uv_mutex_t mutex; /* guards the list */
    Mail *first, **last;
};

void mailbox_start(Mailbox *mailbox, uv_loop_t *loop);

/* A mail for the answer to come: what to call a store function with, besides mailbox_put. */
Mail *mailbox_expect(Mailbox *mailbox, MailHandler handle, void *who);

/* The StoreDone that goes with a mail. */
void mailbox_put(void *mail, StoreAnswer *answer);

/* Handles every mail that has arrived; whether any had. */
bool mailbox_deliver(Mailbox *mailbox);

/* No mail may be under way any more. */
void mailbox_stop(Mailbox *mailbox);

#endif
