/* wasm.h: what the files of this room share. */
#ifndef NEGOCE_WASM_H
#define NEGOCE_WASM_H

#include "table/run.h"

#define EXPORT(name) __attribute__((export_name(#name)))

#define OWNER "me" /* whose page it is, in its journals */

/* Milliseconds of a clock that never goes back. */
__attribute__((import_module("env"), import_name("now"))) double page_now(void);

/* A text to answer with, empty; it is good until the next call. */
Text *fresh_answer(void);

/* A message of docs/protocol.md as such a text, begun and ended; one that refuses. */
Text *answer(const char *type);
const char *end(Text *json);
const char *refuse(Refusal refusal);

/* The table that is loaded, what it is called, and the seat of the person there, -1: none. */
const Table *my_table(void);
const char *my_table_id(void);
int my_seat(void);

#endif
