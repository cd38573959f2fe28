/* schema.c: the tables of the file, what brings an older file up to date, and the questions that
   are prepared once. */
#include "store/manners.h"
#include "store/past.h"

#include "store/inside.h"

/* Since version 6: what who runs the house did (admin.h), and whom it concerns for how long. */
#define ADMIN                                                                                      \
    "CREATE TABLE acts (key INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL,"          \
    "  act TEXT NOT NULL) STRICT;"                                                                 \
    "CREATE TABLE penalties (subject TEXT NOT NULL, kind TEXT NOT NULL, until INTEGER NOT NULL,"   \
    "  PRIMARY KEY (subject, kind)) STRICT, WITHOUT ROWID;"

/* People since version 5: an account is a person with `since`. */
#define PEOPLE                                                                                     \
    "CREATE TABLE people ("                                                                        \
    "  id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL DEFAULT 0,"        \
    "  look BLOB, stroke BLOB, password TEXT NOT NULL DEFAULT '', code BLOB,"                      \
    "  hidden INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;"                                  \
    "CREATE UNIQUE INDEX people_look ON people (look) WHERE since > 0;"                            \
    "CREATE UNIQUE INDEX people_stroke ON people (stroke) WHERE since > 0;"                        \
    "CREATE TABLE sessions ("                                                                      \
    "  session BLOB PRIMARY KEY NOT NULL, person TEXT NOT NULL REFERENCES people (id),"            \
    "  device TEXT NOT NULL DEFAULT '', way TEXT NOT NULL DEFAULT '', created INTEGER NOT NULL,"   \
    "  used INTEGER NOT NULL) STRICT, WITHOUT ROWID;"                                              \
    "CREATE INDEX sessions_person ON sessions (person);"                                           \
    "CREATE TABLE passkeys ("                                                                      \
    "  id BLOB PRIMARY KEY NOT NULL, person TEXT NOT NULL REFERENCES people (id),"                 \
    "  algorithm INTEGER NOT NULL, open BLOB NOT NULL, counter INTEGER NOT NULL,"                  \
    "  device TEXT NOT NULL, created INTEGER NOT NULL, used INTEGER NOT NULL)"                     \
    "  STRICT, WITHOUT ROWID;"                                                                     \
    "CREATE INDEX passkeys_person ON passkeys (person);"

/* What finished games say of people, since version 7 (ratings.c): made again from the journals
   where it is lost. `own`: no machine played it in his place, so that its end is his. `ended` is 0
   while a table is not over. */
#define RESULTS                                                                                    \
    "CREATE TABLE results ("                                                                       \
    "  game INTEGER NOT NULL REFERENCES tables (key), seat INTEGER NOT NULL, who TEXT NOT NULL,"   \
    "  rank INTEGER NOT NULL, points INTEGER NOT NULL, margin INTEGER NOT NULL,"                   \
    "  away INTEGER NOT NULL, feats INTEGER NOT NULL, mu REAL, sigma REAL,"                        \
    "  gain INTEGER NOT NULL, checked INTEGER NOT NULL DEFAULT 0,"                                 \
    "  bests TEXT NOT NULL DEFAULT '{}', own INTEGER NOT NULL, PRIMARY KEY (game, seat)) "         \
    "STRICT, WITHOUT ROWID;"                                                                       \
    "CREATE INDEX results_who ON results (who, game);"                                             \
    "CREATE TABLE ratings ("                                                                       \
    "  game TEXT NOT NULL, who TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,"              \
    "  played INTEGER NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (game, who))"                    \
    "  STRICT, WITHOUT ROWID;"

const char schema_new[] =
    "CREATE TABLE tables ("
    "  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    "  players INTEGER NOT NULL, options TEXT NOT NULL, title TEXT NOT NULL,"
    "  listed INTEGER NOT NULL, host TEXT NOT NULL, seed BLOB NOT NULL, created INTEGER NOT NULL,"
    "  stage TEXT NOT NULL, at INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT 0,"
    "  rated INTEGER NOT NULL DEFAULT 0, ended INTEGER NOT NULL DEFAULT 0,"
    "  seats TEXT NOT NULL DEFAULT '', clocks TEXT, due INTEGER,"
    "  series TEXT NOT NULL DEFAULT '',"
    "  round INTEGER NOT NULL DEFAULT 0, wins TEXT NOT NULL DEFAULT '',"
    "  next TEXT NOT NULL DEFAULT '', result TEXT NOT NULL DEFAULT '',"
    "  moved INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE INDEX tables_series ON tables (series) WHERE series <> '';"
    "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;"
    "CREATE TABLE house (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL)"
    "  STRICT, WITHOUT ROWID;"
    "CREATE INDEX tables_open ON tables (key) WHERE listed = 1 AND stage = 'gathering';"
    "CREATE TABLE journal ("
    "  game INTEGER NOT NULL REFERENCES tables (key), position INTEGER NOT NULL,"
    "  line TEXT NOT NULL, PRIMARY KEY (game, position)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE sitters ("
    "  person TEXT NOT NULL, game INTEGER NOT NULL REFERENCES tables (key),"
    "  place INTEGER NOT NULL DEFAULT -1, PRIMARY KEY (person, game)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX sitters_game ON sitters (game);" PEOPLE ADMIN RESULTS PAST_SCHEMA DEVICES MANNERS
        SEATED OF_PEOPLE_INDEX "PRAGMA application_id = 0x4e65676f;"
    "PRAGMA user_version = 17;";

/* What brings a store of version i + 1 to the next one. */
const char *const schema_upgrades[SCHEMA - 1] = {
    "UPDATE journal SET line = 'chat' || substr(line, 4) WHERE line LIKE 'say %';"
    "PRAGMA user_version = 2;",
    "ALTER TABLE tables ADD COLUMN at INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN seats TEXT NOT NULL DEFAULT '';"
    "PRAGMA user_version = 3;",
    "ALTER TABLE tables ADD COLUMN clocks TEXT;"
    "ALTER TABLE tables ADD COLUMN due INTEGER;"
    "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;"
    "CREATE TABLE house (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL)"
    "  STRICT, WITHOUT ROWID;"
    "PRAGMA user_version = 4;",
    "ALTER TABLE people RENAME TO guests;" PEOPLE
    "INSERT INTO people (id, name) SELECT id, name FROM guests;"
    "INSERT INTO sessions (session, person, created, used)"
    "  SELECT session, id, strftime('%s', 'now') + 0, strftime('%s', 'now') + 0 FROM guests;"
    "DROP TABLE guests;"
    "PRAGMA user_version = 5;",
    ADMIN "PRAGMA user_version = 6;",
    "ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET ended = created WHERE stage = 'over';" RESULTS "PRAGMA user_version = 7;",
    PAST_SCHEMA "PRAGMA user_version = 8;",
    /* A place is the figure before "person ID" in the seats, unless "seat FIGURE away" follows. */
    "ALTER TABLE tables ADD COLUMN series TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN round INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN wins TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN next TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN result TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET moved = created;"
    "CREATE INDEX tables_series ON tables (series) WHERE series <> '';"
    "ALTER TABLE sitters ADD COLUMN place INTEGER NOT NULL DEFAULT -1;"
    "UPDATE sitters SET place = ifnull((SELECT CASE"
    "  WHEN instr(t.seats, ' person ' || person || ' ') = 0 THEN -1"
    "  WHEN instr(t.seats, 'seat ' || substr(t.seats, instr(t.seats, ' person ' || person || ' ')"
    "   - 1, 1) || ' away ') > 0 THEN -1"
    "  ELSE CAST(substr(t.seats, instr(t.seats, ' person ' || person || ' ') - 1, 1) AS INTEGER)"
    "  END FROM tables t WHERE t.key = sitters.game), -1);"
    "PRAGMA user_version = 9;",
    DEVICES "PRAGMA user_version = 10;",
    /* Made again with all they have now. */
    "DROP TABLE results; DROP TABLE ratings;" RESULTS "PRAGMA user_version = 11;",
    MANNERS "PRAGMA user_version = 12;",
    "DROP TABLE results; DROP TABLE ratings;" RESULTS "PRAGMA user_version = 13;",
    /* Those of tables that were removed had stayed, and gone over to whichever table got the key
       next. Which ones nobody can tell any more; whoever asks for one has it made again. */
    "DELETE FROM analyses; PRAGMA user_version = 14;", SEATED "PRAGMA user_version = 15;",
    OF_PEOPLE_INDEX "PRAGMA user_version = 16;",
    "DROP TABLE results; DROP TABLE ratings;" RESULTS "PRAGMA user_version = 17;"};

const char *const schema_queries[QUERIES] = {
    [TABLE_ADD] = "INSERT INTO tables (id, game, players, options, title, listed, host, seed,"
                  " created, stage, series, round, wins, rated, key)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    [TABLE_FIND] = "SELECT t.key, " TABLE_COLUMNS ", t.clocks FROM tables t WHERE t.id = ?1",
    [TABLE_KEY] = "SELECT key, stage, (SELECT ifnull(max(position) + 1, 0) FROM journal"
                  " WHERE game = key) FROM tables WHERE id = ?1",
    [TABLE_STANDING] =
        "UPDATE tables SET stage = ?2, at = ?3, turn = ?4, seats = ifnull(?5, "
        "seats), result = ifnull(?6, result), moved = ifnull(?7, moved) WHERE key = ?1",
    [TABLE_END] = "UPDATE tables SET ended = ?2 WHERE key = ?1",
    [TABLE_TURN] = "UPDATE tables SET at = ?2, turn = ?3, moved = ?4 WHERE key = ?1",
    [TABLE_CLOCKS] = "UPDATE tables SET clocks = ?2, due = ?3 WHERE key = ?1",
    [TABLE_NEXT] = "UPDATE tables SET next = ?2 WHERE id = ?1 AND next = ''",
    [TABLE_UNLIST] = "UPDATE tables SET listed = 0 WHERE key = ?1",
    [JOURNAL_ADD] = "INSERT INTO journal (game, position, line) VALUES (?1, ?2, ?3)",
    [JOURNAL_READ] = "SELECT position, line FROM journal WHERE game = ?1 ORDER BY position",
    [SITTERS_CLEAR] = "DELETE FROM sitters WHERE game = ?1",
    [SITTERS_ADD] = "INSERT OR IGNORE INTO sitters (person, game, place) VALUES (?1, ?2, ?3)",
    [LIST_OPEN] = list_open,
    [LIST_MINE] = list_mine,
    [COUNT_MINE] = count_mine,
    [LIST_DUE] = "SELECT key, id, due FROM tables WHERE due <= ?1 AND (due, key) > (?2, ?3)"
                 " ORDER BY due, key LIMIT ?4",
    [VALUE_SAVE] = "INSERT INTO house (name, value) VALUES (?1, ?2)"
                   " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [PERSON_FIND] = "SELECT p.id, p.name, p.since > 0, s.used FROM sessions s"
                    " JOIN people p ON p.id = s.person WHERE s.session = ?1 AND s.used > ?2",
    [PERSON_SAVE] = "INSERT INTO people (id, name, look, stroke) VALUES (?1, ?2, ?3, ?4)"
                    " ON CONFLICT (id) DO UPDATE SET name = excluded.name, look = excluded.look,"
                    " stroke = excluded.stroke",
    [PERSON_LIKE] = "SELECT 1 FROM people WHERE since > 0 AND (look = ?2 OR stroke = ?3)"
                    " AND id <> ?1",
    [PERSON_ENDED] = "SELECT 1 FROM people WHERE id = ?1 AND NOT EXISTS"
                     " (SELECT 1 FROM sessions WHERE session = ?2 AND person = ?1)",
    [SESSION_SAVE] = "INSERT OR IGNORE INTO sessions (session, person, created, used)"
                     " VALUES (?1, ?2, ?3, ?3)",
    [MANNERS_OF] = "SELECT how, other, name FROM manners WHERE person = ?1"
                   " ORDER BY at DESC, other LIMIT ?2",
    [MANNERS_BY] = "SELECT 'by', person, '' FROM manners WHERE other = ?1 AND how = 'block'"
                   " ORDER BY at DESC LIMIT ?2",
    [RATING_FIND] = "SELECT mu, sigma FROM ratings WHERE game = ?1 AND who = ?2",
    [RATING_SAVE] = "INSERT INTO ratings (game, who, mu, sigma, played, won)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (game, who) DO UPDATE SET"
                    " mu = ?3, sigma = ?4, played = played + ?5, won = won + ?6",
    [RESULT_ADD] = "INSERT INTO results (game, seat, who, rank, points, margin, away, feats,"
                   " mu, sigma, gain, checked, bests, own) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
                   " nullif(?9, 0), nullif(?10, 0), ?11, ?12, ?13, ?14)",
};
