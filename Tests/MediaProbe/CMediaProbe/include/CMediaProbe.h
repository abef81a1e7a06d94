// What an evil file would try once it runs code inside the child. Each attempt is one function.
#ifndef HEARTH_CMEDIAPROBE_H
#define HEARTH_CMEDIAPROBE_H

#include <stddef.h>

/// One attempt.
struct media_attempt {
    const char *name;
    /// Below zero: the error's number, negative. Else it worked, in part at least.
    long (*run)(void);
    /// Whether it works for root without any lockdown, and does no harm then.
    int works_for_root;
};

/// All attempts; the last one's name is NULL.
const struct media_attempt *media_attempts(void);

/// What has to be there before the lockdown: a file that is open for writing at a fixed descriptor, another that is kept
/// open by its path. 0, or -1.
int media_probe_prepare(void);

/// Takes the means of a lockdown away from this process and what it starts; `names` holds "seccomp", "landlock" or
/// "namespaces", separated by commas. 0, or -1.
int media_probe_deny(const char *names);

/// Starts a thread that waits for ``media_probe_on_thread``; 0, or an error number.
int media_probe_start_thread(void);

/// Makes one attempt on that thread.
long media_probe_on_thread(long (*run)(void));

/// The file that ``media_probe_prepare`` makes, readable by everyone. Whoever started the program removes it, and one
/// beside it whose name ends with `-made`.
const char *media_probe_path(void);

#endif
