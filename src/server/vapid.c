#include "server/vapid.h"

#include <errno.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "store/keys.h"

enum { POINT_BYTES = 65, HALF = 32, HOURS = 12 };

struct Vapid {
    EVP_PKEY *key;
    char public[VAPID_PUBLIC_CHARS + 1];
};

static void base64(const void *bytes, size_t size, Text *out) {
    char text[2048];
    if (sodium_base64_encoded_len(size, sodium_base64_VARIANT_URLSAFE_NO_PADDING) > sizeof text)
        abort();
    sodium_bin2base64(text, sizeof text, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    text_add(out, text);
}

static EVP_PKEY *make(const char *data) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIO *text = BIO_new(BIO_s_mem());
    char *bytes = NULL;
    bool well = key && text && PEM_write_bio_PrivateKey(text, key, NULL, NULL, 0, NULL, NULL) == 1;
    long size = well ? BIO_get_mem_data(text, &bytes) : 0;
    well = well && key_write(data, "vapid.key", bytes, (size_t)size);
    BIO_free(text);
    if (well) return key;
    EVP_PKEY_free(key);
    return NULL;
}

/* The key of this folder; NULL where it can neither be read nor made. */
static EVP_PKEY *key_of(const char *data) {
    char bytes[KEY_FILE_MAX];
    int size = key_read(data, "vapid.key", bytes, sizeof bytes);
    if (size < 0) return errno == ENOENT ? make(data) : NULL;
    BIO *text = BIO_new_mem_buf(bytes, size);
    EVP_PKEY *key = text ? PEM_read_bio_PrivateKey(text, NULL, NULL, NULL) : NULL;
    BIO_free(text);
    return key;
}

Vapid *vapid_open(const char *data, Reason *why) {
    uint8_t point[POINT_BYTES];
    size_t length = 0;
    EVP_PKEY *key = key_of(data);
    if (!key ||
        EVP_PKEY_get_octet_string_param(key, "encoded-pub-key", point, sizeof point, &length) !=
            1 ||
        length != POINT_BYTES || point[0] != 4) {
        EVP_PKEY_free(key);
        *why = REFUSED(N_("vapid.key can neither be read nor made"));
        return NULL;
    }
    Vapid *vapid = calloc(1, sizeof *vapid);
    if (!vapid) abort();
    vapid->key = key;
    Text text = text_over(vapid->public, sizeof vapid->public);
    base64(point, sizeof point, &text);
    return vapid;
}

void vapid_close(Vapid *vapid) {
    if (!vapid) return;
    EVP_PKEY_free(vapid->key);
    free(vapid);
}

const char *vapid_public(const Vapid *vapid) {
    return vapid ? vapid->public : NULL;
}

/* The signature as two numbers of 32 bytes, one after the other. */
static bool sign(EVP_PKEY *key, const char *text, uint8_t out[2 * HALF]) {
    uint8_t der[128];
    size_t size = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool well = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                EVP_DigestSign(context, der, &size, (const uint8_t *)text, strlen(text)) == 1;
    EVP_MD_CTX_free(context);
    const uint8_t *at = der;
    ECDSA_SIG *pair = well ? d2i_ECDSA_SIG(NULL, &at, (long)size) : NULL;
    well = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, HALF) == HALF &&
           BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + HALF, HALF) == HALF;
    ECDSA_SIG_free(pair);
    return well;
}

bool vapid_authorise(const Vapid *vapid, const char *origin, const char *contact, long long now,
                     Text *out) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    Text claims = text_grow(), token = text_grow();
    jot_open(&claims, NULL, '{');
    jot_string(&claims, "aud", origin);
    jot_int(&claims, "exp", now + HOURS * 3600);
    jot_string(&claims, "sub", contact);
    jot_close(&claims, '}');
    base64(head, strlen(head), &token);
    text_char(&token, '.');
    base64(claims.at, claims.length, &token);
    uint8_t signature[2 * HALF];
    bool well = sign(vapid->key, token.at, signature);
    text_char(&token, '.');
    base64(signature, sizeof signature, &token);
    if (well) text_printf(out, "vapid t=%s, k=%s", token.at, vapid->public);
    text_free(&claims);
    text_free(&token);
    return well;
}
