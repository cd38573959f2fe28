/* wire.c: a call that goes to the other nodes as a message arrives there as it was, and a message
   that is none of ours is not done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "store/wire.h"

/* The call as the other node has it. */
static Call *arrived(const Call *call) {
    Text message = text_grow();
    Call *other = NULL;
    assert_true(wire_write(call, &message));
    assert_int_equal(wire_read(message.at, message.length, &other), WIRE_READ);
    assert_int_equal(other->kind, call->kind);
    text_free(&message);
    return other;
}

static void fill(void *bytes, size_t size, int from) {
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(from + (int)i);
}

static void every_field_of_a_table_arrives(void **unused) {
    (void)unused;
    Call *call = call_new(CREATE, "abc123", NULL, NULL);
    StoreTable *t = &call->table;
    strcpy(t->game, "voc");
    strcpy(t->options, "rules=advanced deals=two");
    strcpy(t->title, "Chez « nous »");
    strcpy(t->host, "anna");
    strcpy(t->previous, "before");
    strcpy(t->series, "first");
    strcpy(t->wins, "anna=2 *1=1");
    strcpy(t->next, "after");
    t->players = 4;
    t->listed = t->rated = true;
    t->created = 1700000000;
    t->round = 3;
    fill(t->seed, sizeof t->seed, 200);
    StoreBatch batch = {.expected = 5,
                        .count = 2,
                        .lines = "seat 0 person anna Anna\n0 pass\n",
                        .stage = STAGE_PLAYING,
                        .at = 7,
                        .turn = 1u << 3 | 1u << 30,
                        .seats = "seat 0 person anna Anna\n",
                        .sitters = 2,
                        .sitter = {"anna", "louis"},
                        .place = {0, PLACE_RESERVED},
                        .result = "38:2 44:1",
                        .clocks = "1 2 3",
                        .due = -1};
    call_batch(call, &batch);
    Call *other = arrived(call);
    assert_memory_equal(&other->table, t, sizeof *t);
    assert_int_equal(other->batch.expected, 5);
    assert_int_equal(other->batch.count, 2);
    assert_string_equal(other->batch.lines, batch.lines);
    assert_int_equal(other->batch.stage, STAGE_PLAYING);
    assert_int_equal(other->batch.at, 7);
    assert_true(other->batch.turn == batch.turn);
    assert_string_equal(other->batch.seats, batch.seats);
    assert_int_equal(other->batch.sitters, 2);
    assert_string_equal(other->batch.sitter[1], "louis");
    assert_int_equal(other->batch.place[1], PLACE_RESERVED);
    assert_string_equal(other->batch.result, batch.result);
    assert_string_equal(other->batch.clocks, batch.clocks);
    assert_int_equal(other->batch.due, -1);
    call_free(other);
    call_free(call);
}

static void every_field_of_an_account_arrives(void **unused) {
    (void)unused;
    static const AccountAct acts[] = {ACCOUNT_OPEN,     ACCOUNT_ENTER,    ACCOUNT_BRING,
                                      ACCOUNT_LEAVE,    ACCOUNT_PASSWORD, ACCOUNT_ADD_KEY,
                                      ACCOUNT_DROP_KEY, ACCOUNT_CODE,     ACCOUNT_HIDE,
                                      ACCOUNT_TOUCH,    ACCOUNT_CLEAR,    ACCOUNT_DELETE};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        Call *call = call_new(ACCOUNT, NULL, NULL, NULL);
        AccountCall *a = call->account = must(calloc(1, sizeof *a));
        a->act = acts[i];
        strcpy(a->id, "anna");
        strcpy(a->guest, "guest");
        strcpy(a->name, "Ève Noël");
        strcpy(a->game, "byzanz");
        strcpy(a->table, "abc123");
        strcpy(a->company[2], "louis");
        strcpy(a->password, "$argon2id$…");
        a->players = 3;
        fill(a->looks, sizeof a->looks, 1);
        fill(a->code, sizeof a->code, 2);
        fill(a->fresh_code, sizeof a->fresh_code, 3);
        a->by_key = a->by_code = a->everywhere = a->hidden = true;
        fill(a->key.id, sizeof a->key.id, 4);
        fill(a->key.open, sizeof a->key.open, 5);
        a->key.id_size = 32;
        a->key.algorithm = -257;
        a->key.open_size = 77;
        a->key.counter = UINT32_MAX;
        strcpy(a->key.device, "Téléphone");
        a->key.created = 1700000000;
        a->key.used = 1700000001;
        fill(a->session.hash, sizeof a->session.hash, 6);
        strcpy(a->session.device, "Ordinateur");
        strcpy(a->session.way, "password");
        a->session.created = 1700000002;
        a->session.used = 1700000003;
        fill(a->drop, sizeof a->drop, 7);
        Call *other = arrived(call);
        assert_memory_equal(other->account, a, sizeof *a);
        call_free(other);
        call_free(call);
    }
}

static void people_devices_and_manners_arrive(void **unused) {
    (void)unused;
    Call *call = call_new(SAVE_PERSON, NULL, NULL, NULL), *other;
    fill(call->person.session, sizeof call->person.session, 9);
    fill(call->person.looks, sizeof call->person.looks, 8);
    strcpy(call->person.id, "anna");
    strcpy(call->person.name, "Anna");
    call->person.account = true;
    call->person.used = 1700000000;
    other = arrived(call);
    assert_memory_equal(&other->person, &call->person, sizeof call->person);
    call_free(other);
    call_free(call);
    for (int act = DEVICE_SAVE; act <= DEVICE_CALLED; act++) {
        call = call_new(DEVICE, NULL, NULL, NULL);
        call->device_act = (DeviceAct)act;
        strcpy(call->device.endpoint, "https://push.example/1");
        strcpy(call->device.person, "anna");
        call->device.quiet_from = 1320;
        call->device.quiet_to = 480;
        call->device.zone = -60;
        other = arrived(call);
        assert_int_equal(other->device_act, act);
        assert_memory_equal(&other->device, &call->device, sizeof call->device);
        call_free(other);
        call_free(call);
    }
    for (int act = MANNERS_SET; act <= MANNERS_REPORT; act++) {
        call = call_new(MANNERS_ACT, NULL, NULL, NULL);
        call->manners = must(calloc(1, sizeof *call->manners));
        call->manners_act = (MannersAct)act;
        strcpy(call->manners->person, "anna");
        strcpy(call->manners->other, "bert");
        strcpy(call->manners->name, "Bert");
        strcpy(call->manners->table, "abc123");
        strcpy(call->manners->how, "mute");
        strcpy(call->manners->words, "« … »");
        other = arrived(call);
        assert_int_equal(other->manners_act, act);
        assert_memory_equal(other->manners, call->manners, sizeof *call->manners);
        call_free(other);
        call_free(call);
    }
}

static void what_is_kept_by_its_words_arrives(void **unused) {
    (void)unused;
    static const Kind kinds[] = {SAVE_ANALYSIS, SAVE_SECRET, ROWS, FOLD};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        Call *call = call_new(kinds[i], "abc123", NULL, NULL);
        call->analysis = "vapid";
        call->text = must(strdup("a\n\"b\""));
        call->ms = 12345;
        Call *other = arrived(call);
        assert_string_equal(other->text, call->text);
        assert_string_equal(other->table.id, "abc123");
        if (kinds[i] == FOLD) assert_int_equal(other->ms, 12345);
        if (i < 2) assert_string_equal(other->analysis, "vapid");
        call_free(other);
        call_free(call);
    }
    Call *call = call_new(ADMIN, NULL, NULL, NULL);
    call->act = must(calloc(1, sizeof *call->act));
    strcpy(call->act->who, "root");
    strcpy(call->act->words[0], "ban");
    strcpy(call->act->words[1], "bert");
    call->act->count = 2;
    call->act->body = must(strdup("why"));
    Call *other = arrived(call);
    assert_string_equal(other->act->who, "root");
    assert_int_equal(other->act->count, 2);
    assert_string_equal(other->act->words[1], "bert");
    assert_string_equal(other->act->body, "why");
    call_free(other);
    call_free(call);
}

static void what_only_looks_is_no_message(void **unused) {
    (void)unused;
    static const Kind kinds[] = {LOAD, LIST, OPEN_LIST, DUE, FIND_PERSON, FIND_ANALYSIS, FINISHED};
    Text message = text_grow();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        Call *call = call_new(kinds[i], "abc123", NULL, NULL);
        assert_false(call_writes(call));
        assert_false(wire_write(call, &message));
        call_free(call);
    }
    Call *call = call_new(ACCOUNT, NULL, NULL, NULL);
    call->account = must(calloc(1, sizeof *call->account));
    call->account->act = ACCOUNT_FIND;
    assert_false(wire_write(call, &message));
    call_free(call);
    assert_int_equal(message.length, 0);
    text_free(&message);
}

static void a_message_that_is_none_of_ours_is_not_done(void **unused) {
    (void)unused;
#define LINES "\"lines\":\"0 pass\\n\",\"stage\":\"playing\",\"expected\":0"
#define ID    "{\"v\":1,\"do\":\"append\",\"table\":{\"id\":\"a\"},"
#define KEY(field)                                                                                 \
    "{\"v\":1,\"do\":\"account\",\"act\":\"add key\",\"account\":{\"id\":\"anna\"," field "}}"
#define TEN     "0123456789"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
    static const char *const broken[] = {
        "",
        "[]",
        "{",
        "{\"v\":0,\"do\":\"unlist\",\"table\":{\"id\":\"a\"}}",
        "{\"v\":1,\"do\":\"load\",\"table\":{\"id\":\"a\"}}",
        "{\"v\":1,\"do\":\"dance\"}",
        "{\"v\":1,\"do\":\"unlist\"}",
        "{\"v\":1,\"do\":\"unlist\",\"table\":{\"id\":7}}",
        "{\"v\":1,\"do\":\"unlist\",\"table\":{\"id\":\"a\",\"seed\":\"zz\"}}",
        "{\"v\":1,\"do\":\"unlist\",\"table\":{\"id\":\"0123456789012345678901234567890123456789\"}"
        "}",
        ID "\"batch\":{}}",
        ID "\"batch\":{\"count\":2," LINES "}}", /* it has one line */
        ID "\"batch\":{\"count\":1,\"lines\":\"0 pass\\n\",\"stage\":\"dancing\"}}",
        ID "\"batch\":{\"count\":1," LINES ",\"sitters\":[[7,0]]}}",
        ID "\"batch\":{\"count\":1," LINES ",\"sitters\":[1,2,3,4,5,6,7,8,9]}}",
        "{\"v\":1,\"do\":\"append\",\"batch\":{\"count\":1," LINES "}}", /* of no table */
        "{\"v\":1,\"do\":\"device\",\"act\":\"dance\"}",
        "{\"v\":1,\"do\":\"manners\",\"act\":\"dance\"}",
        "{\"v\":1,\"do\":\"account\",\"act\":\"find\"}",
        "{\"v\":1,\"do\":\"account\",\"act\":\"open\",\"account\":{\"drop\":\"0\"}}",
        "{\"v\":1,\"do\":\"admin\",\"admin\":{\"words\":[\"ban\"]}}",
        "{\"v\":1,\"do\":\"admin\",\"admin\":{\"who\":\"root\",\"words\":[7]}}",
        "{\"v\":1,\"do\":\"secret\",\"text\":\"x\"}",
        "{\"v\":1,\"do\":\"secret\",\"kind\":\"vapid\"}",
        "{\"v\":1,\"do\":\"rows\"}",
        "{\"v\":1,\"do\":\"fold\"}",
        /* A size or a place that has no room here. */
        KEY("\"key_id_size\":256"),
        KEY("\"key_id_size\":-1"),
        KEY("\"key_id_size\":4294967296"),
        KEY("\"key_id_size\":\"32\""),
        KEY("\"key_open_size\":301"),
        KEY("\"key_open_size\":-5"),
        KEY("\"players\":9"),
        KEY("\"key_counter\":-1"),
        KEY("\"key_counter\":4294967296"),
        KEY("\"key_used\":\"now\""),
        ID "\"batch\":{\"count\":1," LINES ",\"sitters\":[[\"anna\",8]]}}",
        ID "\"batch\":{\"count\":1," LINES ",\"sitters\":[[\"anna\",-3]]}}",
        ID "\"batch\":{\"count\":1," LINES ",\"at\":4294967296}}",
        ID "\"batch\":{\"count\":1,\"lines\":\"0 pass\\n\",\"stage\":\"playing\",\"expected\":"
           "2147483647}}",
        ID "\"batch\":{\"count\":1," LINES ",\"result\":\"" HUNDRED HUNDRED "\"}}",
        "{\"v\":2,\"do\":\"unlist\",\"table\":{\"id\":\"a\"},\"at\":-1}",
        "{\"v\":2,\"do\":\"unlist\",\"table\":{\"id\":\"a\"},\"at\":\"now\"}",
        "{\"v\":1,\"do\":\"unlist\",\"table\":{\"id\":\"a\",\"players\":9}}",
        "{\"v\":1,\"do\":\"unlist\",\"table\":{\"id\":\"a\",\"players\":-1}}",
    };
    int read = 0;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        Call *call = NULL;
        WireResult result = wire_read(broken[i], strlen(broken[i]), &call);
        if (result != WIRE_BROKEN) print_error("was read: %s\n", broken[i]);
        read += result != WIRE_BROKEN;
        if (call) call_free(call);
    }
    assert_int_equal(read, 0);
    static const char newer[] = "{\"v\":3,\"do\":\"unlist\",\"table\":{\"id\":\"a\"}}";
    static const char well[] = "{\"v\":1,\"do\":\"unlist\",\"table\":{\"id\":\"a\"}}";
    Call *call = NULL;
    assert_int_equal(wire_read(newer, strlen(newer), &call), WIRE_NEWER);
    assert_null(call);
    assert_int_equal(wire_read(well, strlen(well), &call), WIRE_READ);
    assert_string_equal(call->table.id, "a");
    assert_int_equal(call->batch.at, -1);
    call_free(call);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_a_table_arrives),
        cmocka_unit_test(every_field_of_an_account_arrives),
        cmocka_unit_test(people_devices_and_manners_arrive),
        cmocka_unit_test(what_is_kept_by_its_words_arrives),
        cmocka_unit_test(what_only_looks_is_no_message),
        cmocka_unit_test(a_message_that_is_none_of_ours_is_not_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
