#ifndef HEARTH_CSECCOMP_H
#define HEARTH_CSECCOMP_H

#include <seccomp.h>

#endif
