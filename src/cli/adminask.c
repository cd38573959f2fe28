#include "cli/adminask.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/words.h"
#include "store/wait.h"

/* --- a server that runs ----------------------------------------------------------------------- */

#define REFUSE_SILENT REFUSED(N_("the server of this house does not answer"))

static bool send_all(int line, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(line, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* "ok" and what there is to tell, or "no", a number and a sentence. The sentence stays in `out`. */
static Reason read_answer(int line, Text *out) {
    char block[4096];
    ssize_t size;
    while ((size = recv(line, block, sizeof block, 0)) > 0)
        text_add_n(out, block, (size_t)size);
    if (strncmp(out->at, "ok\n", 3) == 0) {
        memmove(out->at, out->at + 3, out->length - 2);
        out->length -= 3;
        return ALLOWED;
    }
    int n, at = 0;
    char *end = strchr(out->at, '\n');
    if (!end || sscanf(out->at, "no\t%d\t%n", &n, &at) != 1 || at == 0) return REFUSE_SILENT;
    *end = '\0';
    return (Reason){out->at + at, n};
}

static Reason ask_server(int line, const AdminAct *act, Text *out) {
    Text request = text_grow();
    for (int i = 0; i < act->count; i++)
        text_printf(&request, "%s%s", i ? "\t" : "", act->words[i]);
    size_t length = act->body ? strlen(act->body) : 0;
    if (length) text_printf(&request, "\t%zu", length);
    text_char(&request, '\n');
    /* Who is refused at the door may find it shut while he still speaks: the answer counts. */
    if (send_all(line, request.at, request.length) && length) send_all(line, act->body, length);
    Reason why = read_answer(line, out);
    text_free(&request);
    close(line);
    return why;
}

/* A line to the server of this folder; -1 where none runs, or it may not be asked. */
static int call_server(const char *directory, Reason *why) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    Text path = text_over(at.sun_path, sizeof at.sun_path);
    text_printf(&path, "%s/%s", directory, ADMIN_SOCKET);
    int line = path.cut ? -1 : socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    *why = ALLOWED;
    if (line >= 0 && connect(line, (struct sockaddr *)&at, sizeof at) == 0) return line;
    if (line >= 0 && (errno == EACCES || errno == EPERM))
        *why = REFUSED(N_("only the account that runs this house may do this"));
    if (line >= 0) close(line);
    return -1;
}

/* --- nobody there: the command does it itself ------------------------------------------------- */

static Reason do_here(const char *directory, AdminAct *act, Text *out) {
    Reason why;
    Text file = text_grow();
    bool copy = admin_file(directory, &file);
    bool there = access(file.at, F_OK) == 0 || errno == EACCES;
    text_free(&file);
    if (copy) return REFUSED(N_("this house is in NATS: start its server here, and ask again"));
    if (!there) return REFUSE_EMPTY;
    const struct passwd *account = getpwuid(geteuid());
    Text name = text_over(act->who, sizeof act->who);
    text_add(&name, account ? account->pw_name : "");
    Store *store = store_open(directory, &why);
    if (!store) return why;
    StoreAnswer *answer = NULL;
    do {
        StoreWait wait = STORE_WAIT;
        store_answer_free(answer);
        store_admin(store, act, store_waited, &wait);
        answer = store_wait(&wait);
    } while (answer->result == STORE_DONE && !answer->why.text &&
             admin_goes_on(act, answer->lines));
    why = answer->result == STORE_DONE
              ? answer->why
              : REFUSED(N_("the store could not keep it; nothing was changed"));
    if (!why.text) text_add(out, answer->lines);
    store_answer_free(answer);
    store_close(store);
    return why;
}

Reason admin_ask(const char *directory, AdminAct *act, Text *out) {
    Reason why;
    int line = call_server(directory, &why);
    if (why.text) return why;
    return line >= 0 ? ask_server(line, act, out) : do_here(directory, act, out);
}
