#define _GNU_SOURCE /* pipe2 */
#include "guests/guests.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/notation.h"

struct Guest {
    Asker asker; /* first: an asker of ours is its guest */
    char command[GUEST_COMMAND + 1];
    int milliseconds;
    bool loud;     /* its standard error is ours */
    pid_t process; /* 0: not started, or stopped */
    int line;      /* our end of the socket that is its standard input and output */
    pid_t leash;   /* a shell in its group that ends it where we end first */
    int held;      /* our end of the leash, a pipe */
    Reason fault;

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

static void stop(Guest *guest) {
    if (!guest->process) return;
    close(guest->line);
    kill(-guest->process, SIGKILL);
    waitpid(guest->process, NULL, 0);
    if (guest->leash > 0) {
        kill(guest->leash, SIGKILL);
        waitpid(guest->leash, NULL, 0);
        close(guest->held);
    }
    guest->process = guest->leash = 0;
}

static void lose(Guest *guest, Reason why) {
    guest->fault = why;
    stop(guest);
}

/* In a child, between fork and exec: nothing but system calls. A shell runs `command` with these
   as its standard input and output, and with nothing else of ours. */
static void become(const char *command, int in, int out, bool loud) {
    signal(SIGPIPE, SIG_DFL);
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) _exit(127);
    int nowhere = loud ? -1 : open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    long last = sysconf(_SC_OPEN_MAX);
    for (int fd = STDERR_FILENO + 1; fd < (last < 0 || last > 4096 ? 4096 : last); fd++)
        close(fd);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* We may end without a moment to stop anybody (Ctrl-C, SIGKILL), and a guest that thinks for ever
   would not notice. A shell in its group waits for the end of a pipe that only we hold open, and
   then ends the group, itself included. False where there is none. */
static bool put_on_leash(Guest *guest) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    pid_t leash = fork();
    if (leash == 0) {
        if (setpgid(0, guest->process) != 0) _exit(127); /* it would end another group */
        become("read -r nothing; kill -KILL 0", ends[0], ends[0], false);
    }
    close(ends[0]);
    if (leash < 0) {
        close(ends[1]);
        return false;
    }
    setpgid(leash, guest->process);
    guest->leash = leash;
    guest->held = ends[1];
    return true;
}

static bool start(Guest *guest) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
    pid_t process = fork();
    if (process == 0) {
        setpgid(0, 0);
        become(guest->command, pair[1], pair[1], guest->loud);
    }
    close(pair[1]);
    if (process < 0) {
        close(pair[0]);
        return false;
    }
    setpgid(process, process); /* whoever comes first */
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    guest->process = process;
    guest->line = pair[0];
    return put_on_leash(guest);
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
    if (!guest->process && !start(guest)) lose(guest, REFUSED(N_("It could not be started.")));
}

/* Takes one line; true where it is the answer. */
static bool take_line(Guest *guest, const char *line, Move *move) {
    if (strncmp(line, "move ", 5) != 0)
        return false; /* "ready", a name, talk: all the same to us */
    const Game *game = guest->game;
    Reason why = move_read(game, line + 5, move);
    if (!why.text) why = game->rules.check(guest->hidden, guest->seat, *move);
    if (why.text) lose(guest, REFUSED(N_("It answered a move that is not possible.")));
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

Reason guest_fault(const Guest *guest) {
    return guest->fault;
}
