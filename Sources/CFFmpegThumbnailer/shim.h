#ifndef HEARTH_CFFMPEGTHUMBNAILER_H
#define HEARTH_CFFMPEGTHUMBNAILER_H

#include <libffmpegthumbnailer/videothumbnailerc.h>

#endif
