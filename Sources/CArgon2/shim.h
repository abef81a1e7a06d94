#ifndef HEARTH_CARGON2_H
#define HEARTH_CARGON2_H
#include <argon2.h>
#endif
