#include "server/quota.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum {
    JOINS_EACH = 12,   /* tables an address may open for each account it may open */
    GUESTS_EACH = 2,   /* new people for each table */
    LOOKS_AT_ONCE = 4, /* seconds of searches at once */
    RECORDS_SHARE = 3, /* of the records of a minute one part at once */
    OWED_MS = 30000,   /* nobody waits longer for what his neighbours asked */
    REPORTS_AN_HOUR = 10,
    ASIDES_AT_ONCE = 10, /* of those who look */
    ASIDES_A_MINUTE = 20
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

static unsigned slot_of(const char *text) {
    return text_hash(text) & 255;
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
    address->local = strncmp(form, "127.", 4) == 0 || strcmp(text, "::1") == 0;
    address->opens = bucket_full(all->opens, all->opens, 3600e3, now);
    address->reports = bucket_full(REPORTS_AN_HOUR, REPORTS_AN_HOUR, 3600e3, now);
    address->asides = bucket_full(ASIDES_AT_ONCE, ASIDES_A_MINUTE, 60e3, now);
    address->joins = bucket_full(1 + all->opens / JOINS_EACH, all->opens / JOINS_EACH, 3600e3, now);
    address->guests = bucket_full(GUESTS_EACH * all->opens, GUESTS_EACH * all->opens, 3600e3, now);
    address->looks = bucket_full(LOOKS_AT_ONCE * all->rate, all->rate, 1e3, now);
    address->brings = bucket_full(all->brings * 1048576.0, all->brings * 1048576.0, 86400e3, now);
    address->plays = address->brings;
    address->records = bucket_full(1 + all->rate / RECORDS_SHARE, all->rate, 60e3, now);
    address->next = *slot;
    *slot = address;
    return address;
}

Address *addresses_heaviest(const Addresses *all) {
    Address *heaviest = NULL;
    for (int i = 0; i < 256; i++)
        for (Address *address = all->first[i]; address; address = address->next)
            if (address->oldest && (!heaviest || address->connections > heaviest->connections))
                heaviest = address;
    return heaviest;
}

void addresses_sweep(Addresses *all, uint64_t now, bool closing) {
    for (int i = 0; i < 256; i++) {
        Address **at = &all->first[i];
        while (*at) {
            Address *address = *at;
            bucket_fill(&address->opens, now);
            bucket_fill(&address->joins, now);
            bucket_fill(&address->asides, now);
            bucket_fill(&address->reports, now);
            bucket_fill(&address->guests, now);
            bucket_fill(&address->looks, now);
            bucket_fill(&address->records, now);
            bucket_fill(&address->brings, now);
            bucket_fill(&address->plays, now);
            bool like_new =
                address->connections == 0 && address->sockets == 0 && address->hints == 0 &&
                address->studies == 0 && address->foundings == 0 && address->uploads == 0 &&
                address->visitors == 0 && address->records.tokens >= address->records.depth &&
                address->brings.tokens >= address->brings.depth &&
                address->plays.tokens >= address->plays.depth &&
                address->opens.tokens >= address->opens.depth &&
                address->joins.tokens >= address->joins.depth &&
                address->guests.tokens >= address->guests.depth &&
                address->looks.tokens >= address->looks.depth &&
                address->asides.tokens >= address->asides.depth &&
                address->reports.tokens >= address->reports.depth;
            if (like_new || closing) {
                *at = address->next;
                if (all->heaviest == address) all->heaviest = NULL;
                free(address);
            } else {
                at = &address->next;
            }
        }
    }
}
