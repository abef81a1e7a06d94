#ifndef HEARTH_CAVFORMAT_H
#define HEARTH_CAVFORMAT_H

#include <libavformat/avformat.h>

#endif
