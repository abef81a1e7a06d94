#ifndef HEARTH_CFONTCONFIG_H
#define HEARTH_CFONTCONFIG_H

#include <fontconfig/fontconfig.h>

#endif
