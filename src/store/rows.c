#include "store/rows.h"

#include <jansson.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "store/ask.h"

const char *const rows_tables[] = {
    "house",   "people",   "sessions",  "passkeys", "tables",  "journal", "sitters", "results",
    "ratings", "analyses", "penalties", "acts",     "devices", "manners", "reports", NULL};

/* --- writing ---------------------------------------------------------------------------------- */

static json_t *hex(const void *bytes, int size) {
    Text text = text_grow();
    fair_write(bytes, size, &text);
    json_t *json = json_string(text.at);
    text_free(&text);
    return json;
}

static json_t *value_of(sqlite3_stmt *query, int i) {
    switch (sqlite3_column_type(query, i)) {
    case SQLITE_INTEGER: return json_integer(sqlite3_column_int64(query, i));
    case SQLITE_FLOAT: return json_real(sqlite3_column_double(query, i));
    case SQLITE_TEXT: return json_string((const char *)sqlite3_column_text(query, i));
    case SQLITE_BLOB: {
        json_t *list = json_array(); /* a list of one text: bytes */
        json_array_append_new(list,
                              hex(sqlite3_column_blob(query, i), sqlite3_column_bytes(query, i)));
        return list;
    }
    default: return json_null();
    }
}

/* The rows of a question as a group, up to about `room` bytes; NULL where it cannot be read. */
static json_t *group_of(sqlite3_stmt *query, const char *table, size_t room, int *count) {
    json_t *columns = json_array(), *rows = json_array();
    size_t size = 0;
    int code = SQLITE_DONE;
    *count = 0;
    for (int i = 0; query && i < sqlite3_column_count(query); i++)
        json_array_append_new(columns, json_string(sqlite3_column_name(query, i)));
    while (query && size < room && (code = sqlite3_step(query)) == SQLITE_ROW) {
        json_t *row = json_array();
        for (int i = 0; i < sqlite3_column_count(query); i++) {
            size += 8 + 2 * (size_t)sqlite3_column_bytes(query, i);
            json_array_append_new(row, value_of(query, i));
        }
        json_array_append_new(rows, row);
        ++*count;
    }
    sqlite3_finalize(query);
    json_t *group = json_pack("{s:s, s:o, s:o}", "table", table, "columns", columns, "rows", rows);
    if (query && (code == SQLITE_DONE || code == SQLITE_ROW)) return group;
    json_decref(group);
    return NULL;
}

static bool put_out(json_t *groups, Text *out) {
    char *text = json_dumps(groups, JSON_COMPACT);
    json_decref(groups);
    if (!text) return false;
    text_add(out, text);
    free(text);
    return true;
}

bool rows_of_table(Sqlite *db, const char *id, Text *out) {
    int64_t key = sql_number(sql_ask(db, "SELECT key FROM tables WHERE id = ?1", "t", id), -1);
    json_t *groups = json_array();
    int count;
    if (key < 0 ||
        json_array_append_new(groups,
                              group_of(sql_ask(db, "SELECT * FROM tables WHERE key = ?1", "i", key),
                                       "tables", SIZE_MAX, &count)) ||
        json_array_append_new(
            groups, group_of(sql_ask(db, "SELECT * FROM journal WHERE game = ?1 ORDER BY position",
                                     "i", key),
                             "journal", SIZE_MAX, &count)) ||
        json_array_append_new(
            groups,
            group_of(sql_ask(db, "SELECT * FROM sitters WHERE game = ?1 ORDER BY person", "i", key),
                     "sitters", SIZE_MAX, &count))) {
        json_decref(groups);
        return false;
    }
    return put_out(groups, out);
}

int rows_some(Sqlite *db, const char *table, int from, size_t room, int most, Text *out) {
    char sql[80];
    int count;
    Text question = text_over(sql, sizeof sql);
    /* In the order of the primary key, which every table here has. */
    text_printf(&question, "SELECT * FROM %s ORDER BY 1, 2 LIMIT ?1 OFFSET ?2", table);
    json_t *group =
        group_of(sql_ask(db, sql, "ii", (int64_t)most, (int64_t)from), table, room, &count);
    json_t *groups = json_array();
    if (!group || json_array_append_new(groups, group)) {
        json_decref(groups);
        return -1;
    }
    if (count == 0)
        json_decref(groups);
    else if (!put_out(groups, out))
        return -1;
    return count;
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool is_word(const char *text) {
    return text && *text && strspn(text, "abcdefghijklmnopqrstuvwxyz_") == strlen(text);
}

static const json_t *group_named(const json_t *groups, const char *table) {
    const json_t *group;
    size_t i;
    json_array_foreach(groups, i, group) {
        const char *name = json_string_value(json_object_get(group, "table"));
        if (name && strcmp(name, table) == 0) return group;
    }
    return NULL;
}

int rows_lines(const char *text, const char *id) {
    json_t *groups = json_loads(text, 0, NULL);
    const json_t *header = group_named(groups, "tables"), *column;
    const json_t *row = json_array_get(json_object_get(header, "rows"), 0);
    size_t i;
    int lines = -1;
    json_array_foreach(json_object_get(header, "columns"), i, column) {
        const char *name = json_string_value(column);
        const char *value = json_string_value(json_array_get(row, i));
        if (name && value && strcmp(name, "id") == 0 && strcmp(value, id) == 0)
            lines = (int)json_array_size(json_object_get(group_named(groups, "journal"), "rows"));
    }
    json_decref(groups);
    return lines;
}

static bool bind_hex(sqlite3_stmt *query, int hole, const char *text) {
    int size = text ? (int)(strlen(text) / 2) : 0;
    uint8_t *bytes = malloc((size_t)size + 1);
    if (!bytes) abort();
    bool well = text && fair_read(text, size, bytes) &&
                sqlite3_bind_blob(query, hole, bytes, size, SQLITE_TRANSIENT) == SQLITE_OK;
    free(bytes);
    return well;
}

static bool bind_value(sqlite3_stmt *query, int hole, const json_t *value) {
    if (json_is_integer(value))
        return sqlite3_bind_int64(query, hole, json_integer_value(value)) == SQLITE_OK;
    if (json_is_real(value))
        return sqlite3_bind_double(query, hole, json_real_value(value)) == SQLITE_OK;
    if (json_is_string(value))
        return sqlite3_bind_text(query, hole, json_string_value(value), -1, SQLITE_TRANSIENT) ==
               SQLITE_OK;
    if (json_is_array(value))
        return bind_hex(query, hole, json_string_value(json_array_get(value, 0)));
    return json_is_null(value);
}

/* "INSERT OR REPLACE INTO people (id, name) VALUES (?, ?)"; NULL where a name is none of ours. */
static sqlite3_stmt *insertion(Sqlite *db, const json_t *group) {
    const char *table = json_string_value(json_object_get(group, "table"));
    const json_t *columns = json_object_get(group, "columns"), *column;
    bool known = false;
    size_t i;
    for (int t = 0; table && rows_tables[t]; t++)
        known |= strcmp(rows_tables[t], table) == 0;
    if (!known) return NULL;
    Text sql = text_grow();
    text_printf(&sql, "INSERT OR REPLACE INTO %s (", table);
    json_array_foreach(columns, i, column) {
        const char *name = json_string_value(column);
        known &= is_word(name);
        text_printf(&sql, "%s%s", i ? ", " : "", known ? name : "");
    }
    text_add(&sql, ") VALUES (");
    for (i = 0; i < json_array_size(columns); i++)
        text_add(&sql, i ? ", ?" : "?");
    text_add(&sql, ")");
    sqlite3_stmt *query = known ? sql_ask(db, sql.at, "") : NULL;
    text_free(&sql);
    return query;
}

bool rows_put(Sqlite *db, const char *text) {
    json_t *groups = json_loads(text, 0, NULL);
    const json_t *group, *row, *value;
    bool well = json_is_array(groups);
    size_t i, j, k;
    json_array_foreach(groups, i, group) {
        size_t width = json_array_size(json_object_get(group, "columns"));
        sqlite3_stmt *query = well ? insertion(db, group) : NULL;
        well = well && query;
        json_array_foreach(json_object_get(group, "rows"), j, row) {
            if (!well) break;
            sqlite3_reset(query);
            sqlite3_clear_bindings(query);
            well = json_array_size(row) == width;
            json_array_foreach(row, k, value) well = well && bind_value(query, (int)k + 1, value);
            well = well && sqlite3_step(query) == SQLITE_DONE;
        }
        sqlite3_finalize(query);
    }
    json_decref(groups);
    return well;
}
