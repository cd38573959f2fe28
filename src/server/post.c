#include "server/post.h"

#include <stdlib.h>

static void ring(uv_async_t *bell) {
    post_deliver(bell->data);
}

void post_start(Post *post, uv_loop_t *loop) {
    post->first = NULL;
    post->last = &post->first;
    if (uv_mutex_init(&post->mutex) || uv_async_init(loop, &post->bell, ring)) abort();
    post->bell.data = post;
}

Letter *post_letter(Post *post, PostOpen open, void *who) {
    Letter *letter = calloc(1, sizeof *letter);
    if (!letter) abort();
    letter->post = post;
    letter->open = open;
    letter->who = who;
    return letter;
}

void post_arrived(void *who, StoreAnswer *answer) {
    Letter *letter = who;
    Post *post = letter->post;
    letter->answer = answer;
    uv_mutex_lock(&post->mutex);
    *post->last = letter;
    post->last = &letter->next;
    uv_mutex_unlock(&post->mutex);
    uv_async_send(&post->bell);
}

void post_deliver(Post *post) {
    uv_mutex_lock(&post->mutex);
    Letter *letter = post->first;
    post->first = NULL;
    post->last = &post->first;
    uv_mutex_unlock(&post->mutex);
    while (letter) {
        Letter *next = letter->next;
        letter->open(letter->who, letter->answer);
        store_answer_free(letter->answer);
        free(letter);
        letter = next;
    }
}

void post_stop(Post *post) {
    uv_close((uv_handle_t *)&post->bell, NULL);
    uv_mutex_destroy(&post->mutex);
}
