/* store.h: where tables are kept.

   For each table the store keeps a header that does not change (but for its rematch, and that it
   may be listed no more) and a journal: lines in order, only ever added to. An append names the
   position it expects to add at and is refused where the journal has moved on, so any ordered log
   with such a check could stand in for this one. Beside the log stand the people
   (store/accounts.h) and what a list shows of a table, found without replaying its journal: how far
   it has come, whose turn it is and who sits there. What is left on the clocks of a table is kept
   with the lines that changed it, in the time of the house: hours that count only while the server
   runs.

   Every call but opening and closing returns at once. The work is done in order in a thread of the
   store's own; all that waits there shares one commit. `done` is called in that thread, once for
   each call, and only when what it says is durable. */
#ifndef NEGOCE_STORE_H
#define NEGOCE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game.h"
#include "table/table.h"

enum {
    TABLE_ID_MAX = 16,
    GAME_ID_MAX = 16,
    TITLE_LIMIT = 40,      /* characters of a title */
    SEATS_TEXT_MAX = 2048, /* SEATS_MAX lines that seat somebody, and as many who left */
    SESSION_BYTES = 32,    /* hash of a session's token */
    LOOKS = 2,             /* ways in which a name can look like another */
    LOOK_BYTES = 16,       /* hash of what a name looks like */
    RESULT_TEXT_MAX = 128, /* SEATS_MAX words "points:rank" */
    WINS_TEXT_MAX = SEATS_MAX * (OWNER_MAX + 8), /* SEATS_MAX words "person=wins" */
    FIND_LIMIT = 40,                             /* characters of what is looked for */
    PAGE_MAX = 30,                               /* tables of one page of a list */
    ENDPOINT_MAX = 600,                          /* bytes of the address of a push service */
    DEVICES_MAX = 8,                             /* of a person that are called */
    OPEN_MAX = 400,                              /* tables that wait for players, in a list */
    SUBJECT_LIMIT = 64,                          /* bytes of what a notice is about */
    DUE_MAX = 64,                                /* tables whose time is up that one answer names */
    MANNERS_MAX = 200,                           /* people one has muted or blocked */
    MANNERS_BY_MAX = 1000,                       /* those who blocked one, as far as it is told */
    REPORTS_OWN = 5,                             /* of a person that wait to be read */
    REPORTS_MAX = 2000 /* of all that do; and as many that were closed, the newest */
};

/* How far a table has come. */
typedef enum Stage { STAGE_GATHERING, STAGE_PLAYING, STAGE_OVER } Stage;

/* What a table is from its first day. `seed` is the secret all its draws come from. */
typedef struct StoreTable {
    char id[TABLE_ID_MAX + 1];
    char game[GAME_ID_MAX + 1];
    int players;
    char options[OPTIONS_TEXT_MAX]; /* "gains=open": words apart by spaces */
    char title[TITLE_LIMIT * 4 + 1];
    bool listed;
    bool rated;               /* its result counts, and only people with accounts sit down */
    char host[OWNER_MAX + 1]; /* the person who opened it */
    uint8_t seed[SEED_BYTES];
    int64_t created; /* seconds since 1970 */
    /* Tables played one after the other by the same people are a series, named by the first. */
    char previous[TABLE_ID_MAX + 1]; /* the table this one is the rematch of; "": of none */
    char series[TABLE_ID_MAX + 1];   /* "": it stands alone, or is the first */
    int round;                       /* its number in the series, from 1; 0: it stands alone */
    char wins[WINS_TEXT_MAX];        /* "anna=2 *1=1": games won before, by person or bot's seat */
    char next[TABLE_ID_MAX + 1];     /* its own rematch, the one thing here that comes later */
} StoreTable;

enum { PLACE_AWAY = -1, PLACE_RESERVED = -2 };

/* Lines to add to a journal, and what the table has become with them. */
typedef struct StoreBatch {
    int expected;      /* lines the journal has now */
    int count;         /* lines to add */
    const char *lines; /* each ended by '\n' */
    Stage stage;
    int at;    /* version of the table */
    Turn turn; /* who owes a move */
    /* The lines that seat those who sit now, each ended by '\n'; NULL: as before, and so are the
       sitters. */
    const char *seats;
    int sitters; /* people who have a seat, or have one kept for them */
    const char *sitter[SEATS_MAX];
    int place[SEATS_MAX]; /* the seat each plays from, or PLACE_AWAY, PLACE_RESERVED */
    const char *result;   /* "38:2 44:1": points and rank of each seat; NULL: not over */
    const char *clocks;   /* what is left on its clocks (table/clock.h); NULL: as before */
    int64_t due; /* when something runs out, ms of the house; with `clocks`. Negative: never */
} StoreBatch;

/* A table as a list shows it. */
typedef struct StoreListed {
    StoreTable table;
    Stage stage;
    int at;
    Turn turn;
    char seats[SEATS_TEXT_MAX];   /* "": kept by a version that did not tell */
    char result[RESULT_TEXT_MAX]; /* "": not over, or kept by a version that did not tell */
    int64_t moved;                /* seconds since 1970: the last change */
    int64_t due;                  /* when something runs out, ms of the house. Negative: never */
    int64_t key;                  /* grows from table to table */
} StoreListed;

/* The parts of a person's list, in this order: what waits for him, what waits for others, what is
   over. */
typedef enum Part { PART_TURN, PART_WAITING, PART_OVER, PARTS } Part;

/* Which of a person's tables are asked for; the rest of the list begins behind a place in it. */
typedef struct StoreWish {
    char person[OWNER_MAX + 1];
    char game[GAME_ID_MAX + 1];    /* "": any */
    char series[TABLE_ID_MAX + 1]; /* "": any */
    char find[FIND_LIMIT * 4 + 1]; /* in a title, a name or a game, whatever its case; "": any */
    int part;                      /* -1: all of them */
    int after_part;                /* -1: from the beginning */
    int64_t after_moved, after_key;
} StoreWish;

typedef struct StorePerson {
    uint8_t session[SESSION_BYTES];
    char id[OWNER_MAX + 1];
    char name[NAME_LIMIT * 4 + 1];
    uint8_t looks[LOOKS][LOOK_BYTES]; /* of the name, where it is kept */
    bool account;
    int64_t used; /* when the session last came */
} StorePerson;

typedef struct StoreAccount StoreAccount;
typedef struct StoreFinished StoreFinished;

typedef enum StoreResult {
    STORE_DONE,
    STORE_MISSING, /* no such table or person */
    STORE_MOVED,   /* the journal does not stand at the expected position */
    STORE_TAKEN,   /* the name is somebody else's */
    STORE_FAILED   /* the disk refused, or what it holds is damaged; nothing was changed */
} StoreResult;

/* With a log (store_join): what another node did, or something done here whose answer came too
   late. What it says is durable and here. */
typedef enum NoticeKind {
    NOTICE_LINES,    /* `lines` were added to the journal of `id` behind its line `from` */
    NOTICE_TABLE,    /* something else of the table `id` changed, or it is gone */
    NOTICE_PERSON,   /* the person `id` of `session` is called `text` now */
    NOTICE_ACCOUNT,  /* sessions of `id` have ended: `session`, or all of them but that one; the
                        guest `text`, where there is one, is `id` from now on */
    NOTICE_ACT,      /* who runs the house did something: `text` is its word, `id` about what */
    NOTICE_FRESH,    /* all that was kept up to `ms` (CLOCK_MONOTONIC) has been told */
    NOTICE_BROADCAST /* the node `id` tells `text`: it may have been missed, and nobody keeps it */
} NoticeKind;

typedef struct StoreNotice {
    NoticeKind kind;
    char id[SUBJECT_LIMIT];
    int from, count;
    char *lines, *text, *clocks; /* clocks: NULL, as before */
    char *people;                /* who sit at the table, an id a line; NULL: it is not known */
    Stage stage;
    bool everywhere, deleted; /* of an account */
    int64_t ms;
    uint8_t session[SESSION_BYTES];
} StoreNotice;

/* What a call found. It belongs to the one it is handed to, who frees it. */
typedef struct StoreAnswer {
    StoreResult result;
    Reason why;       /* store_admin */
    StoreTable table; /* store_load */
    char *lines;      /* store_load: the journal, each line ended by '\n' */
    int count;        /* store_load: its lines */
    char *clocks;     /* store_load: as they were kept; NULL: never */
    StorePerson person;
    StoreAccount *account; /* store_account */
    int listed_count;      /* store_list, store_list_open */
    StoreListed *listed;
    int parts[PARTS], won; /* store_list: all tables of the person by part, and those he won */
    int64_t spent;         /* store_list, _account, _manners: microseconds of the processor */
    bool more;             /* store_list: the page does not end the list; ACCOUNT_CLEAR */
    int last_part;         /* store_list: of the last table of the page */
    struct StoreDevice *devices; /* store_device with DEVICE_LIST; `parts` too */
    int device_count;
    int due; /* store_due: tables found, and where the last of them stands */
    char due_id[DUE_MAX][TABLE_ID_MAX + 1];
    int64_t after_due, after_key;
    StoreFinished *finished; /* store_finished (past.h) */
    int finished_count;
    bool waits;          /* store_due: some table has a moment, however late */
    StoreNotice *notice; /* store_listen */
} StoreAnswer;

typedef void (*StoreDone)(void *who, StoreAnswer *answer);

void store_answer_free(StoreAnswer *answer);

typedef struct Store Store;

/* Opens the store of a directory, making both where they are missing. NULL and `why` where that
   cannot be, where another process has it open, or where the file is not ours or is damaged. */
Store *store_open(const char *directory, Reason *why);

/* Where a log is that several servers share: a cluster of NATS. */
typedef struct StorePlace {
    const char *url;   /* "nats://one,two,three" */
    const char *creds; /* a file with credentials; NULL: none */
    const char *ca;    /* a file with certificates to trust; NULL: those of the system */
    int replicas;      /* servers that keep the log, where it is made */
} StorePlace;

/* The same with the truth in a log: the folder holds a copy of it that this node reads, and that is
   made again where it is lost. Returns once the copy is up to date. */
Store *store_join(const char *directory, const StorePlace *place, Reason *why);

/* Hears of what other nodes do, in the store's thread, from now on. Without a log never. */
void store_listen(Store *store, StoreDone notify, void *who);

/* Tells the other nodes something, who may miss it. */
void store_broadcast(Store *store, const char *text);

/* Answers once all that was kept before the call has been told, or with STORE_FAILED when the log
   does not answer. */
void store_sync(Store *store, StoreDone done, void *who);

/* Whether there is a log; then the time of the house, in ms, is the log's. */
bool store_clock(const Store *store, int64_t *ms);

/* What all nodes must have alike, such as a key: answers in `lines` what was kept first under this
   name. Without a log that is `text`. */
void store_share(Store *store, const char *name, const char *text, StoreDone done, void *who);

/* Puts rows of another house into that of a log (move.h). */
void store_bring(Store *store, const char *rows, StoreDone done, void *who);

/* Keeps everything asked so far, then stops: every `done` has been called when this returns, and
   whatever is asked from then on is answered with STORE_FAILED at once, in the thread that asks. */
void store_stop(Store *store);

/* The same, and frees it. */
void store_close(Store *store);

/* A new table with the first lines of its journal (batch->expected is 0). */
void store_create(Store *store, const StoreTable *table, const StoreBatch *batch, StoreDone done,
                  void *who);

/* Adds lines to a journal, all or none. */
void store_append(Store *store, const char *table, const StoreBatch *batch, StoreDone done,
                  void *who);

/* A table and its whole journal. */
void store_load(Store *store, const char *table, StoreDone done, void *who);

/* A page of the tables a person sits at, or is asked to: by part, what changed last first. */
void store_list(Store *store, const StoreWish *wish, StoreDone done, void *who);

/* A browser of a person that asked to be called by a push service. */
typedef struct StoreDevice {
    char endpoint[ENDPOINT_MAX + 1];
    char person[OWNER_MAX + 1];
    int quiet_from, quiet_to; /* minutes of its day in which it is not called; equal: none */
    int zone;                 /* minutes its day is ahead of UTC */
} StoreDevice;

typedef enum DeviceAct {
    DEVICE_SAVE,   /* new, or with other hours; the oldest beyond DEVICES_MAX go */
    DEVICE_DROP,   /* by its endpoint; of `person`, where that is not "" */
    DEVICE_FAILED, /* it could not be called; after many times in a row it goes */
    DEVICE_CALLED, /* it was */
    DEVICE_LIST    /* those of `person`, and how many tables wait for him */
} DeviceAct;

void store_device(Store *store, DeviceAct act, const StoreDevice *device, StoreDone done,
                  void *who);

/* How people stand to each other, and what they tell who runs the house about somebody. */
typedef struct StoreManners {
    char person[OWNER_MAX + 1];    /* whose view it is */
    char other[OWNER_MAX + 1];     /* of whom, */
    char name[NAME_LIMIT * 4 + 1]; /* who was called so, */
    char table[TABLE_ID_MAX + 1];  /* at this table */
    char how[8];                   /* "mute", "block"; "": neither */
    char words[CHAT_LIMIT * 4 + 1];
} StoreManners;

typedef enum MannersAct {
    MANNERS_LIST, /* `lines` of the answer: how, id and name, parted by tabs, the newest first; then
                     "by" and the id of each who blocked him */
    MANNERS_SET,  /* refused with `why` beyond MANNERS_MAX */
    MANNERS_REPORT /* the same beyond REPORTS_OWN and REPORTS_MAX */
} MannersAct;

void store_manners(Store *store, MannersAct act, const StoreManners *manners, StoreDone done,
                   void *who);

/* The newest listed tables that wait for players, at most OPEN_MAX. */
void store_list_open(Store *store, StoreDone done, void *who);

/* Takes a table that nobody waits at any more off every list. Its journal stays. STORE_MOVED where
   it stands at this version no more: somebody may have sat down. `table` of the answer has its id.
 */
void store_unlist(Store *store, const char *table, int at, StoreDone done, void *who);

/* The analysis of this kind that was kept of a table (`lines` of the answer), and keeping one. */
void store_find_analysis(Store *store, const char *table, const char *kind, StoreDone done,
                         void *who);
void store_save_analysis(Store *store, const char *table, const char *kind, const char *text,
                         StoreDone done, void *who);

/* The newest listed games that ended since then (seconds since 1970), with their journals: past.h.
 */
void store_finished(Store *store, int64_t since, StoreDone done, void *who);

/* At most DUE_MAX tables where something runs out up to this ms of the house, the first first, from
   behind the one found last (-1, 0: from the beginning). */
void store_due(Store *store, int64_t until, int64_t after_due, int64_t after_key, StoreDone done,
               void *who);

/* Keeps how late it is in the house, in ms. What was kept last when the store was opened. */
void store_save_hour(Store *store, int64_t ms, StoreDone done, void *who);
int64_t store_hour(const Store *store);

/* The person of a session, and how he stands to others: `lines` as of MANNERS_LIST. */
void store_find_person(Store *store, const uint8_t session[SESSION_BYTES], StoreDone done,
                       void *who);

/* Keeps a person, new or renamed. STORE_TAKEN where the name could be taken for that of somebody
   else who has an account. */
void store_save_person(Store *store, const StorePerson *person, StoreDone done, void *who);

/* An act of who runs the house (admin.h); its answer's `lines` tell about it, `why` refuses it. */
struct AdminAct;
void store_admin(Store *store, const struct AdminAct *act, StoreDone done, void *who);

/* Makes the directory and the folders above it, for its owner's eyes only: the seeds are secret. */
bool store_make_directory(const char *directory);

/* What root makes in a data folder belongs to who has the folder: the server could not open it. */
bool store_give(int file, const char *directory);

/* Opens or makes a file of a data folder so, for its owner alone. -1 where it cannot be. */
int store_file(const char *directory, const char *name, int flags);

/* The open lock file of a data folder, -1 and `why` where another process has it. */
int store_lock(const char *directory, Reason *why);

/* Whether the file was found damaged when it was opened: then every write fails, and what can still
   be read is read. */
bool store_damaged(const Store *store);

/* What the writing cost so far. */
typedef struct StoreCounts {
    long long commits;      /* that wrote something */
    long long lines;        /* journal lines kept */
    long long failures;     /* commits that failed */
    long long microseconds; /* spent in commits that wrote something */
    bool healthy;           /* the last commit went well */
    bool full;              /* it did not for want of room */
    bool busy;              /* it did not because another program writes */
    bool ended;             /* it does nothing any more until it is opened anew: why was told */
} StoreCounts;

StoreCounts store_counts(Store *store);

#endif
