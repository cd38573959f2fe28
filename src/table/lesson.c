/* lesson.c: a table that plays the first game of a lesson (lesson.json of the game's folder).

   The journal says so in a line of its own before the game begins. From then on Chance draws what
   the lesson's deal names, each kind of draw in its order, as long as the deal and the rules allow
   it; behind the end of the deal it draws freely. Nothing else is different: whoever plays
   otherwise than the lesson suggests is dealt the same cards. */
#include <string.h>

#include "core/notation.h"
#include "table/inside.h"

bool table_lesson(const Table *t) {
    return t->lesson;
}

Reason lesson_enter(Table *t) {
    const Lesson *lesson = t->game->lesson;
    if (!lesson) return REFUSED(N_("There is no lesson of this game."));
    if (t->begun) return REFUSED(N_("The game has begun already."));
    uint8_t options[OPTIONS_MAX] = {0};
    for (const LessonOption *option = lesson->options; option->name; option++)
        if (option_set(t->game, option->name, option->choice, options).text)
            return REFUSED(N_("There is no lesson of this game."));
    if (t->players != lesson->players || memcmp(options, t->options, sizeof options) != 0)
        return REFUSED(N_("The lesson has players and variants of its own."));
    t->lesson = true;
    return ALLOWED;
}

/* How often Chance has drawn with this verb so far. */
static int drawn(const Table *t, uint8_t verb) {
    int n = 0;
    for (int i = 0; i < t->position; i++)
        n += t->made[i].seat == CHANCE && t->made[i].move.verb == verb;
    return n;
}

/* The n-th move of the deal with this verb, from 0. */
static bool dealt(const Table *t, uint8_t verb, int n, Move *out) {
    for (const char *const *line = t->game->lesson->deal; *line; line++)
        if (!move_read(t->game, *line, out).text && out->verb == verb && n-- == 0) return true;
    return false;
}

/* The same thing for whoever is dealt to now: what is drawn stands last, the place before it. */
static bool alike(Move a, Move b) {
    return a.verb == b.verb && a.count == b.count && a.count > 0 &&
           a.item[a.count - 1] == b.item[b.count - 1];
}

bool lesson_draw(const Table *t, Move *out) {
    if (!t->lesson) return false;
    Move list[MOVES_MAX], wanted;
    int n = t->game->rules.moves(t->state, CHANCE, list);
    if (!n || !dealt(t, list[0].verb, drawn(t, list[0].verb), &wanted)) return false;
    for (int i = 0; i < n; i++)
        if (move_equal(list[i], wanted)) {
            *out = wanted;
            return true;
        }
    for (int i = 0; i < n; i++)
        if (alike(list[i], wanted)) {
            *out = list[i];
            return true;
        }
    return false;
}
