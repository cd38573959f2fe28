#include "server/hall.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "server/answer.h"
#include "server/clock.h"
#include "server/draws.h"
#include "server/listing.h"
#include "server/requests.h"
#include "server/session.h"
#include "server/thinker.h"

enum { OVER_MS = 30 * 1000 }; /* a finished table need not wait as long as others */

/* --- the list --------------------------------------------------------------------------------- */

static Berth **slot_of(House *house, const char *id) {
    unsigned hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return &house->berths[(hash ^ hash >> 16) % BERTH_SLOTS];
}

static Berth *find(House *house, const char *id) {
    Berth *berth = *slot_of(house, id);
    while (berth && strcmp(berth->header.id, id) != 0)
        berth = berth->next;
    return berth;
}

static Berth *add(House *house, const char *id) {
    Berth *berth = house_memory(sizeof *berth), **slot = slot_of(house, id);
    berth->house = house;
    berth->last = &berth->first;
    berth->batch = text_grow();
    uint64_t now = berth->used = house_now(house);
    double rate = house->options.rate;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        berth->talk[seat] = bucket_full(1 + rate / 3, rate, 60e3, now);
    strcpy(berth->header.id, id);
    berth->clock_from = -1;
    uv_timer_init(&house->loop, &berth->pace);
    uv_timer_init(&house->loop, &berth->bell);
    berth->next = *slot;
    *slot = berth;
    house->metrics.tables++;
    return berth;
}

static void free_berth(uv_handle_t *bell) {
    Berth *berth = bell->data;
    table_close(berth->table);
    text_free(&berth->batch);
    free(berth);
}

static void close_bell(uv_handle_t *pace) {
    Berth *berth = pace->data;
    berth->bell.data = berth;
    uv_close((uv_handle_t *)&berth->bell, free_berth);
}

void berth_forget(Berth *berth) {
    berth->pace.data = berth;
    uv_close((uv_handle_t *)&berth->pace, close_bell);
}

/* Takes the berth out of the list; its memory goes with its timers, or waits for a bot that still
   thinks about it. */
static void drop(Berth *berth) {
    Berth **at = slot_of(berth->house, berth->header.id);
    assert(!berth->watchers && !berth->first);
    while (*at != berth)
        at = &(*at)->next;
    *at = berth->next;
    berth->house->metrics.tables--;
    berth->gone = true;
    thinker_forget(berth);
    if (!berth->thinking) berth_forget(berth);
}

Stage berth_stage(const Berth *berth) {
    if (!table_begun(berth->table)) return STAGE_GATHERING;
    return table_over(berth->table) ? STAGE_OVER : STAGE_PLAYING;
}

static bool idle(const Berth *berth, bool full) {
    if (berth->watchers || berth->first || berth->judging || berth->thinking ||
        uv_is_active((const uv_handle_t *)&berth->pace) ||
        uv_is_active((const uv_handle_t *)&berth->bell))
        return false;
    if (berth->state == BERTH_LOST) return true;
    if (berth->state != BERTH_READY) return false;
    uint64_t wait = 1000 * (uint64_t)berth->house->options.idle;
    if (table_over(berth->table) && wait > OVER_MS) wait = OVER_MS;
    if (full) wait = 0;
    return house_now(berth->house) - berth->used >= wait;
}

void hall_sweep(House *house, bool full) {
    for (int i = 0; i < BERTH_SLOTS; i++)
        for (Berth *berth = house->berths[i], *next; berth; berth = next) {
            next = berth->next;
            if (!idle(berth, full)) continue;
            house->metrics.tables_dropped++;
            drop(berth);
        }
}

void hall_still(House *house) {
    for (int i = 0; i < BERTH_SLOTS; i++)
        for (Berth *berth = house->berths[i]; berth; berth = berth->next) {
            uv_timer_stop(&berth->pace);
            uv_timer_stop(&berth->bell);
        }
}

/* Refuses everything that waits. */
static void refuse_all(Berth *berth, Refusal refusal) {
    while (berth->first) {
        Job *job = berth->first;
        berth->first = job->next;
        if (!berth->first) berth->last = &berth->first;
        if (job->listing)
            listing_write(NULL, job);
        else
            answer_refuse(job, refusal, -1);
    }
}

void hall_close(House *house) {
    for (int i = 0; i < BERTH_SLOTS; i++)
        while (house->berths[i]) {
            Berth *berth = house->berths[i];
            refuse_all(berth, REFUSE_STORE); /* unheard: the sockets are closed */
            drop(berth);
        }
}

/* Whether there is room for one more table. */
static bool has_room(House *house) {
    if (house->metrics.tables >= TABLES_MAX) hall_sweep(house, true);
    return house->metrics.tables < TABLES_MAX;
}

/* --- requests, one after the other ------------------------------------------------------------ */

static void judge(Berth *berth) {
    if (berth->judging) return;
    berth->judging = true;
    while (berth->state == BERTH_READY && berth->first && !berth->house->stopping) {
        Job *job = berth->first;
        berth->first = job->next;
        if (!berth->first) berth->last = &berth->first;
        job->next = NULL;
        if (job->listing)
            listing_write(berth, job);
        else
            request_judge(berth, job);
    }
    berth->judging = false;
}

/* --- loading ---------------------------------------------------------------------------------- */

/* The table of this header and journal; NULL where they do not make one. */
static Table *replay(const StoreTable *header, char *lines) {
    const Game *game = game_named(header->game);
    uint8_t options[OPTIONS_MAX];
    Reason why;
    if (!game || header->players < game->min_players || header->players > game->max_players ||
        !message_options_read(game, header->options, options))
        return NULL;
    Table *table = table_open(game, header->players, options, &why);
    if (!table) return NULL;
    for (char *line = lines, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        if (!table_enter(table, line).text) continue;
        table_close(table);
        return NULL;
    }
    return table;
}

static void loaded(void *who, StoreAnswer *answer) {
    Berth *berth = who;
    House *house = berth->house;
    if (answer->result == STORE_DONE) berth->table = replay(&answer->table, answer->lines);
    if (berth->table) {
        berth->header = answer->table;
        berth->state = BERTH_READY;
        berth->shown = table_version(berth->table);
        house->metrics.tables_loaded++;
        clock_set(berth);
        for (Socket *s = berth->watchers; s; s = s->beside) { /* after a failure of the store */
            s->told = 0;
            answer_table(s, NULL);
        }
        clock_ring(berth);
        thinker_consider(berth);
        judge(berth);
        return;
    }
    if (answer->result == STORE_MISSING) {
        refuse_all(berth, (Refusal){"table", REFUSED(N_("There is no such table."))});
    } else {
        house_warn(house, "a table could not be read from the store");
        refuse_all(berth,
                   (Refusal){"store", REFUSED(N_("This table cannot be read. Please try later."))});
    }
    while (berth->watchers) {
        Socket *socket = berth->watchers;
        berth_unwatch(socket);
        socket_end(socket, 1011, "the store failed");
    }
    berth->state = BERTH_LOST;
    if (!berth->thinking) drop(berth);
}

static void load(Berth *berth) {
    House *house = berth->house;
    berth->state = BERTH_LOADING;
    if (house->stopping) return;
    store_load(house->store, berth->header.id, post_arrived,
               post_letter(&house->post, loaded, berth));
}

void hall_ask(House *house, Job *job) {
    Berth *berth = find(house, job->request.table);
    if (!berth && !has_room(house)) {
        if (job->listing)
            listing_write(NULL, job);
        else
            answer_refuse(job, REFUSE_FULL, -1);
        return;
    }
    if (!berth) berth = add(house, job->request.table);
    if (berth->state == BERTH_LOST) load(berth);
    berth->used = house_now(house);
    *berth->last = job;
    berth->last = &job->next;
    judge(berth);
}

Berth *hall_new(House *house, const StoreTable *header, Table *table) {
    if (!has_room(house)) return NULL;
    Berth *berth = add(house, header->id);
    berth->header = *header;
    berth->table = table;
    berth->state = BERTH_READY;
    berth->creating = true;
    return berth;
}

/* --- keeping ---------------------------------------------------------------------------------- */

static void add_line(Berth *berth, const char *line) {
    if (berth->batch_lines == 0) {
        berth->batch_from = table_lines(berth->table) - 1;
        berth->batch_low = table_position(berth->table);
    }
    if (table_position(berth->table) < berth->batch_low)
        berth->batch_low = table_position(berth->table);
    text_add(&berth->batch, line);
    text_char(&berth->batch, '\n');
    berth->batch_lines++;
}

Reason berth_enter(Berth *berth, const char *line) {
    assert(berth->state == BERTH_READY);
    Reason why = table_enter(berth->table, line);
    if (!why.text) add_line(berth, line);
    return why;
}

static bool all_seated(const Table *t) {
    for (int seat = 0; seat < table_players(t); seat++)
        if (!table_seat(t, seat)->owner[0] && !table_seat(t, seat)->bot[0]) return false;
    return true;
}

/* One draw of Chance, where it owes one. */
static bool draw(Berth *berth) {
    char buffer[LINE_LIMIT + 1];
    Text line = text_over(buffer, sizeof buffer);
    Draws draws;
    Rng rng = draws_at(&draws, berth->header.seed, table_position(berth->table));
    if (!table_draw(berth->table, &rng, &line)) return false;
    add_line(berth, buffer);
    return true;
}

static void kept(void *who, StoreAnswer *answer) {
    Berth *berth = who;
    House *house = berth->house;
    Job *asker = berth->asker;
    bool well = answer->result == STORE_DONE, creating = berth->creating;
    bool lapsing = berth->lapsing;
    int low = berth->batch_low;
    berth->asker = NULL;
    berth->creating = berth->lapsing = false;
    berth->batch_lines = 0;
    text_clear(&berth->batch);
    if (well) {
        bool news = table_version(berth->table) != berth->shown; /* more than talk */
        berth->state = BERTH_READY;
        if (news) {
            berth->shown = table_version(berth->table);
            berth->jammed = false;
        }
        clock_set(berth);
        berth->judging = true; /* nothing new is judged before everybody has heard */
        if (asker)
            request_kept(berth, asker);
        else if (!lapsing)
            house->metrics.bot_moves++;
        for (Socket *s = berth->watchers; s; s = s->beside) {
            if (s->told > low) s->told = low;
            answer_chat(s);
            if (news) answer_table(s, NULL);
        }
        berth->judging = false;
        clock_ring(berth);
        thinker_consider(berth);
        judge(berth);
        return;
    }
    house_warn(house, "the store failed to keep a change; it was not made");
    if (creating)
        drop(berth);
    else { /* as the store has it */
        table_close(berth->table);
        berth->table = NULL;
        load(berth);
    }
    if (asker) answer_refuse(asker, REFUSE_STORE, -1);
}

void berth_keep(Berth *berth, Job *asker) {
    House *house = berth->house;
    const Table *t = berth->table;
    if (!table_begun(t) && all_seated(t)) {
        Reason why = berth_enter(berth, "begin");
        assert(!why.text);
        (void)why;
    }
    while (draw(berth))
        ;
    StoreBatch batch = {.expected = berth->batch_lines ? berth->batch_from : 0,
                        .count = berth->batch_lines,
                        .lines = berth->batch.at,
                        .stage = berth_stage(berth)};
    for (int seat = 0; seat < table_players(t); seat++)
        if (table_seat(t, seat)->owner[0])
            batch.sitter[batch.sitters++] = table_seat(t, seat)->owner;
    berth->state = BERTH_KEEPING;
    berth->asker = asker;
    Letter *letter = post_letter(&house->post, kept, berth);
    if (berth->creating)
        store_create(house->store, &berth->header, &batch, post_arrived, letter);
    else
        store_append(house->store, berth->header.id, &batch, post_arrived, letter);
}

/* --- those who look --------------------------------------------------------------------------- */

bool berth_has(const Berth *berth, const char *person) {
    for (const Socket *s = berth->watchers; s; s = s->beside)
        if (strcmp(s->person->self.id, person) == 0) return true;
    return false;
}

/* Tells the others that the owner of a seat came or went. While the store is at work nothing is
   told: all of them hear the news with what is kept. */
static void tell_presence(Berth *berth, const Socket *about) {
    if (berth->state != BERTH_READY) berth->shown = -1;
    if (berth->state != BERTH_READY || berth->house->stopping) return;
    if (table_seat_of(berth->table, about->person->self.id) < 0) return;
    for (Socket *s = berth->watchers; s; s = s->beside)
        if (s != about) answer_table(s, NULL);
}

void berth_watch(Berth *berth, Socket *socket) {
    if (socket->berth != berth) {
        berth_unwatch(socket);
        bool came = !berth_has(berth, socket->person->self.id);
        socket->berth = berth;
        socket->beside = berth->watchers;
        berth->watchers = socket;
        if (came) tell_presence(berth, socket);
    }
    socket->told = socket->heard = 0;
}

void berth_unwatch(Socket *socket) {
    Berth *berth = socket->berth;
    if (!berth) return;
    Socket **at = &berth->watchers;
    while (*at != socket)
        at = &(*at)->beside;
    *at = socket->beside;
    socket->berth = NULL;
    socket->beside = NULL;
    berth->used = house_now(berth->house);
    if (!berth_has(berth, socket->person->self.id)) tell_presence(berth, socket);
}
