/* turn.c: a person's turn at the terminal: what is shown to him, and the words he may type. */
#include "cli/play.h"

#include <stdio.h>
#include <string.h>

#include "cli/prompt.h"
#include "cli/describe.h"
#include "cli/translate.h"
#include "core/notation.h"

/* What a typed line leads to. */
typedef enum Next {
    NEXT_ASK,   /* ask again */
    NEXT_SHOW,  /* show the table, then ask again */
    NEXT_TABLE, /* the table has changed */
    NEXT_LEAVE
} Next;

/* --- the screen ------------------------------------------------------------------------------- */

/* Prints and clears `out`. */
static void flush(Text *out) {
    fwrite(out->at, 1, out->length, stdout);
    fflush(stdout);
    text_clear(out);
}

static void print(const char *s) {
    fputs(s, stdout);
}

/* A paragraph of its own; bold where that is possible, which only repeats what its place says. */
static void print_paragraph(const char *text, bool strong) {
    Text out = text_grow();
    wrap(&out, text, 0, 0, prompt_width());
    strong = strong && prompt_bold();
    if (strong) print("\033[1m");
    flush(&out);
    if (strong) print("\033[0m");
    text_free(&out);
}

static void print_sentence(const Play *play, const char *sentence, const Holes *holes) {
    Text text = text_grow();
    words_add(&text, play->lang, sentence, holes);
    print_paragraph(text.at, false);
    text_free(&text);
}

/* Wipes the screen and what scrolled off it. Without a terminal there is nothing to wipe. */
static void wipe(void) {
    if (prompt_terminal()) print("\033[H\033[2J\033[3J");
}

static void show_news(Play *play, int viewer) {
    Text out = text_grow();
    describe_news(&out, play->table, viewer, play->news_printed[viewer], play->lang,
                  prompt_width());
    play->news_printed[viewer] = table_position(play->table);
    if (out.length) text_char(&out, '\n');
    flush(&out);
    text_free(&out);
}

static void show_table(const Play *play, int seat) {
    Text out = text_grow();
    describe_picture(&out, play->table, seat, play->lang, prompt_width());
    text_char(&out, '\n');
    flush(&out);
    Seen seen;
    Reason question =
        table_game(play->table)->words.ask(describe_seen(play->table, seat, &seen), seat);
    if (question.text) {
        words_add(&out, play->lang, question.text, &(Holes){.n = question.n});
        text_add(&out, " (");
        describe_verbs(&out, play->table, seat, play->lang);
        text_char(&out, ')');
        print_paragraph(out.at, true);
    }
    text_free(&out);
}

static const char *name_of(const Play *play, int seat) {
    static const char *names[SEATS_MAX];
    table_names(play->table, names);
    return names[seat];
}

/* --- commands --------------------------------------------------------------------------------- */

/* The seat that types; `rest` is what follows the command. */
typedef Next Run(Play *play, int seat, const char *rest);

typedef struct CommandWord {
    const char *word;    /* of the catalogue: the French word is understood as well */
    const char *example; /* what follows it */
    const char *help;
    Run *run;
} CommandWord;

static Next run_help(Play *play, int seat, const char *rest);

static Next run_moves(Play *play, int seat, const char *rest) {
    (void)rest;
    if (table_over(play->table)) {
        print_sentence(play, N_("The game is over."), NULL);
        return NEXT_ASK;
    }
    Text out = text_grow();
    describe_moves(&out, play->table, seat, play->lang, prompt_width());
    flush(&out);
    text_free(&out);
    play->listed = table_version(play->table);
    return NEXT_ASK;
}

static Next run_look(Play *play, int seat, const char *rest) {
    (void)play, (void)seat, (void)rest;
    return NEXT_SHOW;
}

static Next run_rules(Play *play, int seat, const char *rest) {
    (void)seat, (void)rest;
    Text out = text_grow();
    for (const char *const *rule = table_game(play->table)->words.rules; *rule; rule++) {
        text_add(&out, "- ");
        wrap(&out, words(play->lang, *rule), 2, 2, prompt_width());
    }
    flush(&out);
    text_free(&out);
    return NEXT_ASK;
}

static Next run_log(Play *play, int seat, const char *rest) {
    (void)rest;
    Text out = text_grow();
    describe_news(&out, play->table, seat, 0, play->lang, prompt_width());
    flush(&out);
    text_free(&out);
    return NEXT_ASK;
}

static Next run_undo(Play *play, int seat, const char *rest) {
    (void)rest;
    int to = 0;
    Reason why = table_undo_check(play->table, seat, &to);
    if (!why.text) {
        char line[32];
        Text t = text_over(line, sizeof line);
        text_printf(&t, "undo %d", to);
        why = table_enter(play->table, line);
    }
    if (why.text) {
        print_sentence(play, why.text, &(Holes){.n = why.n});
        return NEXT_ASK;
    }
    for (int viewer = 0; viewer <= SPECTATOR; viewer++)
        if (play->news_printed[viewer] > to) play->news_printed[viewer] = to;
    print_sentence(play, N_("Taken back."), NULL);
    return NEXT_TABLE;
}

static Next run_save(Play *play, int seat, const char *rest) {
    (void)seat;
    if (!*rest) {
        print_sentence(play, N_("Say into which file: save FILE."), NULL);
        return NEXT_ASK;
    }
    Text out = text_grow();
    if (save_record(play, rest, &out)) {
        play->saved = table_version(play->table);
        keep_end(play);
    }
    flush(&out);
    text_free(&out);
    return NEXT_ASK;
}

/* A game that would be lost is left only by asking twice, or by the end of a file. */
static Next run_quit(Play *play, int seat, const char *rest) {
    (void)seat, (void)rest;
    if (table_over(play->table) || play->saved == table_version(play->table) || play->warned)
        return NEXT_LEAVE;
    play->warned = true;
    print_sentence(
        play, N_("The game is not saved: “save FILE” keeps it, “quit” once more leaves it."), NULL);
    return NEXT_ASK;
}

static const CommandWord command_words[] = {
    {N_("help"), "", N_("this help; ? does too"), run_help},
    {N_("look"), "", N_("the table once more"), run_look},
    {N_("moves"), "", N_("every move you may make, numbered: type a number to play it"), run_moves},
    {N_("rules"), "", N_("the rules in short"), run_rules},
    {N_("log"), "", N_("all that has happened"), run_log},
    {N_("undo"), "", N_("take back your last move, where nothing was revealed by it"), run_undo},
    {N_("save"), N_("FILE"), N_("keep the game in a file, to go on later"), run_save},
    {N_("quit"), "", N_("leave the game; Ctrl-D and Ctrl-C do too, typed twice"), run_quit},
};
enum { COMMAND_WORDS = sizeof command_words / sizeof *command_words };

static Next run_help(Play *play, int seat, const char *rest) {
    (void)seat, (void)rest;
    enum { COLUMN = 18 };
    Lang lang = play->lang;
    int width = prompt_width();
    Text out = text_grow();
    text_add(&out, words(lang, N_("A move is typed like one of these; Tab completes it:")));
    text_char(&out, '\n');
    describe_notation(&out, play->table, lang);
    text_add(&out, words(lang, N_("You may also type:")));
    text_char(&out, '\n');
    for (int i = 0; i < COMMAND_WORDS; i++) {
        const CommandWord *word = &command_words[i];
        char name[64];
        Text t = text_over(name, sizeof name);
        text_printf(&t, "  %s %s", words(lang, word->word),
                    *word->example ? words(lang, word->example) : "");
        pad(&out, name, COLUMN);
        wrap(&out, words(lang, word->help), COLUMN, COLUMN, width);
    }
    flush(&out);
    text_free(&out);
    return NEXT_ASK;
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Where a number was typed: the legal move of that number (from 1) in notation, or why not. */
static Reason numbered_move(const Play *play, int seat, const char *number, Text *out) {
    const Game *game = table_game(play->table);
    Seen seen;
    const void *state = describe_seen(play->table, seat, &seen);
    Move moves[MOVES_MAX];
    long long i;
    int n = game->rules.moves(state, seat, moves);
    if (!args_number(number, 1, n, &i))
        return REFUSED(N_("Your moves have numbers from 1 to {n}."), n);
    move_write(game, moves[i - 1], out);
    return ALLOWED;
}

/* True when the notation begins with a verb of the game. */
static bool is_move(const Game *game, const char *notation) {
    size_t length = strcspn(notation, " ");
    const char *verbs[VERBS_MAX + 1];
    verbs_of_people(game, verbs);
    for (int i = 0; verbs[i]; i++)
        if (strlen(verbs[i]) == length && memcmp(verbs[i], notation, length) == 0) return true;
    return false;
}

/* True where a verb was typed alone and the moves it has now all say more. */
static bool lacks_words(const Play *play, int seat, const char *notation) {
    const Game *game = table_game(play->table);
    size_t length = strlen(notation);
    Seen seen;
    const void *state = describe_seen(play->table, seat, &seen);
    Move moves[MOVES_MAX];
    int n = strchr(notation, ' ') ? 0 : game->rules.moves(state, seat, moves);
    bool lacks = false;
    for (int i = 0; i < n; i++) {
        char move[MOVE_TEXT_MAX];
        Text t = text_over(move, sizeof move);
        move_write(game, moves[i], &t);
        if (strncmp(move, notation, length) != 0) continue;
        if (!move[length]) return false;
        lacks = lacks || move[length] == ' ';
    }
    return lacks;
}

/* Where the verb is known and what follows makes no move of it: how one looks. */
static void show_sample(const Play *play, int seat, const char *notation) {
    const Game *game = table_game(play->table);
    Move move;
    if (!is_move(game, notation) ||
        (!move_read(game, notation, &move).text && !lacks_words(play, seat, notation)))
        return;
    Text sample = text_grow();
    describe_sample(&sample, game, notation, play->lang);
    if (sample.length) print_sentence(play, N_("For example: {seat}"), &(Holes){.seat = sample.at});
    text_free(&sample);
}

static Next make_move(Play *play, int seat, const char *typed) {
    Text notation = text_grow(), line = text_grow();
    Reason why = ALLOWED;
    if (typed[strspn(typed, "0123456789")] == '\0')
        why = numbered_move(play, seat, typed, &notation);
    else
        translate_move(&notation, table_game(play->table), typed);
    bool number = !why.text && typed[strspn(typed, "0123456789")] == '\0';
    if (number &&
        play->listed != table_version(play->table)) { /* nobody plays what he did not see */
        run_moves(play, seat, "");
        why = REFUSED(N_("These are your moves: type the number again to play one."));
    }
    if (!why.text && !is_move(table_game(play->table), notation.at))
        why = REFUSED(N_("That is neither a move nor a command; “help” shows what to type."));
    if (!why.text) {
        text_printf(&line, "%d %s", seat, notation.at);
        why = table_enter(play->table, line.at);
    }
    if (why.text) print_sentence(play, why.text, &(Holes){.n = why.n});
    if (why.text && !number) show_sample(play, seat, notation.at);
    text_free(&notation);
    text_free(&line);
    return why.text ? NEXT_ASK : NEXT_TABLE;
}

/* --- completion ------------------------------------------------------------------------------- */

/* A person whose turn it is, for the completer. */
typedef struct Typist {
    const Play *play;
    int seat;
} Typist;

/* Cuts the next word off `*text`; false at its end. */
static bool next_word(const char **text, const char **word, size_t *length) {
    *word = *text + strspn(*text, " ");
    *length = strcspn(*word, " ");
    *text = *word + *length;
    return *length > 0;
}

/* Takes the word out of `move` in place (it becomes spaces); false where it is not there. */
static bool take_word(char *move, const char *word, size_t length) {
    const char *at = move, *found;
    size_t n;
    while (next_word(&at, &found, &n))
        if (n == length && memcmp(found, word, n) == 0) {
            memset(move + (found - move), ' ', n);
            return true;
        }
    return false;
}

/* Offers what the move still needs after the words typed, in whatever order they were. */
static void offer_rest(const Play *play, char *move, const char *typed,
                       void (*offer)(const char *)) {
    const char *word, *rest = move;
    size_t length;
    bool first = true;
    while (next_word(&typed, &word, &length)) {
        if (first && (strncmp(move, word, length) != 0 || move[length] > ' ')) return; /* verb */
        if (!take_word(move, word, length)) return;
        first = false;
    }
    while (next_word(&rest, &word, &length)) {
        Text one = text_grow();
        translate_word(&one, table_game(play->table), play->lang, word, length, first);
        offer(one.at);
        text_free(&one);
        if (first) return; /* nothing typed yet: only the verb */
    }
}

static bool complete(void *who, const char *before, void (*offer)(const char *word)) {
    const Typist *typist = who;
    const Play *play = typist->play;
    const Game *game = table_game(play->table);
    Seen seen;
    const void *state = describe_seen(play->table, typist->seat, &seen);
    Text typed = text_grow();
    translate_read(&typed, game, before);
    char first[64];
    Text word = text_over(first, sizeof first);
    text_add_n(&word, before, strcspn(before, " "));
    bool wants_file = translate_means(first, "save");
    for (int i = 0; !typed.length && i < COMMAND_WORDS; i++)
        offer(words(play->lang, command_words[i].word));
    Move moves[MOVES_MAX];
    int n = wants_file ? 0 : game->rules.moves(state, typist->seat, moves);
    for (int i = 0; i < n; i++) {
        char move[MOVE_TEXT_MAX];
        Text t = text_over(move, sizeof move);
        move_write(game, moves[i], &t);
        offer_rest(play, move, typed.at, offer);
    }
    text_free(&typed);
    return wants_file;
}

/* --- the turn --------------------------------------------------------------------------------- */

/* The command a typed line begins with, in either language; NULL where it is none. Who types
   anything but that he leaves has thought better of it. */
static const CommandWord *command_of(Play *play, const char *typed) {
    char first[64];
    Text t = text_over(first, sizeof first);
    typed += strspn(typed, " \t");
    text_add_n(&t, typed, strcspn(typed, " \t"));
    const CommandWord *found = NULL;
    for (int i = 0; !found && i < COMMAND_WORDS; i++)
        if (translate_means(first, command_words[i].word)) found = &command_words[i];
    play->warned = play->warned && found && found->run == run_quit;
    return found;
}

/* What follows the first word of a line. */
static const char *rest_of(const char *typed) {
    typed += strspn(typed, " \t");
    typed += strcspn(typed, " \t");
    return typed + strspn(typed, " \t");
}

/* What a typed line does. */
static Next obey(Play *play, int seat, const char *typed) {
    const CommandWord *word = command_of(play, typed);
    typed += strspn(typed, " \t");
    if (!*typed) return NEXT_SHOW;
    if (strcmp(typed, "?") == 0) return run_help(play, seat, "");
    if (word) return word->run(play, seat, rest_of(typed));
    if (table_over(play->table)) {
        print_sentence(play, N_("The game is over."), NULL);
        return NEXT_ASK;
    }
    return make_move(play, seat, typed);
}

/* No line came. At a terminal that is Ctrl-D or Ctrl-C, which slip from a finger, or were to drop
   the line or to copy something. */
static Next hang_up(Play *play) {
    if (prompt_dropped()) play->warned = false; /* that was meant for the line */
    if (!prompt_terminal() || table_over(play->table) || play->warned) return NEXT_LEAVE;
    if (play->saved != table_version(play->table)) return run_quit(play, SPECTATOR, "");
    play->warned = true;
    print_sentence(play, N_("Ctrl-C or Ctrl-D once more leaves the game."), NULL);
    return NEXT_ASK;
}

/* Asks `seat` until the table has changed; false when he leaves. */
static bool ask(Play *play, int seat) {
    Text prompt = text_grow(), line = text_grow();
    if (play->people > 1 && seat < table_players(play->table))
        text_add(&prompt, name_of(play, seat));
    text_add(&prompt, "> ");
    Typist typist = {play, seat};
    prompt_complete(complete, &typist);
    Next next = NEXT_ASK;
    while (next == NEXT_ASK || next == NEXT_SHOW) {
        text_clear(&line);
        next = prompt_line(prompt.at, &line) ? obey(play, seat, line.at) : hang_up(play);
        if (next == NEXT_SHOW) show_table(play, seat);
        if (ferror(stdout)) next = NEXT_LEAVE; /* nobody sees us any more */
    }
    prompt_complete(NULL, NULL);
    text_free(&prompt);
    text_free(&line);
    keep_game(play);
    return next == NEXT_TABLE;
}

/* Waits for Enter. Nobody has come yet, so all that can be done is to save the game and to leave.
 */
static Next await_person(Play *play, Text *line) {
    for (Next next = NEXT_ASK; next == NEXT_ASK; text_clear(line)) {
        if (!prompt_line("> ", line)) {
            next = hang_up(play);
            continue;
        }
        const CommandWord *word = command_of(play, line->at);
        if (!word || (word->run != run_save && word->run != run_quit)) return NEXT_ASK;
        next = word->run(play, SPECTATOR, rest_of(line->at));
    }
    return NEXT_LEAVE;
}

/* Wipes the screen and waits until `seat` sits in front of it. The one who had it may still take
   his move back: NEXT_TABLE where he did. */
static Next call_to_screen(Play *play, int seat) {
    int before = play->viewer;
    bool may_undo = before >= 0 && !table_undo_check(play->table, before, NULL).text;
    Text line = text_grow();
    wipe();
    words_add(&line, play->lang,
              N_("{seat}, it is your turn. Press Enter once nobody else is looking."),
              &(Holes){.seat = name_of(play, seat)});
    print_paragraph(line.at, true);
    text_clear(&line);
    if (may_undo)
        print_sentence(play, N_("{seat} may still type “undo”."),
                       &(Holes){.seat = name_of(play, before)});
    Next next = await_person(play, &line);
    if (next == NEXT_ASK && may_undo && translate_means(line.at, "undo"))
        next = run_undo(play, before, "");
    if (next == NEXT_TABLE) play->viewer = -1;
    text_free(&line);
    prompt_forget();
    wipe();
    return next;
}

bool turn_of(Play *play, int seat) {
    if (play->keeps && !play->greeted) /* nothing is lost yet */
        play->saved = table_version(play->table);
    keep_game(play);
    if (play->viewer != seat && play->people > 1) {
        Next next = call_to_screen(play, seat);
        if (next != NEXT_ASK) return next == NEXT_TABLE;
    }
    play->viewer = seat;
    if (!play->greeted)
        print_sentence(play, N_("Type “help” to see how to play, “rules” for the rules."), NULL);
    play->greeted = true;
    print("\n");
    show_news(play, seat);
    show_table(play, seat);
    return ask(play, seat);
}

/* Who looks at the end: the only person, or everyone at once, told from where the first of them
   stopped hearing. */
static int viewer_at_end(Play *play) {
    int viewer = SPECTATOR, from = table_position(play->table);
    for (int seat = 0; seat < table_players(play->table); seat++) {
        if (table_seat(play->table, seat)->bot[0]) continue;
        if (play->people == 1) viewer = seat;
        if (play->news_printed[seat] < from) from = play->news_printed[seat];
    }
    if (play->people > 1) play->news_printed[SPECTATOR] = from;
    return viewer;
}

bool turn_end(Play *play) {
    int viewer = viewer_at_end(play);
    bool told = play->news_printed[viewer] == table_position(play->table);
    Text out = text_grow();
    if (play->people > 1) wipe();
    print("\n");
    if (told) print_sentence(play, N_("The game is over."), NULL); /* it was when it was read */
    if (told) print("\n");
    show_news(play, viewer);
    describe_result(&out, play->table, viewer, play->lang, prompt_width());
    flush(&out);
    text_free(&out);
    if (play->people == 0) return false;
    print("\n");
    print_sentence(play, N_("“save FILE” keeps the record of this game, “quit” leaves."), NULL);
    return ask(play, viewer);
}
