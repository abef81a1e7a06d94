#ifndef HEARTH_CUTF8PROC_H
#define HEARTH_CUTF8PROC_H
#include <utf8proc.h>
#endif
