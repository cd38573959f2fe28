/* call.h: what was asked of the store and waits for its thread.

   A call owns copies of everything it was asked with. It is done on the file by call_perform,
   within a transaction; with a log (replica.h) it becomes a message first, and is done where the
   message arrives. */
#ifndef NEGOCE_STORE_CALL_H
#define NEGOCE_STORE_CALL_H

#include "store/accounts.h"
#include "store/admin.h"
#include "store/manners.h"
#include "store/past.h"

typedef enum Kind {
    CREATE,
    APPEND,
    LOAD,
    LIST,
    OPEN_LIST,
    UNLIST,
    DEVICE,
    MANNERS_ACT,
    DUE,
    SAVE_HOUR,
    FIND_PERSON,
    SAVE_PERSON,
    ACCOUNT,
    ADMIN,
    FIND_ANALYSIS,
    SAVE_ANALYSIS,
    FINISHED,
    SYNC,        /* nothing: answered once all that was kept before is here */
    SAVE_SECRET, /* what all nodes must have alike, by its name: the first that is kept stays */
    ROWS,        /* rows of another house, as rows.h writes them */
    FOLD,        /* a table that is over, whole */
    FORGET,      /* it stands in place of the messages of a table that was folded */
    KINDS
} Kind;

typedef struct Call Call;
struct Call {
    Call *next;
    Kind kind;
    StoreTable table;     /* its id alone, but for CREATE */
    StoreBatch batch;     /* its lines, seats and sitters are copies of ours; UNLIST: `at` alone */
    StorePerson person;   /* its session alone for FIND_PERSON */
    StoreWish wish;       /* LIST */
    int64_t ms, after[2]; /* DUE and SAVE_HOUR; FOLD: how far the log was read when it was written;
                             APPEND in a log: the last message of its table then */
    AdminAct *act;        /* ADMIN: a copy of ours, and the folder it is done in */
    const char *directory;
    AccountCall *account;
    DeviceAct device_act;
    StoreDevice device;
    MannersAct manners_act;
    StoreManners *manners; /* ours */
    const char *analysis;  /* its kind, a constant; SAVE_SECRET: its name */
    char word[33];         /* that, where it was read from a log */
    char *text;            /* SAVE_ANALYSIS and what only a log has: ours */
    int format;            /* of the message it was read from; 0: of none */
    StoreAnswer *answer;
    StoreDone done;
    void *who;
};

/* Memory that is there; stops the program where there is none. */
void *must(void *memory);

/* An empty answer, for store_answer_free. */
StoreAnswer *answer_new(void);

Call *call_new(Kind kind, const char *table, StoreDone done, void *who);
void call_batch(Call *call, const StoreBatch *batch);
void call_free(Call *call);

/* Whether it changes anything. */
bool call_writes(const Call *call);

/* Does it, within a transaction; its answer is there. */
StoreResult call_perform(Sqlite *db, Call *call);

#endif
