/* answer.h: what the server says: every message of docs/protocol.md that goes to a client is
   written here. Those that take a Job answer it and end it. */
#ifndef NEGOCE_ANSWER_H
#define NEGOCE_ANSWER_H

#include "server/tables.h"
#include "server/socket.h"

#define REFUSE_STORE                                                                               \
    ((Refusal){"store",                                                                            \
               REFUSED(N_("This could not be kept. Nothing was changed; please try again."))})

#define REFUSE_NO_TABLE ((Refusal){"table", REFUSED(N_("There is no such table."))})

#define REFUSE_UNSOUND                                                                             \
    ((Refusal){"broken", REFUSED(N_("This would break the game itself; nothing was changed."))})

#define REFUSE_ENDED                                                                               \
    ((Refusal){"account", REFUSED(N_("You are signed out. Please load the page again."))})

/* `mark` is the request that is answered, NULL where the server speaks by itself. `at` is -1 where
   no table is concerned. */
void answer_welcome(Socket *socket, const Request *mark);
void answer_error(Socket *socket, const Request *mark, Refusal refusal, int at);

void answer_refuse(Job *job, Refusal refusal, int at);
void answer_ok(Job *job, int at);

/* The same at a table, with its version as far as who asked may know it. */
void answer_refuse_at(const LiveTable *live, Job *job, Refusal refusal);
void answer_ok_at(const LiveTable *live, Job *job);

void answer_pong(Job *job);
void answer_opened(Job *job, const LiveTable *live);
void answer_why(Job *job, Reason why);
void answer_record(Job *job, const Table *table);

/* What people said at the table since the socket was last told; nothing is sent where they said
   nothing. */
void answer_chat(Socket *socket);

/* The same for what they did with their seats. */
void answer_acts(Socket *socket);

/* How a table stands, in memory or not. */
typedef struct Standing {
    const StoreTable *header;
    const Table *seats; /* a table at which the same people sit, perhaps this one */
    Stage stage;
    int at;
    Turn turn;
    const char *result;    /* "38:2 44:1" once it is over; "": not told */
    const LiveTable *live; /* who is here; NULL: nobody, it is not in memory */
} Standing;

/* The summary of a table for this person, as one JSON object. */
void answer_summary(const Standing *standing, const Person *person, const char *key, Text *json);

/* The same in two, as fields of an object that is open: who sits there and how it is played; and
   how far it has come and who looks on. */
void answer_seated(const Standing *standing, const Person *person, Text *json);
void answer_turn(const Standing *standing, const Person *person, Text *json);

/* Of a table in memory; `result` holds what the standing says of it. */
Standing answer_standing_of(const LiveTable *live, char result[RESULT_TEXT_MAX]);

/* Begins an answer of this type. */
Text answer_begin(const char *type, const Request *mark);

/* Ends and sends it; the same, and the request it answers is done. */
void answer_end(Socket *socket, Text *json);
void answer_with(Job *job, Text *json);

#endif
