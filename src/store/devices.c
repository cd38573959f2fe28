/* devices.c: the browsers that asked to be called. */
#include <stdlib.h>

#include "store/ask.h"
#include "store/inside.h"

enum { FAILURES_MAX = 10 }; /* in a row, before a device is forgotten */

static StoreResult save(Sqlite *db, const StoreDevice *d) {
    StoreResult result = sql_run_any(
        db, sql_ask(db,
                    "INSERT INTO devices (endpoint, person, quiet_from, quiet_to, zone, kept)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (endpoint) DO UPDATE SET"
                    " person = excluded.person, quiet_from = excluded.quiet_from,"
                    " quiet_to = excluded.quiet_to, zone = excluded.zone, kept = excluded.kept",
                    "ttiiii", d->endpoint, d->person, (int64_t)d->quiet_from, (int64_t)d->quiet_to,
                    (int64_t)d->zone, sqlite_now(db)));
    if (result != STORE_DONE) return result;
    return sql_run_any(db, sql_ask(db,
                                   "DELETE FROM devices WHERE person = ?1 AND endpoint NOT IN"
                                   " (SELECT endpoint FROM devices WHERE person = ?1"
                                   " ORDER BY kept DESC, endpoint LIMIT ?2)",
                                   "ti", d->person, (int64_t)DEVICES_MAX));
}

static StoreResult drop(Sqlite *db, const StoreDevice *d) {
    return sql_run_any(db, sql_ask(db,
                                   "DELETE FROM devices WHERE endpoint = ?1"
                                   " AND (?2 = '' OR person = ?2)",
                                   "tt", d->endpoint, d->person));
}

static StoreResult failed(Sqlite *db, const StoreDevice *d) {
    StoreResult result = sql_run_any(
        db, sql_ask(db, "UPDATE devices SET failures = failures + 1 WHERE endpoint = ?1", "t",
                    d->endpoint));
    if (result != STORE_DONE) return result;
    return sql_run_any(db, sql_ask(db, "DELETE FROM devices WHERE endpoint = ?1 AND failures >= ?2",
                                   "ti", d->endpoint, (int64_t)FAILURES_MAX));
}

static StoreResult list(Sqlite *db, const StoreDevice *d, StoreAnswer *answer) {
    sqlite3_stmt *query = sql_ask(
        db, "SELECT endpoint, quiet_from, quiet_to, zone FROM devices WHERE person = ?1 LIMIT ?2",
        "ti", d->person, (int64_t)DEVICES_MAX);
    if (!query) return STORE_FAILED;
    answer->devices = calloc(DEVICES_MAX, sizeof *answer->devices);
    if (!answer->devices) abort();
    int code;
    bool sound = true;
    while (sound && (code = sqlite3_step(query)) == SQLITE_ROW) {
        StoreDevice *one = &answer->devices[answer->device_count++];
        *one = *d;
        sound = column(query, 0, one->endpoint, sizeof one->endpoint);
        one->quiet_from = sqlite3_column_int(query, 1);
        one->quiet_to = sqlite3_column_int(query, 2);
        one->zone = sqlite3_column_int(query, 3);
    }
    sqlite3_finalize(query);
    return sound && code == SQLITE_DONE && lists_count(db, d->person, answer) ? STORE_DONE
                                                                              : STORE_FAILED;
}

StoreResult sqlite_device(Sqlite *db, DeviceAct act, const StoreDevice *device,
                          StoreAnswer *answer) {
    switch (act) {
    case DEVICE_SAVE: return save(db, device);
    case DEVICE_DROP: return drop(db, device);
    case DEVICE_FAILED: return failed(db, device);
    case DEVICE_CALLED:
        return sql_run_any(db, sql_ask(db,
                                       "UPDATE devices SET failures = 0"
                                       " WHERE endpoint = ?1 AND failures > 0",
                                       "t", device->endpoint));
    case DEVICE_LIST: return list(db, device, answer);
    }
    abort();
}
