/* reports.c: what people told who runs the house, for `negoce admin`. */
#include <stdlib.h>

#include "store/ask.h"
#include "store/manners.h"

bool manners_reports(Sqlite *db, bool all, Text *out) {
    sqlite3_stmt *query =
        sql_ask(db,
                "SELECT key, CASE closed WHEN 1 THEN 'closed' ELSE 'open' END,"
                " datetime(at, 'unixepoch'), place, author, against, name, words FROM reports"
                " WHERE closed = 0 OR ?1 ORDER BY key",
                "i", (int64_t)all);
    return manners_rows(query, 8, out) == STORE_DONE;
}

Reason manners_close(Sqlite *db, const char *number) {
    char *end;
    long long key = strtoll(number, &end, 10);
    if (end == number || *end) return REFUSED(N_("a report is named by its number"));
    StoreResult result =
        sql_run(db, sql_ask(db, "UPDATE reports SET closed = 1 WHERE key = ?1 AND closed = 0", "i",
                            (int64_t)key));
    if (result == STORE_FAILED) return REFUSED(N_("the store could not keep this"));
    return result == STORE_DONE ? ALLOWED : REFUSED(N_("there is no open report of this number"));
}
