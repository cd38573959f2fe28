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
