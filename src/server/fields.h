/* fields.h: the fields of requests: each reads its value into the request, or says what it must be.
   Which request has which is the table in message.c. */
#ifndef NEGOCE_FIELDS_H
#define NEGOCE_FIELDS_H

#include <jansson.h>

#include "server/message.h"

#define BAD(...) ((Refusal){"bad", REFUSED(__VA_ARGS__)})

/* Copies a string of the message; false where it is none or does not fit. */
bool field_copy(const json_t *value, char *out, size_t room);

/* A whole number from 0 to `most`. */
bool field_whole(const json_t *value, long long most, int *out);

/* The refusal of a text that is not spelled as it must be (spelling.h). */
Refusal field_spelled(Reason why);

/* Of tables, seats and moves, and of how a table is opened: fields.c. */
Refusal field_table(const json_t *value, Request *out);
Refusal field_at(const json_t *value, Request *out);
Refusal field_before(const json_t *value, Request *out);
Refusal field_days(const json_t *value, Request *out);
Refusal field_known(const json_t *value, Request *out);
Refusal field_position(const json_t *value, Request *out);
Refusal field_eyes(const json_t *value, Request *out);
Refusal field_order(const json_t *value, Request *out);
Refusal field_open(const json_t *value, Request *out);
Refusal field_stop(const json_t *value, Request *out);
Refusal field_choice(const json_t *value, Request *out);
Refusal field_record(const json_t *value, Request *out);
Refusal field_journal(const json_t *value, Request *out);
Refusal field_seed(const json_t *value, Request *out);
Refusal field_seat(const json_t *value, Request *out);
Refusal field_name(const json_t *value, Request *out);
Refusal field_move(const json_t *value, Request *out);
Refusal field_text(const json_t *value, Request *out);
Refusal field_fine(const json_t *value, Request *out);
Refusal field_bot(const json_t *value, Request *out);
Refusal field_nonce(const json_t *value, Request *out);
Refusal field_game(const json_t *value, Request *out);
Refusal field_players(const json_t *value, Request *out);
Refusal field_options(const json_t *value, Request *out);
Refusal field_seats(const json_t *value, Request *out);
Refusal field_lesson(const json_t *value, Request *out);
Refusal field_pace(const json_t *value, Request *out);
Refusal field_listed(const json_t *value, Request *out);
Refusal field_rated(const json_t *value, Request *out);
Refusal field_title(const json_t *value, Request *out);
Refusal field_time(const json_t *value, Request *out);
Refusal field_delay(const json_t *value, Request *out);
Refusal field_points(const json_t *value, Request *out);
Refusal field_near(const json_t *value, Request *out);
Refusal field_named(const json_t *value, Request *out);
Refusal field_speed(const json_t *value, Request *out);

/* Of lists, devices, manners and accounts: personal.c. */
Refusal field_state(const json_t *value, Request *out);
Refusal field_find(const json_t *value, Request *out);
Refusal field_series(const json_t *value, Request *out);
Refusal field_after(const json_t *value, Request *out);
Refusal field_follow_mine(const json_t *value, Request *out);
Refusal field_asleep(const json_t *value, Request *out);
Refusal field_endpoint(const json_t *value, Request *out);
Refusal field_quiet(const json_t *value, Request *out);
Refusal field_zone(const json_t *value, Request *out);
Refusal field_follow_lobby(const json_t *value, Request *out);
Refusal field_tally(const json_t *value, Request *out);
Refusal field_aside(const json_t *value, Request *out);
Refusal field_how(const json_t *value, Request *out);
Refusal field_mark(const json_t *value, Request *out);
Refusal field_password(const json_t *value, Request *out);
Refusal field_old(const json_t *value, Request *out);
Refusal field_code(const json_t *value, Request *out);
Refusal field_session(const json_t *value, Request *out);
Refusal field_everywhere(const json_t *value, Request *out);
Refusal field_bring(const json_t *value, Request *out);
Refusal field_shown(const json_t *value, Request *out);
Refusal field_key(const json_t *value, Request *out);
Refusal field_key_id(const json_t *value, Request *out);

#endif
