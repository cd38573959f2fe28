#define _GNU_SOURCE /* pipe2, _Fork */
#include "guests/guests.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/notation.h"

enum { SAID = 64 }; /* bytes of an impossible move that are told */

struct Guest {
    Asker asker; /* first: an asker of ours is its guest */
    char command[GUEST_COMMAND + 1];
    int milliseconds;
    bool loud;    /* its standard error is ours */
    bool started; /* and not stopped since */
    int line;     /* our end of the socket that is its standard input and output */
    int leash;    /* our end of a pipe: the keeper ends the guest once nobody holds it */
    Reason fault;
    char said[SAID + 1]; /* the start of the move it lost its seat by, "" where it was none, */
    Reason refusal;      /* and why that is not possible */

    /* the question it thinks about */
    const Game *game;
    int seat;
    _Alignas(16) unsigned char hidden[STATE_MAX];
    Text question;
    size_t sent;
    bool answered; /* anything, ever: then it has started */
    int64_t deadline;
    char input[GUEST_BYTES + 1];
    size_t filled; /* of it, not yet a whole line */
    size_t words;  /* bytes it has said since the question */
};

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- the process ------------------------------------------------------------------------------ */

/* Nobody waits for the end: its keeper sees to it, in some milliseconds. */
static void stop(Guest *guest) {
    if (!guest->started) return;
    close(guest->line);
    close(guest->leash);
    guest->started = false;
}

static void lose(Guest *guest, Reason why) {
    guest->fault = why;
    stop(guest);
}

/* In a child, between fork and exec: nothing but system calls. A shell runs `command`, of which
   `word` is $0, with this as its standard input and output, and with nothing else of ours. */
static void become(const char *command, const char *word, int line, bool loud) {
    signal(SIGPIPE, SIG_DFL);
    if (dup2(line, STDIN_FILENO) < 0 || dup2(line, STDOUT_FILENO) < 0) _exit(127);
    int nowhere = loud ? -1 : open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    long last = sysconf(_SC_OPEN_MAX);
    for (int fd = STDERR_FILENO + 1; fd < (last < 0 || last > 4096 ? 4096 : last); fd++)
        close(fd);
    execl("/bin/sh", "sh", "-c", command, word, (char *)NULL);
    _exit(127);
}

/* A guest may start others, and they may leave its group and its session; and we may end without a
   moment to stop anybody (Ctrl-C, SIGKILL). So its parent is a keeper, to whom the system gives
   whatever in its family has lost its parent. It waits for the end of a pipe that only we hold
   open; then it ends the group of the guest, and its own children until there are none left. It is
   nobody's child but the system's, so that we need not wait for it. */
static const char keep[] = "read -r nothing; kill -KILL -$0;"
                           "while all=; read -r all </proc/$$/task/$$/children; [ \"$all\" ]; do"
                           " kill -KILL $all; sleep 0; done";

/* In a child, whose own child becomes the keeper; the same holds as in `become`. */
static void become_keeper(const Guest *guest, int line, int leash) {
    char word[16];
    Text number = text_over(word, sizeof word);
    pid_t keeper = _Fork();
    if (keeper != 0) _exit(keeper < 0 ? 127 : 0);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1L) != 0 || setpgid(0, 0) != 0) _exit(127);
    pid_t process = _Fork();
    if (process == 0) {
        setpgid(0, 0);
        become(guest->command, "sh", line, guest->loud);
    }
    if (process < 0) _exit(127);
    setpgid(process, process); /* whoever comes first */
    text_int(&number, process);
    become(keep, word, leash, false);
}

static bool start(Guest *guest) {
    int pair[2], ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        close(pair[0]);
        close(pair[1]);
        return false;
    }
    int status = 0;
    pid_t child = fork();
    if (child == 0) become_keeper(guest, pair[1], ends[0]);
    close(pair[1]);
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        close(pair[0]);
        close(ends[1]);
        return false;
    }
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    guest->started = true;
    guest->line = pair[0];
    guest->leash = ends[1];
    return true;
}

/* --- asking ----------------------------------------------------------------------------------- */

/* All it may know, then "go". */
static void write_question(Guest *guest, int players) {
    Text *out = &guest->question;
    const Game *game = guest->game;
    Move list[MOVES_MAX + IDEAS_MAX];
    text_clear(out);
    if (!guest->answered) text_add(out, "negoce 1\n");
    text_printf(out, "turn %s %d %d\npicture ", game->id, players, guest->seat);
    Text picture = text_grow();
    game->words.picture(guest->hidden, guest->seat, &picture);
    text_add_n(out, picture.at, picture.length);
    text_free(&picture);
    text_char(out, '\n');
    int n = game->rules.moves(guest->hidden, guest->seat, list);
    if (game->rules.ideas) n += game->rules.ideas(guest->hidden, guest->seat, list + n);
    for (int i = 0; i < n; i++) {
        text_add(out, "legal ");
        move_write(game, list[i], out);
        text_char(out, '\n');
    }
    text_printf(out, "go %d\n", guest->milliseconds);
}

static void question(Asker *asker, const Game *game, const void *hidden, int players, int seat) {
    Guest *guest = (Guest *)asker;
    if (guest->fault.text) return;
    guest->game = game;
    guest->seat = seat;
    memcpy(guest->hidden, hidden, game->state_size);
    write_question(guest, players);
    guest->sent = guest->filled = guest->words = 0;
    guest->deadline =
        now_ms() + guest->milliseconds + (guest->answered ? GUEST_GRACE : GUEST_START);
    if (!guest->started && !start(guest)) lose(guest, REFUSED(N_("It could not be started.")));
}

/* What it said may hold anything: only plain letters and signs of it are shown. */
static void lose_by(Guest *guest, const char *said, Reason refusal) {
    Text text = text_over(guest->said, sizeof guest->said);
    for (; *said && !text.cut; said++)
        text_char(&text, *said >= ' ' && *said <= '~' ? *said : '?');
    guest->refusal = refusal;
    lose(guest, REFUSED(N_("It answered a move that is not possible: “{other}”.")));
}

/* Takes one line; true where it is the answer. */
static bool take_line(Guest *guest, const char *line, Move *move) {
    static const char word[] = "move";
    const char *said = line + sizeof word - 1;
    if (strncmp(line, word, sizeof word - 1) != 0 || !strchr(" \t", *said))
        return false;            /* "ready", a name, talk: all the same to us */
    said += strspn(said, " \t"); /* a bare `move` is an answer too, of a move there is not */
    const Game *game = guest->game;
    Reason why = move_read(game, said, move);
    if (!why.text) why = game->rules.check(guest->hidden, guest->seat, *move);
    if (why.text) lose_by(guest, *said ? said : line, why);
    return true;
}

/* Takes the whole lines heard so far; true where the answer was among them. */
static bool take_lines(Guest *guest, Move *move) {
    char *at = guest->input, *end;
    bool found = false;
    guest->input[guest->filled] = '\0';
    while (!found && (end = memchr(at, '\n', guest->filled - (size_t)(at - guest->input)))) {
        *end = '\0';
        if (end > at && end[-1] == '\r') end[-1] = '\0';
        found = take_line(guest, at, move);
        at = end + 1;
    }
    guest->filled -= (size_t)(at - guest->input);
    memmove(guest->input, at, guest->filled);
    return found;
}

/* Writes and reads what goes without waiting; false where the line is broken. */
static bool exchange(Guest *guest, short events) {
    if (events & POLLOUT) {
        ssize_t n = send(guest->line, guest->question.at + guest->sent,
                         guest->question.length - guest->sent, MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN && errno != EINTR) return false;
        if (n > 0) guest->sent += (size_t)n;
    }
    if (events & (POLLIN | POLLHUP | POLLERR)) {
        ssize_t n = read(guest->line, guest->input + guest->filled, GUEST_BYTES - guest->filled);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return false;
        if (n > 0) guest->filled += (size_t)n, guest->words += (size_t)n;
    }
    return true;
}

static Reply reply(Asker *asker, int wait, Move *move) {
    Guest *guest = (Guest *)asker;
    if (guest->fault.text) return REPLY_LOST;
    struct pollfd p = {.fd = guest->line, .events = POLLIN};
    if (guest->sent < guest->question.length) p.events |= POLLOUT;
    if (poll(&p, 1, wait) > 0) {
        bool alive = exchange(guest, p.revents);
        if (take_lines(guest, move)) {
            guest->answered = true;
            return guest->fault.text ? REPLY_LOST : REPLY_GIVEN;
        }
        if (!alive)
            lose(guest, REFUSED(N_("It ended.")));
        else if (guest->words >= GUEST_BYTES)
            lose(guest,
                 REFUSED(N_("It said more than {n} characters instead of a move."), GUEST_BYTES));
    }
    if (!guest->fault.text && now_ms() > guest->deadline)
        lose(guest, REFUSED(N_("It did not answer in time.")));
    return guest->fault.text ? REPLY_LOST : REPLY_WAITS;
}

/* --- coming and going ------------------------------------------------------------------------- */

Guest *guest_new(const char *command, int milliseconds, bool loud) {
    Guest *guest = aligned_alloc(16, (sizeof *guest + 15) / 16 * 16);
    if (!guest) abort();
    memset(guest, 0, sizeof *guest);
    guest->asker = (Asker){question, reply};
    guest->milliseconds = milliseconds;
    guest->loud = loud;
    guest->question = text_grow();
    strncpy(guest->command, command, GUEST_COMMAND);
    return guest;
}

void guest_free(Guest *guest) {
    if (!guest) return;
    stop(guest);
    text_free(&guest->question);
    free(guest);
}

Asker *guest_asker(Guest *guest) {
    return &guest->asker;
}

bool guest_lost(const Guest *guest) {
    return guest->fault.text != NULL;
}

void guest_tell_fault(const Guest *guest, Lang lang, Text *out) {
    words_add(out, lang, guest->fault.text, &(Holes){.n = guest->fault.n, .other = guest->said});
    if (!guest->refusal.text) return;
    text_char(out, ' ');
    words_add(out, lang, guest->refusal.text, &(Holes){.n = guest->refusal.n});
}
