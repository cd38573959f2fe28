#include "server/message.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "server/fields.h"

typedef struct Field {
    const char *name;
    bool needed;
    Refusal (*read)(const json_t *value, Request *out);
} Field;

#define TABLE                                                                                      \
    { "table", true, field_table }
#define SEAT                                                                                       \
    { "seat", true, field_seat }
#define AT                                                                                         \
    { "at", true, field_at }
#define EYES                                                                                       \
    { "eyes", false, field_eyes }
#define NONCE                                                                                      \
    { "nonce", false, field_nonce }
#define MOVE                                                                                       \
    { "move", true, field_move }

enum { FIELDS = 12, VALUES_MAX = 200 };

static const struct {
    const char *type;
    Field fields[FIELDS + 1];
} asks[ASKS] = {
    [ASK_NAME] = {"name", {{"name", true, field_name}}},
    [ASK_MINE] = {"mine",
                  {{"state", false, field_state},
                   {"game", false, field_game},
                   {"find", false, field_find},
                   {"series", false, field_series},
                   {"after", false, field_after}}},
    [ASK_FOLLOW] = {"follow",
                    {{"mine", false, field_follow_mine},
                     {"lobby", false, field_follow_lobby},
                     {"asleep", false, field_asleep}}},
    [ASK_SUBSCRIBE] = {"subscribe",
                       {{"endpoint", true, field_endpoint},
                        {"quiet", false, field_quiet},
                        {"zone", false, field_zone}}},
    [ASK_UNSUBSCRIBE] = {"unsubscribe", {{"endpoint", true, field_endpoint}}},
    [ASK_LOBBY] = {"lobby", {{0}}},
    [ASK_FIND] = {"find",
                  {{"game", false, field_game},
                   {"speed", false, field_speed},
                   {"rated", false, field_tally},
                   {"near", false, field_near},
                   NONCE}},
    [ASK_OPEN] = {"open",
                  {{"game", true, field_game},
                   {"players", true, field_players},
                   {"options", false, field_options},
                   {"seats", true, field_seats},
                   {"listed", false, field_listed},
                   {"rated", false, field_rated},
                   {"title", false, field_title},
                   {"time", false, field_time},
                   {"delay", false, field_delay},
                   {"points", false, field_points},
                   NONCE}},
    [ASK_LEARN] = {"learn", {{"game", true, field_lesson}}},
    [ASK_ENTER] = {"enter", {TABLE, {"named", false, field_named}}},
    [ASK_EXIT] = {"exit", {{0}}},
    [ASK_SIT] = {"sit", {TABLE, SEAT, {"name", false, field_name}, NONCE}},
    [ASK_LEAVE] = {"leave", {TABLE}},
    [ASK_FILL] = {"fill", {TABLE, SEAT, {"bot", true, field_bot}}},
    [ASK_MOVE] = {"move", {TABLE, AT, MOVE}},
    [ASK_UNDO] = {"undo", {TABLE, AT}},
    [ASK_ORDER] = {"order", {TABLE, {"order", true, field_order}}},
    [ASK_VOTE] = {"vote", {TABLE, SEAT, {"choice", true, field_choice}}},
    [ASK_RESUME] = {"resume", {TABLE}},
    [ASK_REPLACE] = {"replace", {TABLE, SEAT}},
    [ASK_HOLIDAY] = {"holiday", {TABLE, {"days", true, field_days}}},
    [ASK_CHAT] = {"chat", {TABLE, {"text", true, field_text}, {"fine", false, field_fine}}},
    [ASK_ASIDE] = {"aside", {TABLE, {"text", true, field_text}}},
    [ASK_REGARD] = {"regard",
                    {TABLE,
                     {"seat", false, field_seat},
                     {"aside", false, field_aside},
                     {"how", true, field_how}}},
    [ASK_REPORT] = {"report",
                    {TABLE,
                     {"seat", false, field_seat},
                     {"aside", false, field_aside},
                     {"text", true, field_text}}},
    [ASK_MANNERS] = {"manners", {{0}}},
    [ASK_FORGIVE] = {"forgive", {{"mark", true, field_mark}}},
    [ASK_WHY] = {"why", {TABLE, MOVE}},
    [ASK_HINT] = {"hint", {TABLE, {"position", false, field_position}}},
    [ASK_PACE] = {"pace", {TABLE, {"pace", true, field_pace}}},
    [ASK_EVENTS] = {"events", {TABLE, {"before", true, field_before}, EYES}},
    [ASK_RECORD] = {"record", {TABLE}},
    [ASK_REMATCH] = {"rematch", {TABLE, NONCE}},
    [ASK_REPLAY] =
        {"replay",
         {TABLE, {"position", true, field_position}, EYES, {"known", false, field_known}}},
    [ASK_OUTLINE] = {"outline", {TABLE}},
    [ASK_FORK] = {"fork", {TABLE, {"position", true, field_position}, SEAT}},
    [ASK_ANALYSE] = {"analyse", {TABLE, {"open", false, field_open}, {"stop", false, field_stop}}},
    [ASK_TAKE] = {"take", {TABLE}},
    [ASK_HAND_OVER] = {"hand-over",
                       {{"game", true, field_game},
                        {"players", true, field_players},
                        {"options", false, field_options},
                        {"title", false, field_title},
                        {"seed", true, field_seed},
                        {"journal", true, field_journal},
                        NONCE}},
    [ASK_HAND_BACK] = {"hand-back",
                       {TABLE, AT, {"seed", true, field_seed}, {"journal", true, field_journal}}},
    [ASK_GALLERY] = {"gallery", {{0}}},
    [ASK_UPLOAD] = {"upload", {{"record", true, field_record}}},
    [ASK_PING] = {"ping", {{0}}},
    [ASK_CHECKED] = {"checked", {{"table", true, field_table}}},
    [ASK_INVITE] = {"invite",
                    {{"table", true, field_table},
                     {"seat", true, field_seat},
                     {"name", true, field_name}}},
    [ASK_COMPANY] = {"company", {{"table", true, field_table}}},
    [ASK_ACCOUNT] = {"account", {{0}}},
    [ASK_CHALLENGE] = {"challenge", {{0}}},
    [ASK_CODE] = {"code", {{0}}},
    [ASK_JOIN] = {"join",
                  {{"name", true, field_name},
                   {"password", false, field_password},
                   {"key", false, field_key}}},
    [ASK_SIGN_IN] = {"sign-in",
                     {{"name", false, field_name},
                      {"password", false, field_password},
                      {"code", false, field_code},
                      {"key", false, field_key},
                      {"keep", false, field_bring}}},
    [ASK_SIGN_OUT] = {"sign-out",
                      {{"session", false, field_session}, {"everywhere", false, field_everywhere}}},
    [ASK_PASSWORD] = {"password", {{"password", true, field_password}, {"old", false, field_old}}},
    [ASK_ADD_KEY] = {"add-key", {{"key", true, field_key}}},
    [ASK_DROP_KEY] = {"drop-key", {{"id", true, field_key_id}}},
    [ASK_KEEP_CODE] = {"keep-code", {{0}}},
    [ASK_SHOW] = {"show", {{"shown", true, field_shown}}},
    [ASK_EXPORT] = {"export", {{0}}},
    [ASK_DELETE] = {"delete", {{"name", true, field_name}}},
    [ASK_RANKING] = {"ranking", {{"game", true, field_game}}},
    [ASK_PERSON] = {"person", {{"name", true, field_name}}},
};

/* --- the message ------------------------------------------------------------------------------ */

static Refusal read_fields(const json_t *message, Request *out) {
    for (const Field *field = asks[out->ask].fields; field->name; field++) {
        const json_t *value = json_object_get(message, field->name);
        if (!field->needed && (!value || json_is_null(value))) continue;
        Refusal refusal = field->read(value, out);
        if (refusal.code) return refusal;
    }
    return GRANTED;
}

static Refusal read_mark(const json_t *message, Request *out) {
    const json_t *re = json_object_get(message, "re");
    if (json_is_integer(re)) {
        out->marked = true;
        out->re = json_integer_value(re);
    } else if (re && !json_is_null(re)) {
        return BAD(N_("“re” must be a whole number."));
    }
    return GRANTED;
}

static Refusal read_object(const json_t *message, Request *out) {
    const json_t *type = json_object_get(message, "type");
    Refusal refusal = read_mark(message, out);
    if (refusal.code) return refusal;
    if (!json_is_string(type)) return BAD(N_("“type” must say what the message is."));
    for (out->ask = 0; out->ask < ASKS; out->ask++)
        if (strcmp(asks[out->ask].type, json_string_value(type)) == 0)
            return read_fields(message, out);
    return (Refusal){"unknown", REFUSED(N_("There is no message of this type."))};
}

size_t message_limit(const char *bytes, size_t size) {
    static const char *const large[] = {"{\"type\":\"upload\"", "{\"type\":\"hand-over\"",
                                        "{\"type\":\"hand-back\""};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        if (size >= strlen(large[i]) && memcmp(bytes, large[i], strlen(large[i])) == 0)
            return UPLOAD_MAX;
    return MESSAGE_MAX;
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Nine messages in ten are moves, and clients write them alike: one object without spaces, of
   strings without escapes and of small numbers. Such a one is read here, at a tenth of the cost;
   whatever is in any way different is left to jansson, so nothing is refused here. */
enum { PLAIN_TYPE, PLAIN_TABLE, PLAIN_MOVE, PLAIN_STRINGS, PLAIN_RE = PLAIN_STRINGS, PLAIN_AT };
enum { PLAIN_FIELDS = PLAIN_AT + 1, PLAIN_DIGITS = 9 };

typedef struct Plain {
    const char *at;
    size_t length;
} Plain;

/* What stands between quotes here, and moves behind them; false where it is no such string. */
static bool plain_string(const char **at, const char *end, Plain *out) {
    const char *p = *at;
    if (p == end || *p++ != '"') return false;
    out->at = p;
    while (p < end && *p >= ' ' && *p <= '~' && *p != '"' && *p != '\\')
        p++;
    if (p == end || *p != '"') return false;
    out->length = (size_t)(p - out->at);
    *at = p + 1;
    return true;
}

static bool plain_number(const char **at, const char *end, Plain *out) {
    const char *p = *at;
    out->at = p;
    while (p < end && *p >= '0' && *p <= '9')
        p++;
    out->length = (size_t)(p - out->at);
    *at = p;
    return out->length == 1 || (out->length && out->length <= PLAIN_DIGITS && *out->at != '0');
}

static bool plain_is(Plain word, const char *name) {
    return word.length == strlen(name) && memcmp(word.at, name, word.length) == 0;
}

/* Reads the fields of a move, each at most once. */
static bool plain_fields(const char *at, const char *end, Plain field[PLAIN_FIELDS]) {
    static const char *const names[PLAIN_FIELDS] = {"type", "table", "move", "re", "at"};
    if (at == end || *at++ != '{') return false;
    for (Plain key;; at++) {
        int which = 0;
        if (!plain_string(&at, end, &key) || at == end || *at++ != ':') return false;
        while (which < PLAIN_FIELDS && !plain_is(key, names[which]))
            which++;
        if (which == PLAIN_FIELDS || field[which].at) return false;
        bool well = which < PLAIN_STRINGS ? plain_string(&at, end, &field[which])
                                          : plain_number(&at, end, &field[which]);
        if (!well || at == end) return false;
        if (*at == '}') return at + 1 == end;
        if (*at != ',') return false;
    }
}

static int plain_value(Plain digits) {
    int n = 0;
    for (size_t i = 0; i < digits.length; i++)
        n = 10 * n + (digits.at[i] - '0');
    return n;
}

static bool read_plain_move(const char *bytes, size_t size, Request *out) {
    Plain field[PLAIN_FIELDS] = {0};
    if (!plain_fields(bytes, bytes + size, field)) return false;
    for (int i = 0; i < PLAIN_FIELDS; i++)
        if (!field[i].at && i != PLAIN_RE) return false;
    const Plain *table = &field[PLAIN_TABLE], *move = &field[PLAIN_MOVE];
    if (!plain_is(field[PLAIN_TYPE], asks[ASK_MOVE].type) || !table->length ||
        table->length >= sizeof out->table || move->length >= sizeof out->move)
        return false;
    out->ask = ASK_MOVE;
    out->marked = field[PLAIN_RE].at != NULL;
    out->re = plain_value(field[PLAIN_RE]);
    out->at = plain_value(field[PLAIN_AT]);
    memcpy(out->table, table->at, table->length); /* what is behind is zero */
    memcpy(out->move, move->at, move->length);
    return true;
}

/* Whether a message has more values than any of ours. To read one costs jansson a hundred bytes and
   a tenth of a microsecond, so a million bytes of brackets would hold up everybody; to count them
   costs next to nothing. */
static bool is_crowded(const char *bytes, size_t size) {
    int values = 0;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        char c = bytes[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == ',' || c == '[' || c == '{'))
            values++;
    }
    return values > VALUES_MAX;
}

/* Why bytes with this error are no message. Where it is JSON all the same its mark is read; of a
   field that stands twice the later counts. */
static Refusal read_faulty(const char *bytes, size_t size, enum json_error_code code,
                           Request *out) {
    json_t *message = json_loadb(bytes, size, JSON_ALLOW_NUL, NULL);
    read_mark(message, out);
    bool json = message || code == json_error_null_byte_in_key;
    json_decref(message);
    if (!json) return BAD(N_("This message is not JSON."));
    if (code == json_error_duplicate_key) return BAD(N_("A field stands in this message twice."));
    return BAD(N_("A message may not contain the character 0."));
}

Refusal message_read(const char *bytes, size_t size, Request *out) {
    *out = (Request){.seat = -1, .wish = {.part = -1, .after_part = -1}};
    size_t most = message_limit(bytes, size);
    if (size > most)
        return (Refusal){"long", REFUSED(N_("A message has at most {n} bytes."), (int)most)};
    if (read_plain_move(bytes, size, out)) return GRANTED;
    if (is_crowded(bytes, size)) return BAD(N_("A message has at most {n} values."), VALUES_MAX);
    json_error_t error;
    json_t *message = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
    if (!message) return read_faulty(bytes, size, json_error_code(&error), out);
    Refusal refusal = json_is_object(message) ? read_object(message, out)
                                              : BAD(N_("A message must be a JSON object."));
    json_decref(message);
    return refusal;
}

void message_free(Request *request) {
    if (request->proof) sodium_memzero(request->proof, sizeof *request->proof);
    free(request->proof);
    free(request->record);
    request->proof = NULL;
    request->record = NULL;
}
