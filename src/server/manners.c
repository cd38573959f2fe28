#include "server/manners.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/question.h"
#include "server/session.h"

enum { MARK_BYTES = 8 }; /* of a person in somebody's list */

/* --- what the store told: lines of "how", "id" and "name", parted by tabs --------------------- */

enum { REGARD_MUTE = 1, REGARD_BLOCK = 2, REGARD_BY = 4 };

/* One line: how the person stands to whom. */
typedef struct Regard {
    const char *id; /* in the line, up to a tab */
    size_t size;
    unsigned how; /* one of those above */
} Regard;

/* Shared by all sessions of a person. Every line somebody is told asks who wrote it, so they are
   found by their ids. */
struct Manners {
    int uses, count;
    Regard *by_id; /* sorted */
    char lines[];  /* the newest first */
};

static int compare_ids(const char *a, size_t a_size, const char *b, size_t b_size) {
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order ? order : (a_size > b_size) - (a_size < b_size);
}

static int compare(const void *a, const void *b) {
    const Regard *first = a, *second = b;
    return compare_ids(first->id, first->size, second->id, second->size);
}

static Regard read_regard(const char *line) {
    Regard regard = {.id = strchr(line, '\t') + 1};
    regard.size = strcspn(regard.id, "\t");
    regard.how = strncmp(line, "mute\t", 5) == 0    ? REGARD_MUTE
                 : strncmp(line, "block\t", 6) == 0 ? REGARD_BLOCK
                                                    : REGARD_BY;
    return regard;
}

/* NULL where there are no lines. */
static struct Manners *manners_of(const char *lines) {
    if (!lines || !*lines) return NULL;
    size_t size = strlen(lines) + 1;
    struct Manners *manners = server_alloc(sizeof *manners + size);
    manners->uses = 1;
    memcpy(manners->lines, lines, size);
    for (const char *line = manners->lines; *line; line = strchr(line, '\n') + 1)
        manners->count++;
    Regard *regard = manners->by_id = server_alloc((size_t)manners->count * sizeof *regard);
    for (const char *line = manners->lines; *line; line = strchr(line, '\n') + 1)
        *regard++ = read_regard(line);
    qsort(manners->by_id, (size_t)manners->count, sizeof *regard, compare);
    return manners;
}

static void release(struct Manners *manners) {
    if (!manners || --manners->uses > 0) return;
    free(manners->by_id);
    free(manners);
}

/* Whether the person has a line of one of these kinds about this one. */
static bool has(const Person *person, unsigned kinds, const char *id) {
    const struct Manners *manners = person->manners;
    size_t size = strlen(id);
    int from = 0, to = manners && size ? manners->count : 0; /* the first that is not before him */
    while (from < to) {
        int middle = from + (to - from) / 2;
        const Regard *regard = &manners->by_id[middle];
        if (compare_ids(regard->id, regard->size, id, size) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    for (; manners && size && from < manners->count; from++) {
        const Regard *regard = &manners->by_id[from];
        if (compare_ids(regard->id, regard->size, id, size) != 0) break;
        if (regard->how & kinds) return true;
    }
    return false;
}

void manners_take(Person *person, const char *lines) {
    release(person->manners);
    person->manners = manners_of(lines);
}

void manners_free(Person *person) {
    release(person->manners);
}

/* Writes one id for another in what the store told. */
static void rename_other(Person *person, const char *from, const char *to) {
    Text out = text_grow();
    for (const char *line = person->manners->lines, *end; *line; line = end) {
        Regard regard = read_regard(line);
        const char *name = regard.id + regard.size;
        end = strchr(name, '\n') + 1;
        bool his = compare_ids(regard.id, regard.size, from, strlen(from)) == 0;
        text_add_n(&out, line, (size_t)(regard.id - line));
        text_add_n(&out, his ? to : regard.id, his ? strlen(to) : regard.size);
        text_add_n(&out, name, (size_t)(end - name));
    }
    manners_take(person, out.at);
    text_free(&out);
}

void manners_brought(Server *server, const char *guest, const char *account) {
    for (int i = 0; i < PERSON_SLOTS; i++)
        for (Person *p = server->people[i]; p; p = p->next)
            if (has(p, REGARD_MUTE | REGARD_BLOCK | REGARD_BY, guest))
                rename_other(p, guest, account);
}

bool manners_deaf(const void *who, const char *owner) {
    return has(who, REGARD_MUTE | REGARD_BLOCK, owner);
}

bool manners_blocked(const Person *person, const char *by) {
    return has(person, REGARD_BY, by);
}

bool manners_apart(const Person *person, const char *other) {
    return has(person, REGARD_BY | REGARD_BLOCK, other);
}

/* Whether something holds of the person and anybody of a table. */
static bool any_of(const Person *person, const StoreTable *header, const Table *t,
                   bool (*holds)(const Person *, const char *)) {
    bool any = person->manners && holds(person, header->host);
    for (int seat = 0; person->manners && !any && seat < table_players(t); seat++) {
        const Seat *s = table_seat(t, seat);
        any = holds(person, s->owner) || holds(person, s->reserved);
    }
    return any;
}

bool manners_unwelcome(const Person *person, const StoreTable *header, const Table *t) {
    return any_of(person, header, t, manners_blocked);
}

bool manners_shun(const Person *person, const StoreTable *header, const Table *t) {
    return any_of(person, header, t, manners_apart);
}

/* --- asking the store ------------------------------------------------------------------------- */

/* Every session of the person that is here knows it now. */
static void share(Person *person, const char *lines) {
    struct Manners *manners = manners_of(lines);
    for (int i = 0; i < PERSON_SLOTS; i++)
        for (Person *p = person->server->people[i]; p; p = p->next) {
            if (strcmp(p->self.id, person->self.id) != 0) continue;
            release(p->manners);
            p->manners = manners;
            if (manners) manners->uses++;
        }
    release(manners);
}

void manners_refresh(Job *job, void (*then)(Job *job)) {
    const Person *person = job->socket->person;
    if (!person->stored) { /* nobody can have met him */
        then(job);
        return;
    }
    StoreManners own = {0};
    strcpy(own.person, person->self.id);
    store_manners(person->server->store, MANNERS_LIST, &own, mailbox_put,
                  question_about(job, share, then));
}

/* --- requests --------------------------------------------------------------------------------- */

static void answer_done(Job *job) {
    answer_ok(job, -1);
}

static void stored(void *who, StoreAnswer *answer) {
    Job *job = who;
    if (answer->result != STORE_DONE)
        answer_refuse(job, REFUSE_STORE, -1);
    else if (answer->why.text)
        answer_refuse(job, (Refusal){"limit", answer->why}, -1);
    else if (job->request.ask == ASK_REPORT)
        answer_ok(job, -1);
    else
        manners_refresh(job, answer_done);
}

static void ask(Job *job, MannersAct act, const StoreManners *manners) {
    Server *server = job->socket->server;
    store_manners(server->store, act, manners, mailbox_put,
                  mailbox_expect(&server->mailbox, stored, job));
}

/* Who is meant, and how he is called; NULL: nobody one may name. */
static const char *meant(const LiveTable *live, const Job *job, const char **name) {
    const Table *t = live->table;
    const Request *request = &job->request;
    if (request->aside) {
        bool plays = live_seat_of(live, job) >= 0;
        if (plays && !table_over(t)) return NULL; /* he has not heard it */
        return table_speaker(t, CHANNEL_ASIDE, request->aside, name);
    }
    if (request->seat < 0 || request->seat >= table_players(t) ||
        !table_seat(t, request->seat)->owner[0])
        return NULL;
    *name = table_seat(t, request->seat)->name;
    return table_seat(t, request->seat)->owner;
}

static Refusal check(const LiveTable *live, const Job *job, const char *other) {
    const Socket *socket = job->socket;
    if ((job->request.seat >= 0) == (job->request.aside > 0))
        return REFUSE("bad", N_("Either “seat” or “aside” must say who is meant."));
    if (socket->live != live) return REFUSE("table", N_("Look at the table first."));
    if (!other) return REFUSE("seat", N_("Nobody is meant by this."));
    if (strcmp(other, socket->person->self.id) == 0)
        return REFUSE("seat", N_("This is you yourself."));
    if (job->request.ask != ASK_REPORT) return GRANTED;
    return socket->address &&
                   bucket_take(&socket->address->quota[QUOTA_REPORTS], server_now(live->server))
               ? GRANTED
               : REFUSE("rate", N_("You report too much at once. Please wait a while."));
}

void manners_judge(LiveTable *live, Job *job) {
    Person *person = job->socket->person;
    const Request *request = &job->request;
    const char *name = "", *other = meant(live, job, &name);
    Refusal refusal = check(live, job, other);
    if (refusal.code) {
        answer_refuse_at(live, job, refusal);
        return;
    }
    StoreManners manners = {0};
    strcpy(manners.person, person->self.id);
    strcpy(manners.other, other);
    strcpy(manners.name, name);
    strcpy(manners.how, request->how);
    strcpy(manners.table, live->header.id);
    strcpy(manners.words, request->text);
    if (!person->stored) person_save(person, NULL, NULL, NULL);
    if (request->ask == ASK_REPORT) server_log(live->server, "a report was written");
    ask(job, request->ask == ASK_REPORT ? MANNERS_REPORT : MANNERS_SET, &manners);
}

/* A name for somebody in one's own list, of which nothing can be learned. */
static void mark_of(const Person *person, const char *other, size_t size,
                    char mark[2 * MARK_BYTES + 1]) {
    uint8_t hash[crypto_generichash_BYTES_MIN];
    char both[2 * OWNER_MAX + 2];
    Text text = text_over(both, sizeof both);
    text_printf(&text, "%s ", person->self.id);
    text_add_n(&text, other, size);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)both, text.length,
                       person->server->session_key, SESSION_KEY_BYTES);
    sodium_bin2hex(mark, 2 * MARK_BYTES + 1, hash, MARK_BYTES);
}

/* One whom the person has muted or blocked, as a line of the store tells it. */
typedef struct Other {
    const char *how, *id, *name;
    size_t how_size, id_size, name_size;
    char mark[2 * MARK_BYTES + 1];
} Other;

static const char *lines_of(const Person *person) {
    return person->manners ? person->manners->lines : "";
}

/* The one a line tells of; false: it is not in the person's own list. */
static bool read_line(const Person *person, const char *line, Other *out) {
    if (strncmp(line, "by\t", 3) == 0) return false;
    out->how = line;
    out->how_size = strcspn(line, "\t");
    out->id = line + out->how_size + 1;
    out->id_size = strcspn(out->id, "\t");
    out->name = out->id + out->id_size + 1;
    out->name_size = strcspn(out->name, "\n");
    mark_of(person, out->id, out->id_size, out->mark);
    return true;
}

static void jot_part(Text *json, const char *key, const char *text, size_t size) {
    char buffer[NAME_LIMIT * 4 + 1];
    Text part = text_over(buffer, sizeof buffer);
    text_add_n(&part, text, size);
    jot_string(json, key, buffer);
}

static void answer_list(Job *job) {
    const Person *person = job->socket->person;
    Text json = answer_begin("manners", &job->request);
    Other other;
    jot_open(&json, "people", '[');
    for (const char *line = lines_of(person); *line; line = strchr(line, '\n') + 1) {
        if (!read_line(person, line, &other)) continue;
        jot_open(&json, NULL, '{');
        jot_string(&json, "mark", other.mark);
        jot_part(&json, "name", other.name, other.name_size);
        jot_part(&json, "how", other.how, other.how_size);
        jot_close(&json, '}');
    }
    jot_close(&json, ']');
    answer_with(job, &json);
}

void manners_answer(Job *job) {
    manners_refresh(job, answer_list);
}

static void forgive(Job *job) {
    const Person *person = job->socket->person;
    StoreManners manners = {0};
    Other other;
    for (const char *line = lines_of(person); *line; line = strchr(line, '\n') + 1) {
        if (!read_line(person, line, &other) || strcmp(other.mark, job->request.mark) != 0)
            continue;
        strcpy(manners.person, person->self.id);
        memcpy(manners.other, other.id, other.id_size);
        ask(job, MANNERS_SET, &manners);
        return;
    }
    answer_refuse(job, REFUSE("seat", N_("Nobody is meant by this.")), -1);
}

void manners_forgive(Job *job) {
    manners_refresh(job, forgive);
}
