/* post.h: letters from the store's thread to the loop.

   The store calls back in its own thread; everything of the house belongs to the thread of the
   loop. A letter carries the answer across and is opened there, in the order of the answers. */
#ifndef NEGOCE_POST_H
#define NEGOCE_POST_H

#include "store/store.h"

#include <uv.h>

typedef struct Post Post;

/* Opens a letter, in the loop. The answer is freed afterwards. */
typedef void (*PostOpen)(void *who, StoreAnswer *answer);

typedef struct Letter Letter;
struct Letter {
    Letter *next;
    Post *post;
    PostOpen open;
    void *who;
    StoreAnswer *answer;
};

struct Post {
    uv_async_t bell;
    uv_mutex_t mutex; /* guards the list */
    Letter *first, **last;
};

void post_start(Post *post, uv_loop_t *loop);

/* A letter for the answer to come: what to call a store function with, besides post_arrived. */
Letter *post_letter(Post *post, PostOpen open, void *who);

/* The StoreDone that goes with a letter. */
void post_arrived(void *letter, StoreAnswer *answer);

/* Opens every letter that has arrived. */
void post_deliver(Post *post);

/* No letter may be under way any more. */
void post_stop(Post *post);

#endif
