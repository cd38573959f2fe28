#include "server/site.h"

#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistr.h>

enum { DAY_S = 24 * 60 * 60, WARNED_DAYS = 14 };

/* --- texts ------------------------------------------------------------------------------------ */

static Reason read_text(const char *path, Text *out) {
    FILE *file = fopen(path, "rb");
    if (!file) return REFUSED(N_("this file cannot be read"));
    char block[SITE_TEXT + 1];
    size_t size = fread(block, 1, sizeof block, file);
    bool failed = ferror(file);
    fclose(file);
    if (failed) return REFUSED(N_("this file cannot be read"));
    if (size > SITE_TEXT)
        return REFUSED(N_("a text of the house has at most {n} bytes"), SITE_TEXT);
    if (size == 0 || memchr(block, 0, size) || u8_check((const uint8_t *)block, size))
        return REFUSED(N_("a text of the house is UTF-8, and not empty"));
    *out = text_grow();
    text_add_n(out, block, size);
    return ALLOWED;
}

/* --- the certificate -------------------------------------------------------------------------- */

static Reason judge(X509 *certificate, EVP_PKEY *key) {
    if (!certificate) return REFUSED(N_("this is not a certificate in PEM"));
    if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0)
        return REFUSED(N_("this certificate has expired; get a new one"));
    if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0)
        return REFUSED(N_("this certificate is not valid yet; is the clock right?"));
    if (!key || X509_check_private_key(certificate, key) != 1)
        return REFUSED(N_("the key does not go with the certificate"));
    return ALLOWED;
}

/* The end of a certificate, in seconds since 1970. */
static int64_t end_of(const X509 *certificate) {
    int days = 0, seconds = 0;
    if (!ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(certificate))) return 0;
    return (int64_t)time(NULL) + (int64_t)days * DAY_S + seconds;
}

static Reason read_certificate(const char *path, const char *key_path, const char **what,
                               int64_t *until) {
    FILE *file = fopen(path, "r"), *key_file = fopen(key_path, "r");
    Reason why = REFUSED(N_("this file cannot be read"));
    *what = file ? key_path : path;
    if (file && key_file) {
        X509 *certificate = PEM_read_X509(file, NULL, NULL, NULL);
        EVP_PKEY *key = PEM_read_PrivateKey(key_file, NULL, NULL, NULL);
        *what = path;
        why = judge(certificate, key);
        if (!why.text) *until = end_of(certificate);
        X509_free(certificate);
        EVP_PKEY_free(key);
    }
    if (file) fclose(file);
    if (key_file) fclose(key_file);
    return why;
}

/* --- both ------------------------------------------------------------------------------------- */

Reason site_read(const ServerOptions *options, Site *out, const char **what) {
    Reason why = ALLOWED;
    *out = (Site){0};
    if (options->terms) {
        *what = options->terms;
        why = read_text(options->terms, &out->terms);
    }
    if (!why.text && options->contact) {
        *what = options->contact;
        why = read_text(options->contact, &out->contact);
    }
    if (!why.text && options->certificate)
        why = read_certificate(options->certificate, options->key, what, &out->good_until);
    if (why.text)
        site_free(out);
    else
        *what = NULL;
    return why;
}

void site_free(Site *site) {
    if (site->terms.at) text_free(&site->terms);
    if (site->contact.at) text_free(&site->contact);
    *site = (Site){0};
}

int site_certificate_ending(Site *site, int64_t now) {
    int64_t left = site->good_until - now;
    bool soon = site->good_until && left < (int64_t)WARNED_DAYS * DAY_S;
    if (!soon ||
        (site->warned && now - site->warned < DAY_S && (left > 0 || site->warned > now + left)))
        return -1;
    site->warned = now;
    return left <= 0 ? 0 : (int)((left + DAY_S - 1) / DAY_S);
}
