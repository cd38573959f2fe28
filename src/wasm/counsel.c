/* counsel.c: what the table in the page thinks about besides its bots' moves: a hint for who plays,
   and the analysis of a finished game. One of each at a time, in slices; neither needs its table
   once it has begun. */
#include "table/hint.h"
#include "wasm/wasm.h"

EXPORT(solo_hint) const char *solo_hint(int position, int luck);
EXPORT(solo_hint_think) int solo_hint_think(double slice);
EXPORT(solo_hint_answer) const char *solo_hint_answer(const char *table);
EXPORT(solo_study) const char *solo_study(int open);
EXPORT(solo_study_think) int solo_study_think(double slice);
EXPORT(solo_study_answer) const char *solo_study_answer(const char *table);
EXPORT(solo_study_end) void solo_study_end(void);

static struct {
    Hint *hint;
    double hint_end; /* of its thinking */
    Analysis *study;
} counsel;

#define REFUSE_MEMORY REFUSE("limit", N_("This device has too little memory left for that."))

/* --- a hint ----------------------------------------------------------------------------------- */

/* Begins to think about the decision the person has to make, or made at this position (0: now). "":
   it has begun. */
const char *solo_hint(int position, int luck) {
    Refusal refusal = hint_check(my_table(), my_seat(), position);
    if (!refusal.code && counsel.hint)
        refusal = REFUSE("limit", N_("Too many are asking just now. Please try again."));
    if (!refusal.code) {
        counsel.hint = hint_begin(my_table(), my_seat(), position, (uint32_t)luck);
        counsel.hint_end = page_now() + (position ? HINT_PAST_MS : HINT_MS);
        if (!counsel.hint) refusal = REFUSE_MEMORY;
    }
    return refusal.code ? refuse(refusal) : fresh_answer()->at;
}

/* Thinks for `slice` ms. 1: it may be told; 0: it thinks on; -1: nobody has asked. */
int solo_hint_think(double slice) {
    double until = page_now() + slice;
    if (!counsel.hint) return -1;
    while (hint_step(counsel.hint)) {
        if (page_now() >= counsel.hint_end) break;
        if (page_now() >= until) return 0;
    }
    return 1;
}

/* What was found; the question is answered. */
const char *solo_hint_answer(const char *table) {
    Text *json = answer("hint");
    jot_string(json, "table", table);
    hint_json(counsel.hint, json);
    hint_free(counsel.hint);
    counsel.hint = NULL;
    return end(json);
}

/* --- an analysis ------------------------------------------------------------------------------ */

/* Begins the analysis of the table that is loaded, in place of one under way. "": it has begun. */
const char *solo_study(int open) {
    if (!table_finished(my_table()))
        return refuse(REFUSE("illegal", N_("A game is analysed once it is over.")));
    solo_study_end();
    counsel.study = table_analyse(my_table(), bot_named(ANALYSIS_LEVEL)->iterations, open != 0);
    return fresh_answer()->at;
}

/* Thinks for `slice` ms. 1: it is done; 0: it goes on; -1: there is none. */
int solo_study_think(double slice) {
    double until = page_now() + slice;
    if (!counsel.study) return -1;
    while (analysis_step(counsel.study))
        if (page_now() >= until) return 0;
    return 1;
}

/* How far it is and, once it is done, what was found. */
const char *solo_study_answer(const char *table) {
    const Analysis *a = counsel.study;
    bool done = a->total > 0 && a->done == a->total;
    Text *json = answer("analysis");
    jot_string(json, "table", table);
    jot_bool(json, "open", a->open);
    jot_int(json, "done", a->done);
    jot_int(json, "total", a->total);
    if (done) {
        jot_open(json, "analysis", '{');
        jot_string(json, "level", ANALYSIS_LEVEL);
        analysis_json(a, json);
        jot_close(json, '}');
    } else {
        jot_null(json, "analysis");
    }
    return end(json);
}

/* Nobody wants it any more. */
void solo_study_end(void) {
    analysis_free(counsel.study);
    counsel.study = NULL;
}
