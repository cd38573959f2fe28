/* goods.c: tokens taken, and tokens a move names (goods.h). */
#include "games/voc/goods.h"

void hold_take(Hold *first, Hold *then, Hold part) {
    for (int port = 0; port < PORTS; port++)
        for (int n = count_of(part, port); n > 0; n--)
            *(count_of(*first, port) ? first : then) -= count_one(port);
}

bool tokens_formed(const uint8_t *item, int count) {
    bool plain = false, by_port = false;
    for (int i = 0; i < count; i++) {
        if (item[i] >= TOKENS || (i && item[i] < item[i - 1])) return false;
        plain |= item[i] == GOOD_PEPPER;
        by_port |= item[i] >= GOODS;
    }
    return !(plain && by_port);
}

bool tokens_of(Hold hold, const uint8_t *item, int count, Hold *out) {
    *out = 0;
    for (int i = 0; i < count; i++) {
        int port = item[i] < GOODS ? hold_port(hold - *out, item[i]) : token_port(item[i]);
        if (port < 0 || !count_of(hold - *out, port)) return false;
        *out += count_one(port);
    }
    return true;
}
