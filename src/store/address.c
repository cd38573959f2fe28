#include "store/address.h"

#include <arpa/inet.h>
#include <string.h>

bool address_form(const char *text, char out[ADDRESS_MAX]) {
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    struct in6_addr six;
    struct in_addr four;
    out[0] = '\0';
    if (inet_pton(AF_INET6, text, &six) != 1) {
        strncat(out, text, ADDRESS_MAX - 1);
        return inet_pton(AF_INET, text, &four) == 1;
    }
    if (memcmp(&six, mapped, sizeof mapped) == 0) {
        inet_ntop(AF_INET, six.s6_addr + sizeof mapped, out, ADDRESS_MAX);
    } else {
        memset(six.s6_addr + 8, 0, 8);
        inet_ntop(AF_INET6, &six, out, ADDRESS_MAX);
    }
    return true;
}
