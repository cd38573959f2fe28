#include "cli/describe.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/report.h"
#include "cli/translate.h"
#include "core/notation.h"

/* The names of the seats as `viewer` calls them. */
static void names_for(const Table *table, int viewer, Lang lang, const char *names[]) {
    table_names(table, names);
    if (viewer < table_players(table)) names[viewer] = words(lang, N_("You"));
}

const void *describe_seen(const Table *table, int viewer, Seen *room) {
    const Game *game = table_game(table);
    memcpy(room->bytes, table_state(table), game->state_size);
    game->rules.hide(room->bytes, viewer);
    return room->bytes;
}

/* The column at which the last column of a line begins: behind its last wide gap. */
static int last_column(const char *line, size_t length) {
    int at = 0, start = 0;
    for (size_t i = 0; i < length; i++) {
        if (((unsigned char)line[i] & 0xc0) == 0x80) continue;
        if (i > 1 && line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ') start = at;
        at++;
    }
    return start;
}

/* The bytes of the start of a line that fits into `width` columns: up to its last comma or wide gap
   there, or its last space; the whole line where it has none of them. */
static size_t fitting(const char *line, size_t length, int width) {
    size_t good = 0, space = 0, start = strspn(line, " ");
    int at = 0;
    for (size_t i = 0; i < length && at <= width; i++) {
        if (line[i] == ' ' && i > start) {
            bool gap = i + 1 < length && line[i + 1] == ' ' && line[i - 1] != ' ';
            space = i;
            if (gap || line[i - 1] == ',') good = i;
        }
        at += ((unsigned char)line[i] & 0xc0) != 0x80;
    }
    return at <= width ? length : good ? good : space ? space : length;
}

/* Appends the line broken so that it fits; what goes on below stands under its last column, or is
   indented. */
static void fit_line(Text *out, const char *line, size_t length, int width) {
    enum { HANG = 2 };
    int indent = last_column(line, length);
    if (indent > width / 2) indent = width / 2;
    if (indent < HANG) indent = HANG;
    while (length && line[length - 1] == ' ')
        length--;
    for (int room = width;; room = width - indent) {
        size_t take = fitting(line, length, room);
        text_add_n(out, line, take);
        text_char(out, '\n');
        if (take == length) return;
        take += strspn(line + take, " ");
        line += take;
        length -= take;
        pad(out, "", indent);
    }
}

static void fit_lines(Text *out, const char *picture, int width) {
    while (*picture) {
        size_t length = strcspn(picture, "\n");
        fit_line(out, picture, length, width);
        picture += length + (picture[length] == '\n');
    }
}

void describe_picture(Text *out, const Table *table, int viewer, Lang lang, int width) {
    Seen seen;
    Text picture = text_grow();
    const char *names[SEATS_MAX];
    names_for(table, viewer, lang, names);
    table_game(table)->words.print(describe_seen(table, viewer, &seen), viewer, names, lang, width,
                                   &picture);
    fit_lines(out, picture.at, width);
    text_free(&picture);
}

/* --- news ------------------------------------------------------------------------------------- */

typedef struct NewsWriter {
    Text *out;
    int viewer, width;
    Lang lang;
    const char *names[SEATS_MAX];
    int drawn;  /* the draw of Chance that is told, -1: what a player does */
    bool holds; /* an event that may still grow waits in `held` */
    int held_drawn;
    Event held;
} NewsWriter;

static void write_held(NewsWriter *t) {
    const Event *event = &t->held;
    if (!t->holds) return;
    t->holds = false;
    Text line = text_grow();
    words_add(&line, t->lang, event_words(event, t->viewer),
              &(Holes){.seat = event->seat >= 0 ? t->names[event->seat] : NULL,
                       .other = event->other >= 0 ? t->names[event->other] : NULL,
                       .n = event->n,
                       .m = event->m,
                       .count = event->count,
                       .items = event->items});
    wrap(t->out, line.at, 0, 2, t->width);
    text_free(&line);
}

/* True when two events differ in their items alone. */
static bool same_but_items(const NewsWriter *t, const Event *a, const Event *b) {
    return event_words(a, t->viewer) == event_words(b, t->viewer) && a->seat == b->seat &&
           a->other == b->other && a->count && b->count && !a->n && !b->n && !a->m && !b->m &&
           a->count + b->count <= EVENT_ITEMS;
}

/* True when `event` is the same of one draw more: cards dealt one by one are told together. Of one
   move each thing has its sentence, which may be about one alone. */
static bool goes_on(const NewsWriter *t, const Event *event) {
    return t->holds && t->drawn >= 0 && t->held_drawn >= 0 && t->drawn != t->held_drawn &&
           same_but_items(t, &t->held, event);
}

static void write_event(NewsWriter *t, const Event *event) {
    int ear = t->viewer == CHANCE ? SPECTATOR : t->viewer;
    if (!(event->audience >> ear & 1) || !event_words(event, t->viewer)) return;
    bool grows = goes_on(t, event);
    if (!grows) write_held(t);
    t->holds = true;
    t->held_drawn = t->drawn;
    if (!grows) {
        t->held = *event;
        return;
    }
    for (int i = 0; i < event->count; i++)
        tell_item(&t->held, event->items[i]);
}

static void write_move(void *who, int position, int seat, const Move *move, const News *news,
                       const void *state) {
    (void)move, (void)state;
    NewsWriter *writer = who;
    writer->drawn = seat == CHANCE ? position : -1;
    for (int i = 0; i < news->count; i++)
        write_event(writer, &news->event[i]);
}

void describe_news(Text *out, const Table *table, int viewer, int from, Lang lang, int width) {
    NewsWriter writer = {.out = out, .viewer = viewer, .width = width, .lang = lang};
    table_names(table, writer.names);
    table_replay(table, from, table_position(table), write_move, &writer);
    write_held(&writer);
}

/* --- the end ---------------------------------------------------------------------------------- */

/* "cloth 8, trader 5": the parts that are not 0. */
static void describe_parts(Text *out, const Game *game, const Score *score, Lang lang) {
    bool first = true;
    for (int i = 0; game->words.parts[i]; i++) {
        if (!score->parts[i]) continue;
        text_printf(out, "%s%s ", first ? "" : ", ", words(lang, game->words.parts[i]));
        figure(out, lang, score->parts[i], 0);
        first = false;
    }
}

/* True when another seat has as many points and the game breaks ties. */
static bool is_tied(const Score scores[], int players, int seat) {
    for (int i = 0; i < players; i++)
        if (i != seat && scores[i].points == scores[seat].points &&
            (scores[i].tie || scores[seat].tie))
            return true;
    return false;
}

void describe_result(Text *out, const Table *table, int viewer, Lang lang, int width) {
    const Game *game = table_game(table);
    const int players = table_players(table);
    const char *names[SEATS_MAX];
    Score scores[SEATS_MAX];
    names_for(table, viewer, lang, names);
    game->rules.score(table_state(table), scores);
    int name_width = 0;
    for (int seat = 0; seat < players; seat++)
        if (columns(names[seat]) > name_width) name_width = columns(names[seat]);
    for (int rank = 1; rank <= players + 1; rank++) /* where all have lost, nobody is first */
        for (int seat = 0; seat < players; seat++) {
            if (scores[seat].rank != rank) continue;
            Text parts = text_grow();
            describe_parts(&parts, game, &scores[seat], lang);
            if (is_tied(scores, players, seat)) {
                if (parts.length) text_add(&parts, " ");
                words_add(&parts, lang, N_("(tie-break: {n})"), &(Holes){.n = scores[seat].tie});
            }
            text_printf(out, "%2d. ", rank);
            pad(out, names[seat], name_width);
            decimal(out, lang, scores[seat].points, 0, 5);
            text_add(out, "   ");
            wrap(out, parts.at, name_width + 12, name_width + 12, width);
            text_free(&parts);
        }
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Whether the list has moves of a kind too many to list. */
static bool are_some(const Game *game, const Move moves[], int n) {
    for (int i = 0; game->rules.vast && i < n; i++)
        if (game->rules.vast(moves[i])) return true;
    return false;
}

void describe_moves(Text *out, const Table *table, int seat, Lang lang, int width) {
    const Game *game = table_game(table);
    Seen seen;
    const void *state = describe_seen(table, seat, &seen);
    Move moves[MOVES_MAX];
    int n = game->rules.moves(state, seat, moves), widest = 0;
    Text lines = text_grow();
    size_t starts[MOVES_MAX];
    for (int i = 0; i < n; i++) {
        char notation[MOVE_TEXT_MAX];
        Text t = text_over(notation, sizeof notation);
        move_write(game, moves[i], &t);
        starts[i] = lines.length;
        text_printf(&lines, "%3d  ", i + 1);
        translate_write(&lines, game, lang, notation);
        if (columns(lines.at + starts[i]) > widest) widest = columns(lines.at + starts[i]);
        text_add_n(&lines, "", 1);
    }
    int across = width / (widest + 2) > 1 ? width / (widest + 2) : 1;
    int down = (n + across - 1) / across;
    for (int row = 0; row < down; row++) {
        if (across == 1) {
            fit_line(out, lines.at + starts[row], strlen(lines.at + starts[row]), width);
            continue;
        }
        for (int i = row; i < n; i += down)
            pad(out, lines.at + starts[i], i + down < n ? widest + 2 : 0);
        text_char(out, '\n');
    }
    text_free(&lines);
    if (are_some(game, moves, n))
        wrap(out, words(lang, N_("These are only some: others of the kind may be typed too.")), 0,
             0, width);
}

/* True when one of the moves is of that verb. */
static bool has_verb(const Move *moves, int n, int verb) {
    for (int i = 0; i < n; i++)
        if (moves[i].verb == verb) return true;
    return false;
}

void describe_verbs(Text *out, const Table *table, int seat, Lang lang) {
    const Game *game = table_game(table);
    Seen seen;
    const void *state = describe_seen(table, seat, &seen);
    Move moves[MOVES_MAX];
    int n = game->rules.moves(state, seat, moves);
    bool first = true;
    const VerbForm *forms = game->words.notation->verbs;
    for (int verb = 0; forms[verb].word; verb++) {
        if (!has_verb(moves, n, verb)) continue;
        if (!first) text_add(out, ", ");
        text_add(out, words(lang, forms[verb].word));
        first = false;
    }
}

void describe_sample(Text *out, const Game *game, const char *notation, Lang lang) {
    size_t length = strcspn(notation, " ");
    for (const VerbForm *form = game->words.notation->verbs; form->word; form++)
        if (form->sample && strlen(form->word) == length &&
            memcmp(form->word, notation, length) == 0)
            translate_write(out, game, lang, form->sample);
}

/* Whether the table has the variant `only`, such as "rules=advanced"; NULL: any has it. */
static bool has_variant(const Table *table, const char *only) {
    const Option *option = table_game(table)->options;
    size_t length = only ? strcspn(only, "=") : 0;
    for (int i = 0; only && option[i].name; i++)
        if (strlen(option[i].name) == length && memcmp(option[i].name, only, length) == 0)
            return strcmp(option[i].choices[table_options(table)[i]], only + length + 1) == 0;
    return true;
}

void describe_notation(Text *out, const Table *table, Lang lang) {
    const Game *game = table_game(table);
    for (const VerbForm *form = game->words.notation->verbs; form->word; form++) {
        if (!form->sample || !has_variant(table, form->only)) continue;
        text_add(out, "  ");
        translate_write(out, game, lang, form->sample);
        text_char(out, '\n');
    }
}
