#include "store/wire.h"

#include <jansson.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "store/inside.h"
#include "store/log.h"
#include "table/clock.h"

/* --- the fields of what is said --------------------------------------------------------------- */

typedef enum As { AS_TEXT, AS_INT, AS_LONG, AS_BOOL, AS_BYTES, AS_COUNT } As;

typedef struct Field {
    const char *name;
    As as;
    size_t at, size;
} Field;

#define FIELD(type, name, member, as)                                                              \
    { name, as, offsetof(type, member), sizeof(((type *)0)->member) }

static const Field table_fields[] = {
    FIELD(StoreTable, "id", id, AS_TEXT),
    FIELD(StoreTable, "game", game, AS_TEXT),
    FIELD(StoreTable, "players", players, AS_INT),
    FIELD(StoreTable, "options", options, AS_TEXT),
    FIELD(StoreTable, "title", title, AS_TEXT),
    FIELD(StoreTable, "listed", listed, AS_BOOL),
    FIELD(StoreTable, "rated", rated, AS_BOOL),
    FIELD(StoreTable, "host", host, AS_TEXT),
    FIELD(StoreTable, "seed", seed, AS_BYTES),
    FIELD(StoreTable, "created", created, AS_LONG),
    FIELD(StoreTable, "previous", previous, AS_TEXT),
    FIELD(StoreTable, "series", series, AS_TEXT),
    FIELD(StoreTable, "round", round, AS_INT),
    FIELD(StoreTable, "wins", wins, AS_TEXT),
    FIELD(StoreTable, "next", next, AS_TEXT),
    {0},
};

static const Field person_fields[] = {
    FIELD(StorePerson, "session", session, AS_BYTES),
    FIELD(StorePerson, "id", id, AS_TEXT),
    FIELD(StorePerson, "name", name, AS_TEXT),
    FIELD(StorePerson, "looks", looks, AS_BYTES),
    FIELD(StorePerson, "account", account, AS_BOOL),
    FIELD(StorePerson, "used", used, AS_LONG),
    {0},
};

static const Field device_fields[] = {
    FIELD(StoreDevice, "endpoint", endpoint, AS_TEXT),
    FIELD(StoreDevice, "person", person, AS_TEXT),
    FIELD(StoreDevice, "quiet_from", quiet_from, AS_INT),
    FIELD(StoreDevice, "quiet_to", quiet_to, AS_INT),
    FIELD(StoreDevice, "zone", zone, AS_INT),
    {0},
};

static const Field manners_fields[] = {
    FIELD(StoreManners, "person", person, AS_TEXT),
    FIELD(StoreManners, "other", other, AS_TEXT),
    FIELD(StoreManners, "name", name, AS_TEXT),
    FIELD(StoreManners, "table", table, AS_TEXT),
    FIELD(StoreManners, "how", how, AS_TEXT),
    FIELD(StoreManners, "words", words, AS_TEXT),
    {0},
};

static const Field account_fields[] = {
    FIELD(AccountCall, "id", id, AS_TEXT),
    FIELD(AccountCall, "guest", guest, AS_TEXT),
    FIELD(AccountCall, "name", name, AS_TEXT),
    FIELD(AccountCall, "game", game, AS_TEXT),
    FIELD(AccountCall, "table", table, AS_TEXT),
    FIELD(AccountCall, "players", players, AS_INT),
    FIELD(AccountCall, "company", company, AS_BYTES),
    FIELD(AccountCall, "looks", looks, AS_BYTES),
    FIELD(AccountCall, "password", password, AS_TEXT),
    FIELD(AccountCall, "code", code, AS_BYTES),
    FIELD(AccountCall, "fresh_code", fresh_code, AS_BYTES),
    FIELD(AccountCall, "by_key", by_key, AS_BOOL),
    FIELD(AccountCall, "by_code", by_code, AS_BOOL),
    FIELD(AccountCall, "everywhere", everywhere, AS_BOOL),
    FIELD(AccountCall, "hidden", hidden, AS_BOOL),
    FIELD(AccountCall, "key_id", key.id, AS_BYTES),
    FIELD(AccountCall, "key_id_size", key.id_size, AS_INT),
    FIELD(AccountCall, "key_algorithm", key.algorithm, AS_INT),
    FIELD(AccountCall, "key_open", key.open, AS_BYTES),
    FIELD(AccountCall, "key_open_size", key.open_size, AS_INT),
    FIELD(AccountCall, "key_counter", key.counter, AS_COUNT),
    FIELD(AccountCall, "key_device", key.device, AS_TEXT),
    FIELD(AccountCall, "key_created", key.created, AS_LONG),
    FIELD(AccountCall, "key_used", key.used, AS_LONG),
    FIELD(AccountCall, "session", session.hash, AS_BYTES),
    FIELD(AccountCall, "session_device", session.device, AS_TEXT),
    FIELD(AccountCall, "session_way", session.way, AS_TEXT),
    FIELD(AccountCall, "session_created", session.created, AS_LONG),
    FIELD(AccountCall, "session_used", session.used, AS_LONG),
    FIELD(AccountCall, "drop", drop, AS_BYTES),
    {0},
};

/* Whoever adds a field to one of these is reminded that it has a name here, too. */
_Static_assert(
    sizeof(void *) != 8 ||
        (sizeof(StoreTable) == 768 && sizeof(StorePerson) == 216 && sizeof(StoreDevice) == 656 &&
         sizeof(AccountCall) == 1488 && sizeof(StoreManners) == 1005 && sizeof(StoreBatch) == 144),
    "a field that is new must be named in wire.c, or it is lost on its way to the nodes");

/* --- words ------------------------------------------------------------------------------------ */

/* What may stand in a log; the other kinds only look. */
static const char *const kinds[KINDS] = {
    [CREATE] = "create",      [APPEND] = "append",       [UNLIST] = "unlist",
    [DEVICE] = "device",      [MANNERS_ACT] = "manners", [SAVE_PERSON] = "person",
    [ACCOUNT] = "account",    [ADMIN] = "admin",         [SAVE_ANALYSIS] = "analysis",
    [SAVE_SECRET] = "secret", [ROWS] = "rows",           [FOLD] = "fold",
    [FORGET] = "forget",
};

static const char *const devices[] = {[DEVICE_SAVE] = "keep",
                                      [DEVICE_DROP] = "drop",
                                      [DEVICE_FAILED] = "failed",
                                      [DEVICE_CALLED] = "called"};

static const char *const manners[] = {[MANNERS_SET] = "set", [MANNERS_REPORT] = "report"};

static const char *const accounts[] = {
    [ACCOUNT_OPEN] = "open",         [ACCOUNT_ENTER] = "enter",       [ACCOUNT_BRING] = "bring",
    [ACCOUNT_LEAVE] = "leave",       [ACCOUNT_PASSWORD] = "password", [ACCOUNT_ADD_KEY] = "add key",
    [ACCOUNT_DROP_KEY] = "drop key", [ACCOUNT_CODE] = "code",         [ACCOUNT_HIDE] = "hide",
    [ACCOUNT_TOUCH] = "touch",       [ACCOUNT_CLEAR] = "clear",       [ACCOUNT_DELETE] = "delete",
};

#define COUNT(words) ((int)(sizeof(words) / sizeof *(words)))

static int word_of(const char *const *words, int count, const char *word) {
    for (int i = 0; word && i < count; i++)
        if (words[i] && strcmp(words[i], word) == 0) return i;
    return -1;
}

/* --- writing ---------------------------------------------------------------------------------- */

static bool is_zero(const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i]) return false;
    return true;
}

static json_t *hex(const void *bytes, size_t size) {
    Text text = text_grow();
    fair_write(bytes, (int)size, &text);
    json_t *json = json_string(text.at);
    text_free(&text);
    return json;
}

static json_t *write_fields(const Field *fields, const void *from) {
    json_t *json = json_object();
    for (const Field *f = fields; f->name; f++) {
        const char *at = (const char *)from + f->at;
        json_t *value = NULL;
        if (is_zero(at, f->as == AS_TEXT ? 1 : f->size)) continue;
        switch (f->as) {
        case AS_TEXT: value = json_string(at); break;
        case AS_INT: value = json_integer(*(const int *)at); break;
        case AS_LONG: value = json_integer(*(const int64_t *)at); break;
        case AS_COUNT: value = json_integer(*(const uint32_t *)at); break;
        case AS_BOOL: value = json_true(); break;
        case AS_BYTES: value = hex(at, f->size); break;
        }
        json_object_set_new(json, f->name, value);
    }
    return json;
}

static void put_text(json_t *json, const char *name, const char *text) {
    if (text) json_object_set_new(json, name, json_string(text));
}

static json_t *write_batch(const StoreBatch *batch) {
    json_t *json =
        json_pack("{s:i, s:i, s:s, s:s, s:i, s:I}", "expected", batch->expected, "count",
                  batch->count, "lines", batch->lines, "stage", sqlite_stages[batch->stage], "at",
                  batch->at, "turn", (json_int_t)batch->turn);
    if (!json) return NULL;
    put_text(json, "seats", batch->seats);
    put_text(json, "result", batch->result);
    put_text(json, "clocks", batch->clocks);
    if (batch->clocks) json_object_set_new(json, "due", json_integer(batch->due));
    if (batch->seats) {
        json_t *sitters = json_array();
        for (int i = 0; i < batch->sitters; i++)
            json_array_append_new(sitters, json_pack("[s, i]", batch->sitter[i], batch->place[i]));
        json_object_set_new(json, "sitters", sitters);
    }
    return json;
}

static json_t *write_act(const AdminAct *act) {
    json_t *json = json_pack("{s:s}", "who", act->who), *words = json_array();
    for (int i = 0; i < act->count; i++)
        json_array_append_new(words, json_string(act->words[i]));
    json_object_set_new(json, "words", words);
    put_text(json, "body", act->body);
    return json;
}

bool wire_write(const Call *call, Text *out) {
    if (!kinds[call->kind]) return false;
    json_t *json = json_pack("{s:i, s:s}", "v", LOG_FORMAT, "do", kinds[call->kind]);
    if (call->table.id[0])
        json_object_set_new(json, "table", write_fields(table_fields, &call->table));
    bool well = true;
    switch (call->kind) {
    case APPEND: json_object_set_new(json, "last", json_integer(call->ms)); /* fall through */
    case CREATE: well = json_object_set_new(json, "batch", write_batch(&call->batch)) == 0; break;
    case SAVE_PERSON:
        json_object_set_new(json, "person", write_fields(person_fields, &call->person));
        break;
    case DEVICE:
        put_text(json, "act", devices[call->device_act]);
        json_object_set_new(json, "device", write_fields(device_fields, &call->device));
        break;
    case MANNERS_ACT:
        put_text(json, "act", manners[call->manners_act]);
        json_object_set_new(json, "manners", write_fields(manners_fields, call->manners));
        break;
    case ACCOUNT:
        well = (int)call->account->act < COUNT(accounts) && accounts[call->account->act];
        put_text(json, "act", well ? accounts[call->account->act] : NULL);
        json_object_set_new(json, "account", write_fields(account_fields, call->account));
        break;
    case ADMIN: json_object_set_new(json, "admin", write_act(call->act)); break;
    case SAVE_ANALYSIS:
    case SAVE_SECRET: put_text(json, "kind", call->analysis); break;
    case FOLD: json_object_set_new(json, "read", json_integer(call->ms)); break;
    case UNLIST: json_object_set_new(json, "at", json_integer(call->batch.at)); break;
    default: break;
    }
    if (call->text) {
        well = well && json_object_set_new(json, "text", json_string(call->text)) == 0;
    }
    char *text = well ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (!text) return false;
    text_add(out, text);
    free(text);
    return true;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* A whole number, where it is told; false where it is none, or out of these bounds. */
static bool read_number(const json_t *value, int64_t least, int64_t most, int64_t *out) {
    if (!value) return true;
    *out = json_integer_value(value);
    return json_is_integer(value) && *out >= least && *out <= most;
}

static bool read_int(const json_t *value, int least, int most, int *out) {
    int64_t number = *out;
    bool well = read_number(value, least, most, &number);
    if (well) *out = (int)number;
    return well;
}

static bool read_fields(const Field *fields, const json_t *json, void *to) {
    for (const Field *f = fields; f->name; f++) {
        const json_t *value = json_object_get(json, f->name);
        char *at = (char *)to + f->at;
        const char *text = json_string_value(value);
        int64_t count = 0;
        if (!value) continue;
        switch (f->as) {
        case AS_TEXT:
            if (!text || strlen(text) >= f->size) return false;
            strcpy(at, text);
            break;
        case AS_INT:
            if (!read_int(value, INT_MIN, INT_MAX, (int *)at)) return false;
            break;
        case AS_LONG:
            if (!read_number(value, INT64_MIN, INT64_MAX, (int64_t *)at)) return false;
            break;
        case AS_COUNT:
            if (!read_number(value, 0, UINT32_MAX, &count)) return false;
            *(uint32_t *)at = (uint32_t)count;
            break;
        case AS_BOOL: *(bool *)at = json_is_true(value); break;
        case AS_BYTES:
            if (!text || !fair_read(text, (int)f->size, (uint8_t *)at)) return false;
            break;
        }
    }
    return true;
}

static int count_lines(const char *lines) {
    int count = 0;
    for (; (lines = strchr(lines, '\n')); lines++)
        count++;
    return count;
}

/* A text, where it is told, of less than so many bytes. */
static bool fits(const char *text, size_t room) {
    return !text || strlen(text) < room;
}

static bool read_sitter(const json_t *json, StoreBatch *batch) {
    const char *person = json_string_value(json_array_get(json, 0));
    int place = 0;
    if (!person || strlen(person) > OWNER_MAX ||
        !read_int(json_array_get(json, 1), PLACE_RESERVED, SEATS_MAX - 1, &place))
        return false;
    batch->sitter[batch->sitters] = person;
    batch->place[batch->sitters++] = place;
    return true;
}

static bool read_batch(const json_t *json, Call *call) {
    StoreBatch batch = {
        .lines = json_string_value(json_object_get(json, "lines")),
        .turn = (Turn)json_integer_value(json_object_get(json, "turn")),
        .seats = json_string_value(json_object_get(json, "seats")),
        .result = json_string_value(json_object_get(json, "result")),
        .clocks = json_string_value(json_object_get(json, "clocks")),
        .due = json_integer_value(json_object_get(json, "due")),
    };
    int stage =
        word_of(sqlite_stages, STAGE_OVER + 1, json_string_value(json_object_get(json, "stage")));
    const json_t *sitters = json_object_get(json, "sitters"), *sitter;
    size_t i;
    if (!batch.lines || stage < 0 || json_array_size(sitters) > SEATS_MAX ||
        !read_int(json_object_get(json, "count"), 0, INT_MAX, &batch.count) ||
        !read_int(json_object_get(json, "expected"), 0, INT_MAX - batch.count, &batch.expected) ||
        !read_int(json_object_get(json, "at"), 0, INT_MAX, &batch.at) ||
        count_lines(batch.lines) != batch.count || !fits(batch.seats, SEATS_TEXT_MAX) ||
        !fits(batch.result, RESULT_TEXT_MAX) || !fits(batch.clocks, CLOCKS_TEXT_MAX))
        return false;
    batch.stage = (Stage)stage;
    json_array_foreach(sitters, i, sitter) if (!read_sitter(sitter, &batch)) return false;
    call_batch(call, &batch);
    return true;
}

static bool read_act(const json_t *json, Call *call) {
    AdminAct *act = call->act = must(calloc(1, sizeof *act));
    const char *who = json_string_value(json_object_get(json, "who"));
    const json_t *words = json_object_get(json, "words"), *word;
    const char *body = json_string_value(json_object_get(json, "body"));
    size_t i;
    if (!who || strlen(who) >= sizeof act->who || json_array_size(words) > ADMIN_WORDS)
        return false;
    strcpy(act->who, who);
    json_array_foreach(words, i, word) {
        const char *text = json_string_value(word);
        if (!text || strlen(text) >= sizeof act->words[0]) return false;
        strcpy(act->words[act->count++], text);
    }
    if (body) act->body = must(strdup(body));
    return true;
}

/* Sizes and counts of what has its room here. */
static bool has_room(const AccountCall *call) {
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (!memchr(call->company[seat], 0, sizeof call->company[seat])) return false;
    return call->players >= 0 && call->players <= SEATS_MAX && call->key.id_size >= 0 &&
           call->key.id_size <= KEY_ID_MAX && call->key.open_size >= 0 &&
           call->key.open_size <= KEY_PUBLIC_MAX;
}

static bool read_call(const json_t *json, Call *call) {
    const char *text = json_string_value(json_object_get(json, "text"));
    const char *act = json_string_value(json_object_get(json, "act"));
    if (text) call->text = must(strdup(text));
    if (!read_fields(table_fields, json_object_get(json, "table"), &call->table) ||
        call->table.players < 0 || call->table.players > SEATS_MAX)
        return false;
    switch (call->kind) {
    case CREATE:
    case APPEND:
        call->ms = json_integer_value(json_object_get(json, "last"));
        return call->table.id[0] && read_batch(json_object_get(json, "batch"), call);
    case SAVE_PERSON:
        return read_fields(person_fields, json_object_get(json, "person"), &call->person);
    case DEVICE:
        call->device_act = (DeviceAct)word_of(devices, COUNT(devices), act);
        return (int)call->device_act >= 0 &&
               read_fields(device_fields, json_object_get(json, "device"), &call->device);
    case MANNERS_ACT:
        call->manners = must(calloc(1, sizeof *call->manners));
        call->manners_act = (MannersAct)word_of(manners, COUNT(manners), act);
        return (int)call->manners_act >= 0 &&
               read_fields(manners_fields, json_object_get(json, "manners"), call->manners);
    case ACCOUNT:
        call->account = must(calloc(1, sizeof *call->account));
        call->account->act = (AccountAct)word_of(accounts, COUNT(accounts), act);
        return (int)call->account->act >= 0 &&
               read_fields(account_fields, json_object_get(json, "account"), call->account) &&
               has_room(call->account);
    case ADMIN: return read_act(json_object_get(json, "admin"), call);
    case SAVE_ANALYSIS:
    case SAVE_SECRET: {
        const char *kind = json_string_value(json_object_get(json, "kind"));
        if (!kind || strlen(kind) >= sizeof call->word) return false;
        strcpy(call->word, kind);
        call->analysis = call->word;
        return call->text != NULL;
    }
    case FOLD:
        call->ms = json_integer_value(json_object_get(json, "read"));
        return call->text != NULL;
    case ROWS: return call->text != NULL;
    case UNLIST: /* one of format 1 asked for no version */
        call->batch.at = -1;
        return call->table.id[0] &&
               read_int(json_object_get(json, "at"), 0, INT_MAX, &call->batch.at);
    case FORGET: return call->table.id[0] != '\0';
    default: return false;
    }
}

WireResult wire_read(const char *text, size_t size, Call **out) {
    json_t *json = json_loadb(text, size, 0, NULL);
    json_int_t format = json_integer_value(json_object_get(json, "v"));
    int kind = word_of(kinds, KINDS, json_string_value(json_object_get(json, "do")));
    Call *call = NULL;
    WireResult result = format > LOG_FORMAT ? WIRE_NEWER : WIRE_BROKEN;
    if (format >= 1 && format <= LOG_FORMAT && kind >= 0) {
        call = call_new((Kind)kind, NULL, NULL, NULL);
        call->format = (int)format;
        if (read_call(json, call)) {
            result = WIRE_READ;
        } else {
            call_free(call);
            call = NULL;
        }
    }
    json_decref(json);
    *out = call;
    return result;
}
