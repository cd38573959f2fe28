/* list.c: the list of games for a client: the home page and `negoce games --json` read the same. */
#include "games/games.h"

static void option_json(const Option *option, Text *json) {
    json_open(json, NULL, '{');
    json_string(json, "name", option->name);
    json_string(json, "label", option->label);
    json_open(json, "choices", '[');
    for (int i = 0; option->choices[i]; i++) {
        json_open(json, NULL, '{');
        json_string(json, "name", option->choices[i]);
        json_string(json, "label", option->labels[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void game_json(const Game *game, Text *json) {
    json_open(json, NULL, '{');
    json_string(json, "id", game->id);
    json_string(json, "title", game->title);
    json_string(json, "pitch", game->pitch);
    json_open(json, "players", '{');
    json_int(json, "min", game->min_players);
    json_int(json, "max", game->max_players);
    json_close(json, '}');
    json_open(json, "options", '[');
    for (const Option *option = game->options; option->name; option++)
        option_json(option, json);
    json_close(json, ']');
    json_close(json, '}');
}

void games_json(const char *key, Text *json) {
    json_open(json, key, '[');
    for (int i = 0; games[i]; i++)
        game_json(games[i], json);
    json_close(json, ']');
}
