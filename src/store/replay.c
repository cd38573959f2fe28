/* replay.c: a table out of its header and journal. */
#include <string.h>

#include "games/games.h"
#include "store/store.h"

bool store_options_read(const Game *game, const char *words, uint8_t options[OPTIONS_MAX]) {
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

Table *store_replay(const StoreTable *header, char *lines) {
    const Game *game = game_named(header->game);
    uint8_t options[OPTIONS_MAX];
    Reason why;
    if (!game || header->players < game->min_players || header->players > game->max_players ||
        !store_options_read(game, header->options, options))
        return NULL;
    Table *table = table_open(game, header->players, options, &why);
    if (!table) return NULL;
    for (char *line = lines, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        if (!table_enter(table, line).text) continue;
        table_close(table);
        return NULL;
    }
    return table;
}
