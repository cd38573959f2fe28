/* prompt.h: one line from the person: with editing, history and completion where stdin and stdout
   are a terminal, plain otherwise, so that a program can play as well. */
#ifndef NEGOCE_PROMPT_H
#define NEGOCE_PROMPT_H

#include <stdbool.h>

#include "core/text.h"

/* Offers the words that may stand next: calls `offer` with each. `before` is the line up to the
   word being typed. Returns true where that word is the name of a file instead. */
typedef bool Completer(void *who, const char *before, void (*offer)(const char *word));

/* True when a person at a terminal sees what we write. */
bool prompt_terminal(void);

/* True when words may be set off by bold type: on a terminal, unless NO_COLOR is set. */
bool prompt_bold(void);

/* Columns of the terminal, 80 where there is none. */
int prompt_width(void);

/* What Tab offers from now on; NULL: nothing. */
void prompt_complete(Completer *completer, void *who);

/* Forgets the lines typed so far: the next person must not leaf through them. */
void prompt_forget(void);

/* Asks for a line and puts it into `line`, without its end. False at the end of input, and
   where Ctrl-C was typed. */
bool prompt_line(const char *prompt, Text *line);

/* True where the Ctrl-C that ended the last line dropped something typed. */
bool prompt_dropped(void);

#endif
