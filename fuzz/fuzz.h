/* fuzz.h: what the targets share. A target takes arbitrary bytes; a claim that does not hold stops
   it with its sentence, and libFuzzer keeps the bytes. */
#ifndef NEGOCE_FUZZ_H
#define NEGOCE_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Called by libFuzzer with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stops the run where `holds` is false. */
static inline void claim(int holds, const char *sentence) {
    if (holds) return;
    fprintf(stderr, "does not hold: %s\n", sentence);
    abort();
}

#endif
