#include "core/game.h"

#include <assert.h>
#include <string.h>

Event *news_add(News *news, const char *kind, int seat, const char *you, const char *they) {
    assert(news->count < NEWS_MAX);
    Event *event = &news->event[news->count++];
    *event = (Event){.kind = kind,
                     .you = you,
                     .they = they,
                     .audience = EVERYONE,
                     .seat = (int8_t)seat,
                     .other = -1};
    return event;
}

void event_item(Event *event, const char *item) {
    assert(event->count < EVENT_ITEMS);
    event->items[event->count++] = item;
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

bool move_equal(Move a, Move b) {
    return memcmp(&a, &b, sizeof a) == 0;
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

void jot_seat_if(Text *json, const char *key, int seat) {
    if (seat >= 0 && seat < SEATS_MAX)
        jot_int(json, key, seat);
    else
        jot_null(json, key);
}
