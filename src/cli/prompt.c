#include "cli/prompt.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>
#include <editline/readline.h>

#include "cli/cli.h"
#include "cli/translate.h"

enum { WIDTH_LEAST = 40, WIDTH_MOST = 120, WORDS_MAX = 640 };

/* libedit calls back without a place for a context, so what it needs stands here. */
static struct {
    bool ready;
    Completer *completer;
    void *who;
    const char *typed;      /* the word being completed */
    char *found[WORDS_MAX]; /* words offered that `typed` can become */
    int count;
    bool dropped; /* Ctrl-C ended the last line, and something was typed there */
} editor;

bool prompt_terminal(void) {
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool prompt_bold(void) {
    const char *refused = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(refused && *refused) && term && strcmp(term, "dumb") != 0;
}

int prompt_width(void) {
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col < WIDTH_LEAST  ? WIDTH_LEAST
           : size.ws_col > WIDTH_MOST ? WIDTH_MOST
                                      : size.ws_col;
}

void prompt_complete(Completer *completer, void *who) {
    editor.completer = completer;
    editor.who = who;
}

/* --- completion ------------------------------------------------------------------------------- */

static void offer(const char *word) {
    if (editor.count == WORDS_MAX || !translate_begins(editor.typed, word)) return;
    for (int i = 0; i < editor.count; i++)
        if (strcmp(editor.found[i], word) == 0) return;
    char *copy = strdup(word);
    if (copy) editor.found[editor.count++] = copy;
}

/* Hands the words found to libedit one by one; it frees them. */
static char *next_found(const char *text, int state) {
    static int at;
    (void)text;
    if (state == 0) at = 0;
    return at < editor.count ? editor.found[at++] : NULL;
}

/* Where character number `n` of a UTF-8 text begins, in bytes. libedit counts characters. */
static size_t byte_of(const char *s, int n) {
    size_t i = 0;
    for (; s[i] && n > 0; n--)
        do
            i++;
        while (((unsigned char)s[i] & 0xc0) == 0x80);
    return i;
}

static char **complete(const char *text, int start, int end) {
    (void)end;
    rl_attempted_completion_over = 1; /* nothing else is offered */
    if (!editor.completer) return NULL;
    Text before = text_grow();
    text_add_n(&before, rl_line_buffer, byte_of(rl_line_buffer, start));
    editor.typed = text;
    editor.count = 0;
    bool wants_file = editor.completer(editor.who, before.at, offer);
    text_free(&before);
    if (wants_file) {
        rl_attempted_completion_over = 0;
        return NULL;
    }
    return editor.count ? rl_completion_matches(text, next_found) : NULL;
}

/* --- lines ------------------------------------------------------------------------------------ */

static volatile sig_atomic_t interrupted; /* Ctrl-C was typed and nobody has answered it yet */
static volatile sig_atomic_t reading;     /* libedit has the line */

/* A read of libedit that begins just after a signal has come does not hear of it, so SIGALRM
   rings until the line has ended. */
static void ring(bool on) {
    const struct timeval pace = {.tv_usec = on ? 20000 : 0};
    setitimer(ITIMER_REAL, &(struct itimerval){.it_interval = pace, .it_value = pace}, NULL);
}

static void rung(int signal_) {
    (void)signal_; /* the read has ended, nothing else is wanted */
}

/* libedit has put the terminal back in order before it passes the signal on. */
static void leave(int signal_) {
    const char end = '\n';
    ssize_t written = write(STDOUT_FILENO, &end, 1);
    (void)written;
    _exit(128 + signal_);
}

/* Ctrl-C ends the line that is read, or the next one; who types it twice while nothing is read
   (a program that plays is silent) wants to leave at once. */
static void interrupt(int signal_) {
    if (interrupted) leave(signal_);
    interrupted = true;
    if (reading) ring(true);
}

static void prepare(void) {
    if (editor.ready) return;
    editor.ready = true;
    /* Everything we write is UTF-8; a locale that is not would tear accents apart. */
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = rung}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = leave}, NULL);
    rl_readline_name = "negoce";
    rl_catch_signals = 1;
    rl_attempted_completion_function = complete;
    rl_completion_append_character = ' ';
    rl_initialize();
    using_history();
}

static bool plain_line(const char *prompt, Text *line) {
    fputs(prompt, stdout);
    fflush(stdout);
    char *read = NULL;
    size_t room = 0;
    ssize_t length = getline(&read, &room, stdin);
    if (length > 0 && read[length - 1] == '\n') length--;
    if (length > 0 && read[length - 1] == '\r') length--;
    if (length > 0) text_add_n(line, read, (size_t)length);
    free(read);
    if (!isatty(STDIN_FILENO)) { /* nobody else shows what was typed */
        Text echo = text_grow();
        printable(&echo, line->at, MOVE_TEXT_MAX);
        fputs(echo.at, stdout);
        text_free(&echo);
    }
    if (length < 0 || !isatty(STDIN_FILENO)) fputs("\n", stdout);
    return length >= 0;
}

bool prompt_dropped(void) {
    return editor.dropped;
}

/* Whether the line libedit was reading has something in it. Older versions copy one byte too few
   and do not even end a copy of nothing, so two are put in that nobody types; the next line begins
   without them. */
static bool has_typed(void) {
    static const char mark[] = "\001\001";
    rl_insert_text(mark);
    char *typed = rl_copy_text(0, LINE_LIMIT);
    bool any = typed && strspn(typed, mark) != strlen(typed);
    free(typed);
    return any;
}

void prompt_forget(void) {
    if (editor.ready) clear_history();
}

bool prompt_line(const char *prompt, Text *line) {
    if (!prompt_terminal()) return plain_line(prompt, line);
    prepare();
    fflush(stdout);
    reading = true;
    bool read_any = !interrupted;
    char *read = read_any ? readline(prompt) : NULL;
    reading = false;
    ring(false);
    editor.dropped = interrupted && read_any && has_typed();
    if (!read || interrupted) {
        interrupted = false;
        free(read);
        fputs("\n", stdout);
        return false;
    }
    if (*read) add_history(read);
    text_add(line, read);
    free(read);
    return true;
}
