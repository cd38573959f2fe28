/* wasm.h: what the files of this room share. */
#ifndef NEGOCE_WASM_H
#define NEGOCE_WASM_H

#include "core/text.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* A text to answer with, empty; it is good until the next call. */
Text *fresh_answer(void);

#endif
