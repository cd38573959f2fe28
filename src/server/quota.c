#include "server/quota.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum {
    JOINS_EACH = 12,   /* tables an address may open for each account it may open */
    GUESTS_EACH = 2,   /* new people for each table */
    LOOKS_AT_ONCE = 4, /* seconds of searches, and of telling, at once */
    TURNS_AT_ONCE = 2, /* minutes of what can be undone at once */
    RECORDS_SHARE = 3, /* of the records of a minute one part at once */
    OWED_MS = 30000,   /* nobody waits longer for what his neighbours asked */
    REPORTS_AN_HOUR = 10,
    ASIDES_AT_ONCE = 10, /* of those who look */
    ASIDES_A_MINUTE = 20,
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    HOUR_MS = 60 * MINUTE_MS,
    DAY_MS = 24 * HOUR_MS
};

Bucket bucket_full(double depth, double amount, double ms, uint64_t now) {
    return (Bucket){depth, depth, amount / ms, now};
}

static void bucket_fill(Bucket *bucket, uint64_t now) {
    bucket->tokens += (double)(now - bucket->filled) * bucket->each_ms;
    if (bucket->tokens > bucket->depth) bucket->tokens = bucket->depth;
    bucket->filled = now;
}

bool bucket_spend(Bucket *bucket, double tokens, uint64_t now) {
    bucket_fill(bucket, now);
    if (bucket->tokens < 1) return false;
    bucket->tokens -= tokens;
    return true;
}

void bucket_owe(Bucket *bucket, double tokens, uint64_t now) {
    double least = -OWED_MS * bucket->each_ms;
    bucket_fill(bucket, now);
    bucket->tokens -= tokens;
    if (bucket->tokens < least) bucket->tokens = least;
}

bool bucket_take(Bucket *bucket, uint64_t now) {
    return bucket_spend(bucket, 1, now);
}

void bucket_retune(Bucket *bucket, Bucket full) {
    bucket_fill(bucket, full.filled);
    full.tokens += bucket->tokens - bucket->depth;
    *bucket = full;
}

static unsigned slot_of(const char *text) {
    return text_hash(text) & 255;
}

/* What an address has that nothing is known of. */
static void full_quotas(const Addresses *all, uint64_t now, Bucket out[QUOTAS]) {
    double opens = all->opens, rate = all->rate, bytes = all->brings * 1048576.0;
    int joins = all->opens / JOINS_EACH;
    const Bucket full[QUOTAS] = {
        [QUOTA_OPENS] = bucket_full(opens, opens, HOUR_MS, now),
        [QUOTA_JOINS] = bucket_full(1 + joins, joins, HOUR_MS, now),
        [QUOTA_REPORTS] = bucket_full(REPORTS_AN_HOUR, REPORTS_AN_HOUR, HOUR_MS, now),
        [QUOTA_ASIDES] = bucket_full(ASIDES_AT_ONCE, ASIDES_A_MINUTE, MINUTE_MS, now),
        [QUOTA_GUESTS] = bucket_full(GUESTS_EACH * opens, GUESTS_EACH * opens, HOUR_MS, now),
        [QUOTA_RECORDS] = bucket_full(1 + all->rate / RECORDS_SHARE, rate, MINUTE_MS, now),
        [QUOTA_BRINGS] = bucket_full(bytes, bytes, DAY_MS, now),
        [QUOTA_PLAYS] = bucket_full(bytes, bytes, DAY_MS, now),
        [QUOTA_TURNS] = bucket_full(TURNS_AT_ONCE * rate, rate, MINUTE_MS, now),
        [QUOTA_HASHES] = bucket_full(rate, rate, MINUTE_MS, now),
        [QUOTA_TELLS] = bucket_full(LOOKS_AT_ONCE * rate, rate, SECOND_MS, now),
        [QUOTA_LOOKS] = bucket_full(LOOKS_AT_ONCE * rate, rate, SECOND_MS, now),
    };
    memcpy(out, full, sizeof full);
}

Address *address_of(Addresses *all, const char *text, uint64_t now) {
    char form[ADDRESS_MAX];
    address_form(text, form);
    Address **slot = &all->first[slot_of(form)];
    for (Address *address = *slot; address; address = address->next)
        if (strcmp(address->text, form) == 0) return address;
    Address *address = calloc(1, sizeof *address);
    if (!address) abort();
    strcpy(address->text, form);
    address->search_last = &address->search_first;
    address->local = strncmp(form, "127.", 4) == 0 || strcmp(text, "::1") == 0;
    full_quotas(all, now, address->quota);
    address->next = *slot;
    *slot = address;
    return address;
}

void addresses_retune(Addresses *all, uint64_t now) {
    Bucket full[QUOTAS];
    full_quotas(all, now, full);
    for (int slot = 0; slot < 256; slot++)
        for (Address *address = all->first[slot]; address; address = address->next)
            for (int i = 0; i < QUOTAS; i++)
                bucket_retune(&address->quota[i], full[i]);
}

Address *addresses_heaviest(const Addresses *all) {
    Address *heaviest = NULL;
    for (int i = 0; i < 256; i++)
        for (Address *address = all->first[i]; address; address = address->next)
            if (address->oldest && (!heaviest || address->connections > heaviest->connections))
                heaviest = address;
    return heaviest;
}

/* Whether nothing is known of an address that a new one would not have. */
static bool is_like_new(Address *address, uint64_t now) {
    bool idle = address->connections == 0 && address->sockets == 0 && address->hints == 0 &&
                address->studies == 0 && address->foundings == 0 && address->uploads == 0 &&
                address->visitors == 0 && address->searches == 0;
    for (int i = 0; idle && i < QUOTAS; i++) {
        bucket_fill(&address->quota[i], now);
        idle = address->quota[i].tokens >= address->quota[i].depth;
    }
    return idle;
}

void addresses_sweep(Addresses *all, uint64_t now, bool closing) {
    for (int i = 0; i < 256; i++) {
        Address **at = &all->first[i];
        while (*at) {
            Address *address = *at;
            if (!closing && !is_like_new(address, now)) {
                at = &address->next;
                continue;
            }
            *at = address->next;
            if (all->heaviest == address) all->heaviest = NULL;
            free(address);
        }
    }
}
