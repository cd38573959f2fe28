#include "server/names.h"

#include <sodium.h>
#include <string.h>

#include "server/spelling.h"
#include "table/names.h"

const char *new_table_name(void) {
    return harbour_name(randombytes_random());
}

const char *new_guest_name(const uint8_t session[SESSION_BYTES]) {
    uint32_t luck;
    memcpy(&luck, session, sizeof luck);
    return wind_name(luck);
}

bool guest_name(const char *name) {
    for (uint32_t i = 0; i == 0 || wind_name(i) != wind_name(0); i++)
        if (names_alike(name, wind_name(i))) return true;
    return false;
}
