/* admin.c: `negoce admin`: what who runs a house does to it (docs/hosting.md). What only looks
   reads the store itself, whether a server runs or not; what changes something is asked of whoever
   holds the folder (adminask.h). */
#include "cli/cli.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/adminask.h"
#include "store/manners.h"

enum { DAYS_MOST = 99999 }; /* as many figures as an act takes */

typedef struct Errand {
    const Cli *cli;
    const char *directory;
    const char *what;   /* a table, a person, a file; "" where the act needs none */
    const char *second; /* days, or a file; "" */
} Errand;

typedef int Doing(const Errand *errand);

/* An act as the person types it. */
typedef struct Act {
    const char *name;
    const char *usage; /* what follows the name */
    int least, most;   /* words of it */
    Doing *run;
    const char *help;
} Act;

/* --- saying ----------------------------------------------------------------------------------- */

static int refuse(const Errand *errand, Reason why) {
    return complain_reason(errand->cli, FAILED, why);
}

/* What was typed makes no sense, whatever the house has. */
static int misuse(const Errand *errand, const char *sentence) {
    return complain(errand->cli, MISUSED, sentence, NULL);
}

static int inform(const Errand *errand, const char *sentence, const Holes *holes) {
    Text out = text_grow();
    words_add(&out, errand->cli->lang, sentence, holes);
    text_char(&out, '\n');
    int code = put(errand->cli, &out);
    text_free(&out);
    return code;
}

/* Asks for the act as it was typed. */
static Reason ask(const Errand *errand, const char *act, const char *body, Text *out) {
    AdminAct asked = {.body = body};
    const char *const words[] = {act, errand->what, errand->second};
    for (int i = 0; i < 3 && words[i][0]; i++) {
        if (strlen(words[i]) >= sizeof asked.words[0])
            return REFUSED(N_("say whom: a person, a table or an address without spaces"));
        strcpy(asked.words[asked.count++], words[i]);
    }
    return admin_ask(errand->directory, &asked, out);
}

/* --- looking ---------------------------------------------------------------------------------- */

/* The store to look at; NULL after a complaint. */
static Sqlite *look(const Errand *errand) {
    Reason why = ALLOWED;
    Sqlite *db = admin_look(errand->directory, &why);
    if (!db) refuse(errand, why);
    return db;
}

static int damaged(const Errand *errand) {
    return refuse(errand, REFUSED(N_("the store is damaged; restore a copy of it")));
}

/* Lines of fields parted by tabs, as columns; the last one may be as long as it likes. */
static int put_columns(const Errand *errand, const Text *lines, const int widths[]) {
    Text out = text_grow();
    for (const char *at = lines->at; *at;) {
        for (int i = 0;; i++) {
            char field[SEATS_TEXT_MAX];
            size_t length = strcspn(at, "\t\n");
            Text one = text_over(field, sizeof field);
            text_add_n(&one, at, length);
            at += length;
            if (*at != '\t') {
                printable(&out, field, 400);
                break;
            }
            pad(&out, field, widths[i]);
            text_char(&out, ' ');
            at++;
        }
        text_char(&out, '\n');
        if (*at) at++;
    }
    int code = put(errand->cli, &out);
    text_free(&out);
    return code;
}

/* Ends a look at the store: prints what was found, or complains where it could not be read. */
static int put_found(const Errand *errand, Sqlite *db, bool read, Text *lines, const int widths[]) {
    int code = read ? put_columns(errand, lines, widths) : damaged(errand);
    text_free(lines);
    sqlite_close(db);
    return code;
}

static int list(const Errand *errand) {
    static const int widths[] = {12, 9, 9, 1, 1, 10};
    static const char *const stages[] = {"", "gathering", "playing", "over", "closed"};
    bool known = false;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        known = known || strcmp(errand->what, stages[i]) == 0;
    if (!known)
        return complain(errand->cli, MISUSED,
                        N_("a stage is gathering, playing, over or closed, not “{seat}”"),
                        &(Holes){.seat = errand->what});
    Sqlite *db = look(errand);
    if (!db) return FAILED;
    Text lines = text_grow();
    return put_found(errand, db, admin_list(db, errand->what, &lines), &lines, widths);
}

static int show(const Errand *errand) {
    static const int widths[] = {9};
    Sqlite *db = look(errand);
    if (!db) return FAILED;
    Text lines = text_grow(), nothing = text_grow();
    StoreResult result = admin_show(db, errand->what, &lines);
    Reason why = result == STORE_MISSING ? REFUSED(N_("there is no such table")) : ALLOWED;
    if (!why.text) why = ask(errand, "show", NULL, &nothing);
    int code = result == STORE_FAILED ? damaged(errand)
               : why.text             ? refuse(errand, why)
                                      : put_columns(errand, &lines, widths);
    text_free(&nothing);
    text_free(&lines);
    sqlite_close(db);
    return code;
}

static int show_log(const Errand *errand) {
    static const int widths[] = {19, 12};
    Sqlite *db = look(errand);
    if (!db) return FAILED;
    Text lines = text_grow();
    return put_found(errand, db, admin_log(db, &lines), &lines, widths);
}

/* Lines "KIND<tab>SUBJECT<tab>SECONDS", their end as a person reads it: in UTC, as the log's. */
static void add_penalties(const Errand *errand, const char *line, Text *out) {
    for (; *line; line = strchr(line, '\n') + 1) {
        const char *until = strchr(strchr(line, '\t') + 1, '\t') + 1;
        time_t end = (time_t)strtoll(until, NULL, 10);
        struct tm utc;
        char when[40];
        text_add_n(out, line, (size_t)(until - line));
        if (end && strftime(when, sizeof when, "%F %T", gmtime_r(&end, &utc)))
            text_add(out, when);
        else
            text_add(out, words(errand->cli->lang, N_("for ever")));
        text_char(out, '\n');
    }
}

static int penalties(const Errand *errand) {
    static const int widths[] = {6, 24};
    Sqlite *db = look(errand);
    if (!db) return FAILED;
    Text found = text_grow(), lines = text_grow();
    bool read = admin_penalties(db, &found);
    add_penalties(errand, found.at, &lines);
    text_free(&found);
    return put_found(errand, db, read, &lines, widths);
}

/* What people told of others; `close` and its number: it is seen to. */
static int reports(const Errand *errand) {
    static const int widths[] = {5, 6, 19, 12, 16, 16, 14};
    long long number;
    bool all = strcmp(errand->what, "all") == 0, closes = strcmp(errand->what, "close") == 0;
    if ((errand->what[0] && !all && !closes) || closes != (errand->second[0] != '\0'))
        return misuse(errand, N_("it is: reports, reports all or reports close NUMBER"));
    if (closes && !args_number(errand->second, 0, LLONG_MAX, &number))
        return misuse(errand, N_("a report is named by its number"));
    Text lines = text_grow();
    if (closes) {
        Reason why = ask(errand, "reports", NULL, &lines); /* its words are in the lines */
        int code = why.text ? refuse(errand, why)
                            : inform(errand, N_("report {seat} is closed"),
                                     &(Holes){.seat = errand->second});
        text_free(&lines);
        return code;
    }
    Sqlite *db = look(errand);
    if (db) return put_found(errand, db, manners_reports(db, all, &lines), &lines, widths);
    text_free(&lines);
    return FAILED;
}

/* Looks through all of a store and complains of what is wrong in it; how many tables are sound, -1
   where the file itself is damaged. */
static int look_through(const Errand *errand, Sqlite *db, bool *faulty) {
    Text faults = text_grow();
    int sound = 0;
    if (!admin_check(db, &sound, &faults)) {
        damaged(errand);
        sound = -1;
    }
    for (char *line = faults.at, *end; sound >= 0 && *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        char *why = strchr(line, '\t');
        *why++ = '\0';
        complain(errand->cli, FAILED, N_("table {seat}: {other}"),
                 &(Holes){.seat = line, .other = words(errand->cli->lang, why)});
    }
    *faulty = sound < 0 || faults.length > 0;
    text_free(&faults);
    return sound;
}

static int check(const Errand *errand) {
    Sqlite *db = look(errand);
    if (!db) return FAILED;
    bool faulty;
    int sound = look_through(errand, db, &faulty);
    int code = sound < 0
                   ? FAILED
                   : inform(errand, N_("{n} {n?table is|tables are} sound"), &(Holes){.n = sound});
    sqlite_close(db);
    return faulty ? FAILED : code;
}

/* --- files ------------------------------------------------------------------------------------ */

static int export_table(const Errand *errand) {
    Sqlite *db = look(errand);
    if (!db) return FAILED;
    Text file = text_grow(), nothing = text_grow();
    StoreResult result = transfer_write(db, errand->directory, errand->what, &file);
    Reason why = result == STORE_MISSING ? REFUSED(N_("there is no such table")) : ALLOWED;
    if (!why.text) why = ask(errand, "export", NULL, &nothing);
    int code = result == STORE_FAILED ? damaged(errand)
               : why.text             ? refuse(errand, why)
                                      : put(errand->cli, &file);
    text_free(&nothing);
    text_free(&file);
    sqlite_close(db);
    return code;
}

static int import_table(const Errand *errand) {
    Text file = text_grow();
    if (!setup_file(errand->cli, errand->what, &file)) {
        text_free(&file);
        return MISUSED;
    }
    Text id = text_grow();
    Errand bare = {errand->cli, errand->directory, "", ""};
    Reason why = file.length == 0 || memchr(file.at, 0, file.length)
                     ? REFUSED(N_("this is not the file of a table, or it was cut"))
                     : ask(&bare, "import", file.at, &id);
    int code = why.text ? refuse(errand, why) : put(errand->cli, &id);
    text_free(&file);
    text_free(&id);
    return code;
}

/* A copy nobody could put back must not take the place of an older one: it is looked through. */
static int backup(const Errand *errand) {
    Sqlite *db = look(errand);
    if (!db) return FAILED;
    Text nothing = text_grow();
    Reason why = copies_write(db, errand->what);
    sqlite_close(db);
    Errand bare = {errand->cli, errand->directory, "", ""};
    if (!why.text) ask(&bare, "backup", NULL, &nothing); /* a full disk does not undo the copy */
    text_free(&nothing);
    Sqlite *copy = why.text ? NULL : sqlite_open_reading(errand->what, &why);
    if (!copy) return refuse(errand, why);
    bool faulty;
    look_through(errand, copy, &faulty);
    sqlite_close(copy);
    return faulty
               ? complain(errand->cli, FAILED,
                          N_("{seat} could not be restored as it is; keep the copies made before"),
                          &(Holes){.seat = errand->what})
               : inform(errand, N_("copied to {seat}"), &(Holes){.seat = errand->what});
}

static int restore(const Errand *errand) {
    Text nothing = text_grow(), kept = text_grow();
    Reason why = copies_restore(errand->directory, errand->what, &kept);
    Errand bare = {errand->cli, errand->directory, "", ""};
    if (!why.text) why = ask(&bare, "restore", NULL, &nothing); /* its words are in there */
    const char *done =
        kept.length ? N_("restored; what was there before is kept as {seat}") : N_("restored");
    int code = why.text ? refuse(errand, why) : inform(errand, done, &(Holes){.seat = kept.at});
    text_free(&nothing);
    text_free(&kept);
    return code;
}

/* --- acts ------------------------------------------------------------------------------------- */

static int act(const Errand *errand, const char *name, const char *done) {
    Text answer = text_grow();
    Reason why = ask(errand, name, NULL, &answer);
    int code = why.text ? refuse(errand, why) : DONE;
    if (!why.text) {
        int n = 0;
        sscanf(answer.at, "%d", &n);
        code = inform(errand, done, &(Holes){.seat = errand->what, .n = n});
    }
    text_free(&answer);
    return code;
}

/* The same of an act that says for how many days; "": it does not. */
static int act_for(const Errand *errand, const char *name, const char *days, const char *done) {
    long long n;
    if (days[0] && !args_number(days, 0, DAYS_MOST, &n))
        return misuse(errand, N_("the days must be a whole number"));
    return act(errand, name, done);
}

static int close_table(const Errand *errand) {
    return act(errand, "close", N_("table {seat} is closed"));
}
static int ban(const Errand *errand) {
    return act_for(errand, "ban", errand->second, N_("{seat} is kept out"));
}
static int mute(const Errand *errand) {
    return act_for(errand, "mute", errand->second, N_("{seat} may not write to tables"));
}
static int pardon(const Errand *errand) {
    return act(errand, "pardon", N_("nothing stands against {seat} any more"));
}
static int delete_table(const Errand *errand) {
    return act(errand, "delete", N_("table {seat} is gone"));
}
static int purge(const Errand *errand) {
    return act_for(errand, "purge", errand->what, N_("{n} {n?game is|games are} gone"));
}

static int rate(const Errand *errand) {
    return act(errand, "rate", N_("{n} {n?game is|games are} rated again"));
}

/* Who has lost every way into his account asks who runs the house. The code is made here, so that
   only its hash goes through the house. */
static int give_code(const Errand *errand) {
    Sqlite *db = look(errand);
    if (!db) return FAILED;
    char id[OWNER_MAX + 1], code[CODE_CHARS + 1], digits[2 * CODE_BYTES + 1];
    uint8_t hash[CODE_BYTES];
    StoreResult found = admin_account(db, errand->what, id);
    sqlite_close(db);
    if (found == STORE_FAILED) return damaged(errand);
    if (found == STORE_MISSING)
        return refuse(errand, REFUSED(N_("there is no account of this name or id")));
    code_new(code, hash);
    Text hex = text_over(digits, sizeof digits), out = text_grow(), nothing = text_grow();
    fair_write(hash, CODE_BYTES, &hex);
    Errand account = {errand->cli, errand->directory, id, digits};
    Reason why = ask(&account, "code", NULL, &nothing);
    code_add(&out, code);
    text_char(&out, '\n');
    int done = why.text ? refuse(errand, why) : put(errand->cli, &out);
    text_free(&nothing);
    text_free(&out);
    return done;
}

static const Act acts[] = {
    {"list", N_("[STAGE]"), 0, 1, list,
     N_("the tables, the newest first; STAGE is gathering, playing, over or closed")},
    {"show", N_("TABLE"), 1, 1, show, N_("one table: who sits there, under which ids")},
    {"export", N_("TABLE"), 1, 1, export_table,
     N_("one table whole, its secret seed included, to stdout")},
    {"import", N_("FILE"), 1, 1, import_table, N_("brings an exported table in")},
    {"close", N_("TABLE"), 1, 1, close_table, N_("nobody comes to this table any more")},
    {"ban", N_("PERSON|ADDRESS [DAYS]"), 1, 2, ban, N_("keeps somebody out")},
    {"mute", N_("PERSON [DAYS]"), 1, 2, mute, N_("lets somebody play but not write")},
    {"pardon", N_("PERSON|ADDRESS|TABLE"), 1, 1, pardon, N_("takes back close, ban and mute")},
    {"code", N_("ACCOUNT"), 1, 1, give_code,
     N_("a new recovery code for who has lost every way into an account")},
    {"penalties", "", 0, 0, penalties, N_("whom that concerns now, and until when")},
    {"reports", N_("[all | close NUMBER]"), 0, 2, reports,
     N_("what people told of others: when, at which table, who, of whom and why")},
    {"delete", N_("TABLE"), 1, 1, delete_table, N_("removes a table for ever")},
    {"purge", N_("DAYS"), 1, 1, purge,
     N_("removes finished games of guests opened more than DAYS days ago")},
    {"rate", "", 0, 0, rate, N_("makes results and ratings again from the journals")},
    {"backup", N_("FILE"), 1, 1, backup, N_("copies the store, also while a server runs")},
    {"restore", N_("FILE"), 1, 1, restore, N_("puts such a copy back; no server may run")},
    {"check", "", 0, 0, check, N_("reads every page and replays every journal")},
    {"log", "", 0, 0, show_log, N_("what was done by these commands, when and by whom")},
};

enum { ACTS = sizeof acts / sizeof *acts, ACT_COLUMN = 32, WIDTH = 80 };

static int usage(const Cli *cli) {
    Text out = text_grow();
    words_add(&out, cli->lang, N_("negoce admin ACT … [--data DIR] — the acts:"), NULL);
    text_add(&out, "\n\n");
    for (int i = 0; i < ACTS; i++) {
        char name[80];
        Text t = text_over(name, sizeof name);
        text_printf(&t, "  %s %s", acts[i].name, words(cli->lang, acts[i].usage));
        pad(&out, name, ACT_COLUMN - 1);
        text_char(&out, ' ');
        wrap(&out, words(cli->lang, acts[i].help), ACT_COLUMN, ACT_COLUMN, WIDTH);
    }
    int code = put(cli, &out);
    text_free(&out);
    return code;
}

static int perform(const Cli *cli, const Act *chosen, const char *directory) {
    int given = cli->count - 1;
    if (given < chosen->least || given > chosen->most) {
        char line[80];
        Text t = text_over(line, sizeof line);
        text_printf(&t, "%s%s%s", chosen->name, *chosen->usage ? " " : "",
                    words(cli->lang, chosen->usage));
        return complain(cli, MISUSED, N_("it is: negoce admin {seat}"), &(Holes){.seat = line});
    }
    Errand errand = {cli, directory, given > 0 ? cli->args[1] : "", given > 1 ? cli->args[2] : ""};
    return chosen->run(&errand);
}

static int run(Cli *cli) {
    const char *data = NULL;
    const Flag flags[] = {
        WORD("data", N_("DIR"), &data,
             N_("the folder where the tables are kept (~/.local/share/negoce)")),
        {0},
    };
    int code;
    if (!args_read(cli, flags, 3, &code)) return code;
    if (cli->count == 0) return usage(cli);
    const Act *chosen = NULL;
    for (int i = 0; i < ACTS; i++)
        if (strcmp(acts[i].name, cli->args[0]) == 0) chosen = &acts[i];
    if (!chosen)
        return complain(cli, MISUSED, N_("there is no act “{seat}”; negoce admin lists them"),
                        &(Holes){.seat = cli->args[0]});
    Text place = text_grow();
    code = setup_data(cli, data, &place) ? perform(cli, chosen, place.at) : MISUSED;
    text_free(&place);
    return code;
}

const Command admin_command = {
    .name = "admin",
    .usage = N_("[ACT …] [--data DIR]"),
    .help = N_("For who runs a house: list, close, ban, back up, restore, check and more; alone it "
               "lists the acts."),
    .run = run,
};
