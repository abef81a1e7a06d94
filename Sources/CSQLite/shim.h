// SQLite's variadic calls and cast macros, which Swift cannot use; no logic.
#ifndef HEARTH_CSQLITE_H
#define HEARTH_CSQLITE_H
#include <sqlite3.h>

/// sqlite3_bind_text64 with a copy of the bytes; no address is the empty text, not NULL.
static inline int hearth_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
    return sqlite3_bind_text64(statement, index, text ? text : "", length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// sqlite3_bind_blob64 with a copy of the bytes.
static inline int hearth_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
    return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/// SQLITE_DBCONFIG_DEFENSIVE: plain SQL cannot corrupt the file.
static inline int hearth_sqlite_defensive(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
#endif
