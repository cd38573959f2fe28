#include "server/passkey.h"

#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <jansson.h>
#include <sodium.h>
#include <string.h>

enum {
    FLAG_PRESENT = 0x01, /* of what an authenticator tells */
    FLAG_VERIFIED = 0x04,
    FLAG_KEY = 0x40,
    FLAG_MORE = 0x80,
    FLAGS_AT = 32,
    HEAD_BYTES = 37,  /* before the key */
    MAKER_BYTES = 16, /* before its id */
    DEPTH = 4         /* of CBOR within CBOR */
};

void passkey_rp(const char *site, char rp[SITE_MAX + 1]) {
    const char *host = strstr(site, "://");
    rp[0] = '\0';
    strncat(rp, host ? host + 3 : "", SITE_MAX);
    if (rp[0] != '[') rp[strcspn(rp, ":")] = '\0';
}

/* --- what the browser says it did ------------------------------------------------------------- */

static bool field_is(const json_t *client, const char *name, const char *value) {
    const char *text = json_string_value(json_object_get(client, name));
    return text && strcmp(text, value) == 0;
}

static Reason check_fields(const json_t *client, const char *type, const char *site,
                           const char *challenge) {
    if (!field_is(client, "type", type))
        return REFUSED(N_("This is not what was asked of the key."));
    if (!field_is(client, "challenge", challenge))
        return REFUSED(N_("The key answered another question. Please try again."));
    if (!field_is(client, "origin", site) || json_is_true(json_object_get(client, "crossOrigin")))
        return REFUSED(N_("The key was used for another site."));
    return ALLOWED;
}

static Reason check_client(const Proof *proof, const char *type, const char *site,
                           const uint8_t challenge[CHALLENGE_BYTES]) {
    char text[64];
    sodium_bin2base64(text, sizeof text, challenge, CHALLENGE_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    json_t *client = json_loadb((const char *)proof->client, (size_t)proof->client_size,
                                JSON_REJECT_DUPLICATES, NULL);
    Reason why = client ? check_fields(client, type, site, text)
                        : REFUSED(N_("This is not what was asked of the key."));
    json_decref(client);
    return why;
}

/* --- what the authenticator tells ---------------------------------------------------------------

   libcbor allocates whatever a count promises. So what is given to it is looked through before: no
   count may promise more than follows, and nothing be without a count. */

static bool skip_item(const uint8_t **at, const uint8_t *end, int depth) {
    if (*at >= end || depth == 0) return false;
    int major = **at >> 5, info = **at & 31;
    uint64_t n = (uint64_t)info;
    ++*at;
    if (info > 27) return false; /* without a count, or of no meaning */
    if (info >= 24) {
        int size = 1 << (info - 24);
        if (end - *at < size) return false;
        for (n = 0; size > 0; size--)
            n = n << 8 | *(*at)++;
    }
    if (major == 0 || major == 1 || major == 7) return true; /* a number, or a plain value */
    if (major == 6 || n > (uint64_t)(end - *at)) return false;
    if (major == 2 || major == 3) { /* bytes, text */
        *at += n;
        return true;
    }
    for (uint64_t i = 0; i < (major == 5 ? 2 * n : n); i++) /* a map, a list */
        if (!skip_item(at, end, depth - 1)) return false;
    return true;
}

static bool is_sound(const Proof *proof) {
    const uint8_t *at = proof->data + HEAD_BYTES, *end = proof->data + proof->data_size;
    if (proof->data_size < HEAD_BYTES) return false;
    int flags = proof->data[FLAGS_AT];
    if (flags & FLAG_KEY) {
        if (end - at < MAKER_BYTES + 2) return false;
        int id = at[MAKER_BYTES] << 8 | at[MAKER_BYTES + 1];
        at += MAKER_BYTES + 2;
        if (end - at < id) return false;
        at += id;
        if (!skip_item(&at, end, DEPTH)) return false;
    }
    if (flags & FLAG_MORE && !skip_item(&at, end, DEPTH)) return false;
    return at == end;
}

/* --- a new key -------------------------------------------------------------------------------- */

/* What the authenticator tells begins with the hash of the site's id. */
static bool is_for(const char *rp, const Proof *proof) {
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const uint8_t *)rp, strlen(rp));
    return proof->data_size > (int)sizeof hash && memcmp(proof->data, hash, sizeof hash) == 0;
}

/* Reads the key, which must be of this algorithm. */
static bool read_key(const Proof *proof, int algorithm, StoreKey *key) {
    fido_cred_t *cred = fido_cred_new();
    bool sound =
        cred && fido_cred_set_type(cred, algorithm) == FIDO_OK &&
        fido_cred_set_authdata_raw(cred, proof->data, (size_t)proof->data_size) == FIDO_OK &&
        (fido_cred_flags(cred) & (FLAG_PRESENT | FLAG_VERIFIED)) ==
            (FLAG_PRESENT | FLAG_VERIFIED) &&
        fido_cred_id_len(cred) > 0 && fido_cred_id_len(cred) <= KEY_ID_MAX &&
        fido_cred_pubkey_len(cred) > 0 && fido_cred_pubkey_len(cred) <= KEY_PUBLIC_MAX;
    if (sound) {
        key->algorithm = algorithm;
        key->id_size = (int)fido_cred_id_len(cred);
        memcpy(key->id, fido_cred_id_ptr(cred), (size_t)key->id_size);
        key->open_size = (int)fido_cred_pubkey_len(cred);
        memcpy(key->open, fido_cred_pubkey_ptr(cred), (size_t)key->open_size);
        key->counter = fido_cred_sigcount(cred);
    }
    fido_cred_free(&cred);
    return sound;
}

Reason passkey_made(const char *site, const uint8_t challenge[CHALLENGE_BYTES], const Proof *proof,
                    StoreKey *key) {
    static const int algorithms[] = {COSE_ES256, COSE_EDDSA, COSE_RS256};
    char rp[SITE_MAX + 1];
    Reason why = check_client(proof, "webauthn.create", site, challenge);
    if (why.text) return why;
    passkey_rp(site, rp);
    if (!is_for(rp, proof)) return REFUSED(N_("The key was used for another site."));
    if (!is_sound(proof)) return REFUSED(N_("This key cannot be used here."));
    for (int i = 0; i < 3; i++)
        if (read_key(proof, algorithms[i], key)) return ALLOWED;
    return REFUSED(N_("This key cannot be used here."));
}

/* --- a key that is known ---------------------------------------------------------------------- */

/* The public half as libfido2 wants it: one of three, NULL for the others. */
typedef struct Half {
    es256_pk_t *es;
    eddsa_pk_t *ed;
    rs256_pk_t *rs;
} Half;

static const void *half_of(const StoreKey *key, Half *half) {
    size_t size = (size_t)key->open_size;
    switch (key->algorithm) {
    case COSE_ES256:
        half->es = es256_pk_new();
        return half->es && es256_pk_from_ptr(half->es, key->open, size) == FIDO_OK ? half->es
                                                                                   : NULL;
    case COSE_EDDSA:
        half->ed = eddsa_pk_new();
        return half->ed && eddsa_pk_from_ptr(half->ed, key->open, size) == FIDO_OK ? half->ed
                                                                                   : NULL;
    case COSE_RS256:
        half->rs = rs256_pk_new();
        return half->rs && rs256_pk_from_ptr(half->rs, key->open, size) == FIDO_OK ? half->rs
                                                                                   : NULL;
    default: return NULL;
    }
}

static bool verify(const char *rp, const Proof *proof, const StoreKey *key, uint32_t *counter) {
    Half half = {0};
    fido_assert_t *it = fido_assert_new();
    const void *open = half_of(key, &half);
    bool sound =
        it && open && fido_assert_set_count(it, 1) == FIDO_OK &&
        fido_assert_set_rp(it, rp) == FIDO_OK &&
        fido_assert_set_clientdata(it, proof->client, (size_t)proof->client_size) == FIDO_OK &&
        fido_assert_set_authdata_raw(it, 0, proof->data, (size_t)proof->data_size) == FIDO_OK &&
        fido_assert_set_sig(it, 0, proof->signature, (size_t)proof->signature_size) == FIDO_OK &&
        fido_assert_set_up(it, FIDO_OPT_TRUE) == FIDO_OK &&
        fido_assert_set_uv(it, FIDO_OPT_TRUE) == FIDO_OK &&
        fido_assert_verify(it, 0, key->algorithm, open) == FIDO_OK;
    if (sound) *counter = fido_assert_sigcount(it, 0);
    fido_assert_free(&it);
    es256_pk_free(&half.es);
    eddsa_pk_free(&half.ed);
    rs256_pk_free(&half.rs);
    return sound;
}

Reason passkey_used(const char *site, const uint8_t challenge[CHALLENGE_BYTES], const Proof *proof,
                    const StoreKey *key, uint32_t *counter) {
    char rp[SITE_MAX + 1];
    Reason why = check_client(proof, "webauthn.get", site, challenge);
    if (why.text) return why;
    passkey_rp(site, rp);
    if (!is_for(rp, proof)) return REFUSED(N_("The key was used for another site."));
    if (!is_sound(proof) || !verify(rp, proof, key, counter))
        return REFUSED(N_("The key did not sign this."));
    return ALLOWED;
}
