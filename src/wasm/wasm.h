/* wasm.h: what the files of this room share. */
#ifndef NEGOCE_WASM_H
#define NEGOCE_WASM_H

#include "table/handover.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* Milliseconds of a clock that never goes back. */
__attribute__((import_module("env"), import_name("now"))) double page_now(void);

/* A text to answer with, empty; it is good until the next call. */
Text *fresh_answer(void);

/* A message of docs/protocol.md as such a text, begun and ended; one that refuses. */
Text *answer(const char *type);
const char *end(Text *json);
const char *refuse(Refusal refusal);

/* The table that is loaded, its name and its title, the seat of the person there, -1: none, and the
   milliseconds left for the decisions of the moment, -1: any time. */
const Table *my_table(void);
const char *my_table_id(void);
const char *my_table_title(void);
int my_seat(void);
int my_clock(void);

#endif
