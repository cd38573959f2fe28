/* bracket.c: for whom a table is (the line `points`): people of so many points at its game. Who has
   how many is for others to know; a journal that is replayed asks nobody again. */
#include "table/inside.h"

Reason bracket_check(Bracket bracket) {
    if (bracket.least < 0 || bracket.least >= bracket.most || bracket.most > POINTS_MOST)
        return REFUSED(N_("“points” must be two numbers from 0 to {n}, the lesser first."),
                       POINTS_MOST);
    return ALLOWED;
}

Reason bracket_enter(Table *t, const char *rest) {
    Bracket bracket;
    if (t->begun) return REFUSED(N_("The game has begun already."));
    if (!cut_number(&rest, 0, POINTS_MOST, &bracket.least) ||
        !cut_number(&rest, 0, POINTS_MOST, &bracket.most) || *rest)
        bracket = (Bracket){0, 0};
    Reason why = bracket_check(bracket);
    if (!why.text) t->bracket = bracket;
    return why;
}

Bracket table_bracket(const Table *t) {
    return t->bracket;
}
