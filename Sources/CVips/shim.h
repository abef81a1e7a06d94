#ifndef HEARTH_CVIPS_H
#define HEARTH_CVIPS_H

#include <vips/vips.h>

#endif
