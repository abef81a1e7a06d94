#ifndef HEARTH_CDEFLATE_H
#define HEARTH_CDEFLATE_H
#include <libdeflate.h>
#endif
