/* personal.c: the fields of requests that concern a person: lists, devices, manners, accounts. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "games/games.h"
#include "server/fields.h"
#include "server/spelling.h"

/* --- lists ------------------------------------------------------------------------------------ */

static const char *const parts[PARTS] = {
    [PART_TURN] = "turn", [PART_WAITING] = "waiting", [PART_OVER] = "over"};

Refusal field_state(const json_t *value, Request *out) {
    for (int part = 0; json_is_string(value) && part < PARTS; part++)
        if (strcmp(json_string_value(value), parts[part]) == 0) {
            out->wish.part = part;
            return GRANTED;
        }
    return BAD(N_("“state” must be “turn”, “waiting” or “over”."));
}

Refusal field_find(const json_t *value, Request *out) {
    if (!json_is_string(value)) return BAD(N_("“find” must be a text."));
    return field_spelled(spell_title(json_string_value(value), out->wish.find));
}

Refusal field_series(const json_t *value, Request *out) {
    if (!field_copy(value, out->wish.series, sizeof out->wish.series))
        return BAD(N_("“series” must be the id of a table."));
    return GRANTED;
}

Refusal field_after(const json_t *value, Request *out) {
    StoreWish *wish = &out->wish;
    char rest;
    long long moved, key;
    if (!json_is_string(value) || sscanf(json_string_value(value), "%1d.%18lld.%18lld%c",
                                         &wish->after_part, &moved, &key, &rest) != 3)
        return BAD(N_("“after” must be what a list said was next."));
    wish->after_moved = moved;
    wish->after_key = key;
    return GRANTED;
}

void message_place_write(const StoreAnswer *answer, Text *out) {
    const StoreListed *last = &answer->listed[answer->listed_count - 1];
    text_printf(out, "%d.%lld.%lld", answer->last_part, (long long)last->moved,
                (long long)last->key);
}

static Refusal read_follow(const json_t *value, Request *out, Follow which) {
    if (!json_is_boolean(value))
        return BAD(N_("A list is followed where it is true, and not where it is false."));
    out->follow_named[which] = true;
    out->follow[which] = json_is_true(value);
    return GRANTED;
}

Refusal field_follow_mine(const json_t *value, Request *out) {
    return read_follow(value, out, FOLLOW_MINE);
}

Refusal field_asleep(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“asleep” must be true or false."));
    out->asleep_named = true;
    out->asleep = json_is_true(value);
    return GRANTED;
}

Refusal field_endpoint(const json_t *value, Request *out) {
    if (!field_copy(value, out->device.endpoint, sizeof out->device.endpoint))
        return BAD(N_("“endpoint” must be an https address of a push service."));
    return GRANTED;
}

/* Two times of the day, in minutes. */
Refusal field_quiet(const json_t *value, Request *out) {
    if (!json_is_array(value) || json_array_size(value) != 2 ||
        !field_whole(json_array_get(value, 0), 24 * 60 - 1, &out->device.quiet_from) ||
        !field_whole(json_array_get(value, 1), 24 * 60 - 1, &out->device.quiet_to))
        return BAD(N_("“quiet” must be two times of the day in minutes."));
    return GRANTED;
}

Refusal field_zone(const json_t *value, Request *out) {
    long long minutes = json_integer_value(value);
    if (!json_is_integer(value) || minutes < -14 * 60 || minutes > 14 * 60)
        return BAD(N_("“zone” must be the minutes your day is ahead of UTC."));
    out->device.zone = (int)minutes;
    return GRANTED;
}

Refusal field_follow_lobby(const json_t *value, Request *out) {
    return read_follow(value, out, FOLLOW_LOBBY);
}

Refusal field_tally(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“rated” must be true or false."));
    out->counts = json_is_true(value) ? TALLY_RATED : TALLY_FRIENDLY;
    return GRANTED;
}

Refusal field_aside(const json_t *value, Request *out) {
    if (!field_whole(value, ASIDES_MAX, &out->aside) || !out->aside)
        return BAD(N_("“aside” must be the number of something said."));
    return GRANTED;
}

Refusal field_how(const json_t *value, Request *out) {
    static const char *const words[] = {"mute", "block", "none"};
    for (int i = 0; json_is_string(value) && i < 3; i++) {
        if (strcmp(json_string_value(value), words[i]) != 0) continue;
        if (i < 2) strcpy(out->how, words[i]);
        return GRANTED;
    }
    return BAD(N_("“how” must be “mute”, “block” or “none”."));
}

Refusal field_mark(const json_t *value, Request *out) {
    if (!field_copy(value, out->mark, sizeof out->mark))
        return BAD(N_("“mark” must be that of somebody in your list."));
    return GRANTED;
}

/* --- accounts --------------------------------------------------------------------------------- */

static Proof *proof_of(Request *out) {
    if (!out->proof) out->proof = calloc(1, sizeof *out->proof);
    if (!out->proof) abort();
    return out->proof;
}

static Refusal read_secret(const json_t *value, char out[PASSWORD_MAX + 1]) {
    if (!json_is_string(value)) return BAD(N_("A password must be a text."));
    if (!field_copy(value, out, PASSWORD_MAX + 1))
        return BAD(N_("A password has at most {n} bytes."), PASSWORD_MAX);
    return GRANTED;
}

Refusal field_password(const json_t *value, Request *out) {
    return read_secret(value, proof_of(out)->password);
}

Refusal field_old(const json_t *value, Request *out) {
    return read_secret(value, proof_of(out)->old);
}

/* Groups may be parted by anything, in capitals or not. */
Refusal field_code(const json_t *value, Request *out) {
    char *code = proof_of(out)->code;
    int count = 0;
    for (const char *c = json_is_string(value) ? json_string_value(value) : ""; *c; c++) {
        if (!isalnum((unsigned char)*c)) continue;
        if (count < CODE_CHARS) code[count] = (char)toupper((unsigned char)*c);
        count++;
    }
    if (count == CODE_CHARS) return GRANTED;
    code[0] = '\0';
    return BAD(N_("A recovery code has {n} letters and figures."), CODE_CHARS);
}

Refusal field_session(const json_t *value, Request *out) {
    if (!field_copy(value, proof_of(out)->session, SESSION_ID_CHARS + 1))
        return BAD(N_("“session” must be the id of a session."));
    return GRANTED;
}

Refusal field_everywhere(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“everywhere” must be true or false."));
    proof_of(out)->everywhere = json_is_true(value);
    return GRANTED;
}

Refusal field_bring(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“keep” must be true or false."));
    proof_of(out)->bring = json_is_true(value);
    return GRANTED;
}

Refusal field_shown(const json_t *value, Request *out) {
    if (!json_is_boolean(value)) return BAD(N_("“shown” must be true or false."));
    proof_of(out)->shown = json_is_true(value);
    return GRANTED;
}

/* Bytes written in base64url; false where they are not, or too many. */
static bool unpack(const json_t *value, uint8_t *out, size_t room, int *size) {
    size_t length = 0;
    if (!json_is_string(value) ||
        sodium_base642bin(out, room, json_string_value(value), json_string_length(value), NULL,
                          &length, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
        return false;
    *size = (int)length;
    return length > 0;
}

/* A new key has no id of its own here, it is in its data; nor has it signed anything. */
Refusal field_key(const json_t *value, Request *out) {
    Proof *p = proof_of(out);
    const json_t *id = json_object_get(value, "id"), *sign = json_object_get(value, "signature");
    bool sound = unpack(json_object_get(value, "data"), p->data, PROOF_MAX, &p->data_size) &&
                 unpack(json_object_get(value, "client"), p->client, PROOF_MAX, &p->client_size);
    if (sound && id) sound = unpack(id, p->id, KEY_ID_MAX, &p->id_size);
    if (sound && sign) sound = unpack(sign, p->signature, PROOF_MAX, &p->signature_size);
    return sound ? GRANTED : BAD(N_("“key” must have the parts of a passkey in base64url."));
}

Refusal field_key_id(const json_t *value, Request *out) {
    Proof *p = proof_of(out);
    if (!unpack(value, p->id, KEY_ID_MAX, &p->id_size))
        return BAD(N_("“id” must be the id of a passkey."));
    return GRANTED;
}
