#ifndef HEARTH_CSQLITE_H
#define HEARTH_CSQLITE_H
#include <sqlite3.h>
#endif
