#define _GNU_SOURCE /* struct ucred */
#include "server/desk.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/answer.h"
#include "server/connection.h"
#include "server/gallery.h"
#include "server/lobby.h"
#include "server/penalties.h"
#include "server/session.h"
#include "server/tables.h"
#include "store/admin.h"

enum {
    CALLERS = 8,      /* at once */
    LINE_BYTES = 512, /* of a request, but for what import brings */
    REQUEST_BYTES = ADMIN_BODY + LINE_BYTES,
};

struct Desk {
    uv_pipe_t door;
    Caller *callers;
    int count;
    char path[sizeof((struct sockaddr_un *)0)->sun_path]; /* "": it does not fit */
};

/* Somebody who stands at the desk. */
struct Caller {
    uv_pipe_t line;
    uv_write_t writing;
    Server *server;
    Caller *next;
    AdminAct act;
    Text input, answer;
    bool asked; /* the store is at it */
    bool gone;  /* he hung up, or was sent away */
};

/* --- coming and going ------------------------------------------------------------------------- */

static void free_caller(uv_handle_t *line) {
    Caller *caller = line->data;
    text_free(&caller->input);
    text_free(&caller->answer);
    free(caller);
}

/* Out of the list; the memory goes when neither the store nor the loop needs it any more. */
static void dismiss(Caller *caller) {
    Desk *desk = caller->server->desk;
    if (caller->gone) return;
    caller->gone = true;
    Caller **at = &desk->callers;
    while (*at != caller)
        at = &(*at)->next;
    *at = caller->next;
    desk->count--;
    if (!caller->asked) uv_close((uv_handle_t *)&caller->line, free_caller);
}

static void written(uv_write_t *writing, int status) {
    (void)status;
    dismiss(writing->data);
}

/* Tells him what `answer` has; where he is gone by now his memory may go too. */
static void reply(Caller *caller) {
    uv_buf_t bytes = uv_buf_init(caller->answer.at, (unsigned)caller->answer.length);
    caller->asked = false;
    if (caller->gone) {
        uv_close((uv_handle_t *)&caller->line, free_caller);
        return;
    }
    caller->writing.data = caller;
    uv_read_stop((uv_stream_t *)&caller->line);
    if (uv_write(&caller->writing, (uv_stream_t *)&caller->line, &bytes, 1, written))
        dismiss(caller);
}

static void refuse(Caller *caller, Reason why) {
    text_clear(&caller->answer);
    text_printf(&caller->answer, "no\t%d\t%s\n", why.n, why.text);
    reply(caller);
}

/* --- acts ------------------------------------------------------------------------------------- */

/* What an act means for those who are here. */
void desk_carry_out(Server *server, const char *word, const char *subject) {
    if (strcmp(word, "close") == 0 || strcmp(word, "delete") == 0) {
        lobby_forget(server, subject);
        gallery_forget(server);
        tables_dismiss(server, subject);
    }
    if (strcmp(word, "ban") != 0) return;
    char address[ADDRESS_MAX];
    address_form(subject, address);
    for (Connection *c = server->connections; c; c = c->next) {
        if (!c->socket || !c->socket->person) continue;
        bool meant = strcmp(c->socket->person->self.id, subject) == 0 ||
                     strcmp(c->address->text, address) == 0;
        if (!meant) continue;
        answer_error(c->socket, NULL, REFUSE_BANNED, -1);
        socket_end(c->socket, 1008, "banned");
    }
}

static void looked(void *who, StoreAnswer *answer) {
    Caller *caller = who;
    Server *server = caller->server;
    penalties_take(server, answer);
    desk_carry_out(server, caller->act.words[0], caller->act.words[1]);
    reply(caller);
}

static void done(void *who, StoreAnswer *answer) {
    Caller *caller = who;
    Server *server = caller->server;
    Reason why = answer->why;
    if (answer->result != STORE_DONE)
        why = REFUSED(N_("the store could not keep it; nothing was changed"));
    if (why.text) {
        refuse(caller, why);
        return;
    }
    if (!server->stopping && admin_goes_on(&caller->act, answer->lines)) {
        store_admin(server->store, &caller->act, mailbox_put,
                    mailbox_expect(&server->mailbox, done, caller));
        return;
    }
    text_clear(&caller->answer);
    text_printf(&caller->answer, "ok\n%s", answer->lines);
    server_log(server, "%s did: %s", caller->act.who, caller->act.words[0]);
    penalties_ask(server, mailbox_put, mailbox_expect(&server->mailbox, looked, caller));
}

/* Cuts the line into words. False where there are too many, or one is too long. */
static bool read_words(char *line, AdminAct *act) {
    for (char *word = line, *end; word; word = end) {
        end = strchr(word, '\t');
        if (end) *end++ = '\0';
        if (act->count == ADMIN_WORDS || strlen(word) >= sizeof act->words[0]) return false;
        strcpy(act->words[act->count++], word);
    }
    return true;
}

/* A whole request has come, or more is awaited. */
static void consider(Caller *caller) {
    Text *input = &caller->input;
    char *end = memchr(input->at, '\n', input->length < LINE_BYTES ? input->length : LINE_BYTES);
    size_t rest = end ? input->length - (size_t)(end + 1 - input->at) : 0;
    if (!end && input->length < LINE_BYTES) return;
    if (!end) {
        refuse(caller, REFUSED(N_("this act is not known, or something is missing")));
        return;
    }
    size_t wanted = strncmp(input->at, "import\t", 7) == 0 ? strtoul(input->at + 7, NULL, 10) : 0;
    if (wanted <= ADMIN_BODY && rest < wanted) return;
    uv_read_stop((uv_stream_t *)&caller->line);
    *end = '\0';
    if (wanted > ADMIN_BODY || rest > wanted || !read_words(input->at, &caller->act) ||
        caller->server->stopping) {
        refuse(caller, REFUSED(N_("this act is not known, or something is missing")));
        return;
    }
    if (wanted) {
        caller->act.body = end + 1;
        caller->act.count = 1; /* how many bytes is nothing for the log */
    }
    caller->asked = true;
    store_admin(caller->server->store, &caller->act, mailbox_put,
                mailbox_expect(&caller->server->mailbox, done, caller));
}

/* --- the socket ------------------------------------------------------------------------------- */

static void make_room(uv_handle_t *line, size_t size, uv_buf_t *out) {
    static char room[65536]; /* read and copied before the next is asked for */
    (void)line;
    (void)size;
    *out = uv_buf_init(room, sizeof room);
}

static void on_read(uv_stream_t *line, ssize_t size, const uv_buf_t *bytes) {
    Caller *caller = line->data;
    if (size < 0) {
        dismiss(caller);
        return;
    }
    if (caller->input.length + (size_t)size > REQUEST_BYTES ||
        memchr(bytes->base, 0, (size_t)size)) {
        refuse(caller, REFUSED(N_("this is not the file of a table, or it was cut")));
        return;
    }
    text_add_n(&caller->input, bytes->base, (size_t)size);
    consider(caller);
}

/* Whether the other end is the account we run as, or root; its name. */
static bool is_ours(uv_pipe_t *line, char who[33]) {
    struct ucred peer;
    int fd;
    if (uv_fileno((uv_handle_t *)line, &fd) ||
        getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &(socklen_t){sizeof peer}) != 0)
        return false;
    const struct passwd *account = getpwuid(peer.uid);
    Text name = text_over(who, 33);
    if (account)
        text_add(&name, account->pw_name);
    else
        text_int(&name, peer.uid);
    return peer.uid == geteuid() || peer.uid == 0;
}

static void come(uv_stream_t *door, int status) {
    Server *server = door->loop->data;
    Desk *desk = server->desk;
    if (status < 0) return;
    Caller *caller = server_alloc(sizeof *caller);
    caller->server = server;
    caller->input = text_grow();
    caller->answer = text_grow();
    uv_pipe_init(&server->loop, &caller->line, 0);
    caller->line.data = caller;
    caller->next = desk->callers;
    desk->callers = caller;
    desk->count++;
    if (uv_accept(door, (uv_stream_t *)&caller->line)) {
        dismiss(caller);
    } else if (!is_ours(&caller->line, caller->act.who)) {
        say_wrong("%s was refused at the desk of this house", caller->act.who);
        refuse(caller, REFUSED(N_("only the account that runs this house may do this")));
    } else if (desk->count > CALLERS) {
        refuse(caller, REFUSED(N_("too many ask at once; try again")));
    } else {
        uv_read_start((uv_stream_t *)&caller->line, make_room, on_read);
    }
}

void desk_open(Server *server) {
    Desk *desk = server_alloc(sizeof *desk);
    Text path = text_over(desk->path, sizeof desk->path);
    text_printf(&path, "%s/%s", server->options.data, ADMIN_SOCKET);
    if (path.cut) desk->path[0] = '\0'; /* what is left of it names something else */
    server->desk = desk;
    uv_pipe_init(&server->loop, &desk->door, 0);
    unlink(desk->path); /* of a server that was killed: the folder is ours */
    mode_t mask = umask(0177);
    bool well = desk->path[0] && !uv_pipe_bind(&desk->door, desk->path) &&
                !uv_listen((uv_stream_t *)&desk->door, CALLERS, come);
    umask(mask);
    if (!well) say_wrong("there is no place for %s in the data folder", ADMIN_SOCKET);
}

static void free_desk(uv_handle_t *door) {
    free(door->data);
}

void desk_close(Server *server) {
    Desk *desk = server->desk;
    if (!desk) return;
    while (desk->callers)
        dismiss(desk->callers);
    unlink(desk->path);
    desk->door.data = desk;
    uv_close((uv_handle_t *)&desk->door, free_desk);
}
