/* address.h: the one form in which the address of a client is counted and banned. */
#ifndef NEGOCE_STORE_ADDRESS_H
#define NEGOCE_STORE_ADDRESS_H

#include <stdbool.h>

enum { ADDRESS_MAX = 48 };

/* Writes the form of an address: "192.0.2.7", also where it stands on an IPv6 socket, or
   "2001:db8:1:2::": of IPv6 only the network counts, one home has 2^64 addresses. False where the
   text is none: it is copied then, as far as it fits. */
bool address_form(const char *text, char out[ADDRESS_MAX]);

#endif
