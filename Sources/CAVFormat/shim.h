// libavformat and the two libraries under it, with what Swift cannot see of them: macros and variadic calls.
#ifndef HEARTH_CAVFORMAT_H
#define HEARTH_CAVFORMAT_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/pixdesc.h>

/// The end of a file or of a stream.
static inline int hearth_av_end(void) { return AVERROR_EOF; }
/// More input, or more output first.
static inline int hearth_av_again(void) { return AVERROR(EAGAIN); }
/// Reading failed.
static inline int hearth_av_io(void) { return AVERROR(EIO); }
/// Nothing may be opened.
static inline int hearth_av_refused(void) { return AVERROR(EPERM); }
/// No memory, or more than one allocation may take.
static inline int hearth_av_memory(void) { return AVERROR(ENOMEM); }
/// A time that is not known.
static inline int64_t hearth_av_no_time(void) { return AV_NOPTS_VALUE; }

#endif
