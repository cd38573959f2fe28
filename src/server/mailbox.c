#include "server/mailbox.h"

#include <stdlib.h>

static void ring(uv_async_t *bell) {
    mailbox_deliver(bell->data);
}

void mailbox_start(Mailbox *mailbox, uv_loop_t *loop) {
    mailbox->first = NULL;
    mailbox->last = &mailbox->first;
    if (uv_mutex_init(&mailbox->mutex) || uv_async_init(loop, &mailbox->bell, ring)) abort();
    mailbox->bell.data = mailbox;
    uv_unref((uv_handle_t *)&mailbox->bell); /* a loop with nothing else to do ends */
}

Mail *mailbox_expect(Mailbox *mailbox, MailHandler handle, void *who) {
    Mail *mail = malloc(sizeof *mail);
    if (!mail) abort();
    *mail = (Mail){.mailbox = mailbox, .handle = handle, .who = who};
    return mail;
}

void mailbox_put(void *who, StoreAnswer *answer) {
    Mail *mail = who;
    Mailbox *mailbox = mail->mailbox;
    mail->answer = answer;
    uv_mutex_lock(&mailbox->mutex);
    *mailbox->last = mail;
    mailbox->last = &mail->next;
    uv_mutex_unlock(&mailbox->mutex);
    uv_async_send(&mailbox->bell);
}

bool mailbox_deliver(Mailbox *mailbox) {
    uv_mutex_lock(&mailbox->mutex);
    Mail *mail = mailbox->first;
    mailbox->first = NULL;
    mailbox->last = &mailbox->first;
    uv_mutex_unlock(&mailbox->mutex);
    bool any = mail != NULL;
    while (mail) {
        Mail *next = mail->next;
        mail->handle(mail->who, mail->answer);
        store_answer_free(mail->answer);
        free(mail);
        mail = next;
    }
    return any;
}

void mailbox_stop(Mailbox *mailbox) {
    uv_close((uv_handle_t *)&mailbox->bell, NULL);
    uv_mutex_destroy(&mailbox->mutex);
}
