#include "core/game.h"

#include <assert.h>
#include <string.h>

Event *news_add(News *news, const char *kind, int seat, int n, const char *you, const char *they) {
    assert(news->count < NEWS_MAX);
    Event *event = &news->event[news->count++];
    *event = (Event){.kind = kind,
                     .you = you,
                     .they = they,
                     .audience = EVERYONE,
                     .seat = (int8_t)seat,
                     .other = -1,
                     .n = (int16_t)n};
    return event;
}

Event *tell_item(Event *event, const char *item) {
    if (!event) return NULL;
    assert(event->count < EVENT_ITEMS);
    event->items[event->count++] = item;
    return event;
}

Event *tell_m(Event *event, int m) {
    if (event) event->m = (int16_t)m;
    return event;
}

Event *because(News *news, int seat, int n, int other, const char *item, const char *text) {
    Event *event = news_add(news, "reason", seat, n, text, NULL);
    event->other = (int8_t)other;
    if (item) tell_item(event, item);
    return event;
}

Event *tell_only(Event *event, int seat) {
    if (event) event->audience = (uint8_t)(1u << seat);
    return event;
}

Event *tell_other(Event *event, int other, const char *touched) {
    if (!event) return NULL;
    event->other = (int8_t)other;
    event->touched = touched;
    return event;
}

const char *event_words(const Event *event, int reader) {
    if (reader >= 0 && reader == event->seat) return event->you;
    return event->touched && reader == event->other ? event->touched : event->they;
}

void score_rank(Score *scores, int n) {
    for (int i = 0; i < n; i++) {
        scores[i].rank = 1;
        for (int j = 0; j < n; j++)
            if (scores[j].points > scores[i].points ||
                (scores[j].points == scores[i].points && scores[j].tie > scores[i].tie))
                scores[i].rank++;
    }
}

int chance_plays(const Game *game, void *s, Rng *rng) {
    const GameRules *rules = &game->rules;
    if (rules->draw_all) return rules->draw_all(s, rng);
    int moves = 0;
    do {
        rules->apply(s, CHANCE, rules->sample(s, rng), NULL);
        moves++;
    } while (rules->turn(s) == 1u << CHANCE);
    return moves;
}

Reason check_chance(const void *s, int (*moves)(const void *s, int seat, Move *out), Move m) {
    Move list[MOVES_MAX];
    int n = moves(s, CHANCE, list);
    for (int i = 0; i < n; i++)
        if (move_equal(list[i], m)) return ALLOWED;
    return REFUSED(N_("Chance cannot draw this now."));
}

bool move_equal(Move a, Move b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

bool move_formed(Move m, int verbs) {
    if (m.verb >= verbs || m.count > MOVE_ITEMS) return false;
    for (int i = m.count; i < MOVE_ITEMS; i++)
        if (m.item[i]) return false;
    return true;
}

Reason option_set(const Game *game, const char *name, const char *choice, uint8_t *options) {
    for (int i = 0; game->options[i].name; i++) {
        if (strcmp(game->options[i].name, name) != 0) continue;
        for (int j = 0; game->options[i].choices[j]; j++)
            if (strcmp(game->options[i].choices[j], choice) == 0) {
                options[i] = (uint8_t)j;
                return ALLOWED;
            }
        return REFUSED(N_("This option has no such choice."));
    }
    return REFUSED(N_("This game has no such option."));
}

void options_write(const Game *game, const uint8_t *options, char out[OPTIONS_TEXT_MAX]) {
    Text words = text_over(out, OPTIONS_TEXT_MAX);
    for (int i = 0; game->options[i].name; i++) {
        const Option *option = &game->options[i];
        text_printf(&words, "%s%s=%s", i ? " " : "", option->name, option->choices[options[i]]);
    }
}

bool options_read(const Game *game, const char *words, uint8_t options[OPTIONS_MAX]) {
    char copied[OPTIONS_TEXT_MAX], *rest, *word;
    if (strlen(words) >= sizeof copied) return false;
    strcpy(copied, words);
    memset(options, 0, OPTIONS_MAX);
    for (word = strtok_r(copied, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        if (!equals) return false;
        *equals = '\0';
        if (option_set(game, word, equals + 1, options).text) return false;
    }
    return true;
}
