/* list.c: the list of games for a client: the home page and `negoce games --json` read the same. */
#include "games/games.h"

static void option_json(const Game *game, const Option *option, Text *json) {
    jot_open(json, NULL, '{');
    jot_string(json, "name", option->name);
    jot_string(json, "label", option->label);
    jot_open(json, "choices", '[');
    for (int i = 0; option->choices[i]; i++) {
        jot_open(json, NULL, '{');
        jot_string(json, "name", option->choices[i]);
        jot_string(json, "label", option->labels[i]);
        jot_int(json, "least", option->least ? option->least[i] : game->min_players);
        jot_close(json, '}');
    }
    jot_close(json, ']');
    jot_close(json, '}');
}

static void game_json(const Game *game, Text *json) {
    jot_open(json, NULL, '{');
    jot_string(json, "id", game->id);
    jot_string(json, "title", game->title);
    jot_string(json, "pitch", game->pitch);
    jot_open(json, "players", '{');
    jot_int(json, "min", game->min_players);
    jot_int(json, "max", game->max_players);
    jot_close(json, '}');
    jot_open(json, "options", '[');
    for (const Option *option = game->options; option->name; option++)
        option_json(game, option, json);
    jot_close(json, ']');
    jot_close(json, '}');
}

void games_json(const char *key, Text *json) {
    jot_open(json, key, '[');
    for (int i = 0; games[i]; i++)
        game_json(games[i], json);
    jot_close(json, ']');
}
