/* watch.c: how much those who only look may know of a game while it is played. They may be some
   moves behind (the line `delay`), so that nobody can tell a player what others cannot see yet; and
   of a stretch of live moves, such as a voyage, they may see nothing before its end. What is shown
   is the table as it stood when somebody was to decide: the moves themselves are the measure, so it
   is the same after a restart. */
#include "table/inside.h"

Reason delay_enter(Table *t, const char *rest) {
    int moves;
    if (t->begun) return REFUSED(N_("The game has begun already."));
    if (!cut_number(&rest, 0, DELAY_MOST, &moves) || *rest)
        return REFUSED(N_("Those who look are at most {n} moves behind."), DELAY_MOST);
    t->delay = moves;
    return ALLOWED;
}

int table_delay(const Table *t) {
    return t->delay;
}

int table_visible(const Table *t, bool veiled) {
    if (!t->begun || table_over(t)) return t->position;
    int visible = t->position > t->delay ? t->position - t->delay : 0;
    if (veiled && table_stretch(t) && t->stretched < visible) visible = t->stretched;
    /* In the middle of a deal the table would seem to stand still: they see whose decision it was.
     */
    while (visible > 0 && visible < t->position && t->made[visible].seat == CHANCE)
        visible--;
    return visible;
}

Turn table_turn_at(const Table *t, int position) {
    _Alignas(16) unsigned char state[STATE_MAX];
    if (!t->begun) return 0;
    if (position == t->position) return table_turn(t);
    table_reach(t, position, state);
    return t->game->rules.turn(state);
}
