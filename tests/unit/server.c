/* The small parts of the server that need no network: quotas, sessions, metrics. */
#include <setjmp.h>
#include <arpa/inet.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "server/site.h"
#include "server/sender.h"
#include "server/metrics.h"
#include "server/quota.h"
#include "server/session.h"

/* --- quotas ----------------------------------------------------------------------------------- */

static void a_bucket_empties_and_fills_again(void **state) {
    (void)state;
    Bucket bucket = bucket_full(3, 2, 1000, 5000);
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&bucket, 5000));
    assert_false(bucket_take(&bucket, 5000));
    assert_false(bucket_take(&bucket, 5499));
    assert_true(bucket_take(&bucket, 5501));
    assert_false(bucket_take(&bucket, 5502));
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&bucket, 1000000));
    assert_false(bucket_take(&bucket, 1000000));
}

static void a_bucket_owes_what_something_cost(void **state) {
    (void)state;
    Bucket bucket = bucket_full(10, 2, 1000, 0);
    assert_true(bucket_spend(&bucket, 14, 0)); /* four more than there are */
    assert_false(bucket_take(&bucket, 2499));
    assert_true(bucket_take(&bucket, 2500));
}

static void nobody_owes_more_than_half_a_minute(void **state) {
    (void)state;
    Bucket bucket = bucket_full(10, 2, 1000, 0);
    bucket_owe(&bucket, 40, 0); /* 30 more than there are: a quarter of a minute and a token's */
    assert_false(bucket_take(&bucket, 15499));
    assert_true(bucket_take(&bucket, 15500));
    for (int i = 0; i < 100; i++)
        bucket_owe(&bucket, 1e6, 20000);
    assert_false(bucket_take(&bucket, 50499));
    assert_true(bucket_take(&bucket, 50500));
}

static void addresses_are_counted_by_their_house(void **state) {
    (void)state;
    Addresses all = {.opens = 10};
    Address *four = address_of(&all, "192.0.2.7", 0);
    assert_ptr_equal(four, address_of(&all, "::ffff:192.0.2.7", 0));
    assert_ptr_not_equal(four, address_of(&all, "192.0.2.8", 0));
    Address *six = address_of(&all, "2001:db8:1:2::1", 0);
    assert_ptr_equal(six, address_of(&all, "2001:db8:1:2:ffff::9", 0));
    assert_ptr_not_equal(six, address_of(&all, "2001:db8:1:3::1", 0));
    assert_non_null(address_of(&all, "", 0));
    char longest[300];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(strlen(address_of(&all, longest, 0)->text), 47);
    addresses_sweep(&all, 0, true);
}

static void an_address_is_forgotten_when_it_is_as_good_as_new(void **state) {
    (void)state;
    Addresses all = {.opens = 10};
    Address *address = address_of(&all, "192.0.2.7", 0);
    address->sockets = 1;
    assert_true(bucket_take(&address->quota[QUOTA_OPENS], 0));
    addresses_sweep(&all, 10 * 3600 * 1000, false);
    assert_ptr_equal(address, address_of(&all, "192.0.2.7", 10 * 3600 * 1000));
    assert_int_equal(address->sockets, 1);
    address->sockets = 0;
    assert_true(bucket_take(&address->quota[QUOTA_OPENS], 10 * 3600 * 1000));
    addresses_sweep(&all, 10 * 3600 * 1000 + 1000, false);
    assert_true(address_of(&all, "192.0.2.7", 10 * 3600 * 1000 + 1000)->quota[QUOTA_OPENS].tokens <
                10);
    addresses_sweep(&all, 20 * 3600 * 1000, false);
    for (int i = 0; i < 256; i++)
        assert_null(all.first[i]);
}

static void what_an_address_took_of_anything_is_remembered_until_it_has_it_again(void **state) {
    (void)state;
    enum { LATER = 48 * 3600 * 1000 };
    for (int i = 0; i < QUOTAS; i++) {
        Addresses all = {.opens = 240, .rate = 30, .brings = 64};
        assert_true(bucket_take(&address_of(&all, "192.0.2.7", 0)->quota[i], 0));
        addresses_sweep(&all, 0, false);
        double left = address_of(&all, "192.0.2.7", 0)->quota[i].tokens;
        all.opens = all.rate = all.brings = 480;
        addresses_retune(&all, 0);
        const Bucket *now = &address_of(&all, "192.0.2.7", 0)->quota[i];
        assert_true(now->tokens >= left && now->tokens == now->depth - 1);
        addresses_sweep(&all, LATER, false);
        for (int slot = 0; slot < 256; slot++)
            assert_null(all.first[slot]);
    }
}

/* --- sessions --------------------------------------------------------------------------------- */

static void a_session_is_found_among_other_cookies(void **state) {
    (void)state;
    Server *server = server_alloc(sizeof *server);
    char token[TOKEN_CHARS + 1], found[TOKEN_CHARS + 1], cookies[300];
    memset(server->session_key, 7, SESSION_KEY_BYTES);
    session_token(server, token);
    assert_int_equal(strlen(token), TOKEN_CHARS);
    Text text = text_over(cookies, sizeof cookies);
    text_printf(&text, "lang=fr; " SESSION_COOKIE "=%s; other=1", token);
    assert_true(session_read(server, cookies, SESSION_COOKIE, found));
    assert_string_equal(found, token);
    text_clear(&text);
    text_printf(&text, SESSION_COOKIE "=bad;" SESSION_COOKIE "=%s", token);
    assert_true(session_read(server, cookies, SESSION_COOKIE, found));
    text_clear(&text);
    text_printf(&text, "x" SESSION_COOKIE "=%s", token);
    assert_false(session_read(server, cookies, SESSION_COOKIE, found));
    server->session_key[0]++; /* another server's */
    text_clear(&text);
    text_printf(&text, SESSION_COOKIE "=%s", token);
    assert_false(session_read(server, cookies, SESSION_COOKIE, found));
    server->session_key[0]--;
    assert_true(session_read(server, cookies, SESSION_COOKIE, found));
    token[3] = '!';
    text_clear(&text);
    text_printf(&text, SESSION_COOKIE "=%s", token);
    assert_false(session_read(server, cookies, SESSION_COOKIE, found));
    assert_false(session_read(server, "", SESSION_COOKIE, found));
    assert_false(session_read(server, ";;; ; ", SESSION_COOKIE, found));
    assert_false(session_read(server, SESSION_COOKIE "=", SESSION_COOKIE, found));
    free(server);
}

/* --- metrics
 * -------------------------------------------------------------------------------------- */

static void the_histogram_counts_upwards(void **state) {
    (void)state;
    Metrics metrics = {0};
    StoreCounts counts = {.commits = 3, .lines = 9, .healthy = true};
    metrics_acknowledged(&metrics, 400 * 1000);
    metrics_acknowledged(&metrics, 3 * 1000 * 1000);
    metrics_acknowledged(&metrics, 60ull * 1000 * 1000 * 1000);
    metrics_refused(&metrics, "stale");
    metrics_refused(&metrics, "store");
    Text out = text_grow();
    metrics_write(&metrics, &counts, &out);
    static const char *const lines[] = {"negoce_ack_seconds_bucket{le=\"0.0005\"} 1\n",
                                        "negoce_ack_seconds_bucket{le=\"0.002\"} 1\n",
                                        "negoce_ack_seconds_bucket{le=\"0.005\"} 2\n",
                                        "negoce_ack_seconds_bucket{le=\"5\"} 2\n",
                                        "negoce_ack_seconds_bucket{le=\"+Inf\"} 3\n",
                                        "negoce_ack_seconds_sum 60.003400\n",
                                        "negoce_refusals_total{code=\"stale\"} 1\n",
                                        "negoce_refusals_total{code=\"store\"} 1\n",
                                        "negoce_refusals_total{code=\"bad\"} 0\n",
                                        "negoce_commits_total 3\n",
                                        "negoce_store_healthy 1\n",
                                        "# TYPE negoce_ack_seconds histogram\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strstr(out.at, lines[i])) fail_msg("missing: %s", lines[i]);
    text_free(&out);
}

static bool public_at(const char *text) {
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return sender_public((struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return sender_public((struct sockaddr *)&six);
}

static void a_push_service_is_called_on_the_public_internet_alone(void **state) {
    (void)state;
    static const char *const closed[] = {"127.0.0.1",
                                         "127.255.0.1",
                                         "10.1.2.3",
                                         "172.16.0.1",
                                         "172.31.255.255",
                                         "192.168.0.1",
                                         "169.254.1.1",
                                         "100.64.0.1",
                                         "0.0.0.0",
                                         "224.0.0.1",
                                         "255.255.255.255",
                                         "198.18.0.1",
                                         "::1",
                                         "::",
                                         "fe80::1",
                                         "fc00::1",
                                         "fd12::1",
                                         "ff02::1",
                                         "::ffff:127.0.0.1",
                                         "::ffff:8.8.8.8",
                                         "64:ff9b::7f00:1",
                                         "2002:7f00:1::",
                                         "2001:db8::1",
                                         "2001::1"};
    static const char *const open[] = {"8.8.8.8", "172.32.0.1", "192.167.0.1", "2a00:1450::1",
                                       "2606:4700::1111"};
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        assert_false(public_at(closed[i]));
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        assert_true(public_at(open[i]));
}

/* The end of a certificate is told once a day from two weeks before it on, and as soon as it has
   come. */
static void the_end_of_a_certificate_is_told_once_a_day(void **state) {
    (void)state;
    enum { HOUR = 3600, DAY = 24 * HOUR };
    const int64_t end = 100 * (int64_t)DAY;
    Site site = {.good_until = end};
    assert_int_equal(site_certificate_ending(&(Site){0}, end), -1); /* there is none */
    assert_int_equal(site_certificate_ending(&site, end - 14 * DAY), -1);
    assert_int_equal(site_certificate_ending(&site, end - 14 * DAY + HOUR), 14);
    assert_int_equal(site_certificate_ending(&site, end - 14 * DAY + 2 * HOUR), -1);
    assert_int_equal(site_certificate_ending(&site, end - 13 * DAY + HOUR), 13);
    assert_int_equal(site_certificate_ending(&site, end - HOUR), 1);
    assert_int_equal(site_certificate_ending(&site, end + HOUR), 0);
    assert_int_equal(site_certificate_ending(&site, end + 2 * HOUR), -1);
    assert_int_equal(site_certificate_ending(&site, end + 2 * DAY), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_of_a_certificate_is_told_once_a_day),
        cmocka_unit_test(a_push_service_is_called_on_the_public_internet_alone),
        cmocka_unit_test(a_bucket_empties_and_fills_again),
        cmocka_unit_test(a_bucket_owes_what_something_cost),
        cmocka_unit_test(nobody_owes_more_than_half_a_minute),
        cmocka_unit_test(addresses_are_counted_by_their_house),
        cmocka_unit_test(an_address_is_forgotten_when_it_is_as_good_as_new),
        cmocka_unit_test(what_an_address_took_of_anything_is_remembered_until_it_has_it_again),
        cmocka_unit_test(a_session_is_found_among_other_cookies),
        cmocka_unit_test(the_histogram_counts_upwards),
    };
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
