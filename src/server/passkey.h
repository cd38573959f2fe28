/* passkey.h: WebAuthn, verified by libfido2.

   A browser proves that a key was used for us, now: what it signed names our site, the challenge we
   made for this socket, and whether a person was verified there. No attestation is asked for: which
   maker's key somebody uses is his affair. */
#ifndef NEGOCE_PASSKEY_H
#define NEGOCE_PASSKEY_H

#include "server/message.h"
#include "store/accounts.h"

enum { CHALLENGE_BYTES = 32, SITE_MAX = 127 };

/* The id by which authenticators know a site: "https://negoce.example.org:81" is
 * negoce.example.org.
 */
void passkey_rp(const char *site, char rp[SITE_MAX + 1]);

/* A key made for `site` with this challenge: its id, algorithm, public half and counter into `key`.
 */
Reason passkey_made(const char *site, const uint8_t challenge[CHALLENGE_BYTES], const Proof *proof,
                    StoreKey *key);

/* Whether `key` signed this challenge for `site`; the counter it told into `counter`. That it has
   grown is for the store to say (ACCOUNT_ENTER). */
Reason passkey_used(const char *site, const uint8_t challenge[CHALLENGE_BYTES], const Proof *proof,
                    const StoreKey *key, uint32_t *counter);

#endif
