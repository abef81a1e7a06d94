#ifndef HEARTH_CQRENCODE_H
#define HEARTH_CQRENCODE_H
#include <qrencode.h>
#endif
