// What a process needs to give up its rights: namespaces, capabilities, landlock, and the answers to system calls that a
// seccomp filter turned into SIGSYS. Defined in CLinuxSandbox.c, CLinuxLandlock.c and CLinuxTraps.c.
//
// Signal handlers are C, because nothing of Swift's runtime may run in one.
#ifndef HEARTH_CLINUX_SANDBOX_H
#define HEARTH_CLINUX_SANDBOX_H

#include <stddef.h>
#include <sys/types.h>

/// Namespaces of unshare(2).
enum {
    HEARTH_NEW_IPC = 0x08000000,
    HEARTH_NEW_USER = 0x10000000,
    HEARTH_NEW_NETWORK = 0x40000000,
};

/// Limits of setrlimit(2) that glibc shows only with _DEFAULT_SOURCE.
enum { HEARTH_RLIMIT_NPROC = 6, HEARTH_RLIMIT_MEMLOCK = 8, HEARTH_RLIMIT_MSGQUEUE = 12 };

/// unshare(2); a new user namespace can be had only before the first thread. 0, or -1 with errno.
int hearth_unshare(int flags);

/// close_range(2) from a descriptor to the last one there can be; 0, or -1 with errno.
int hearth_close_from(unsigned int first);

/// Empties every set of capabilities, the bounding set where that is allowed. 0, or -1 with errno.
int hearth_drop_capabilities(void);

/// PR_SET_NO_NEW_PRIVS: no program started from now on gains anything. 0, or -1 with errno.
int hearth_no_new_privileges(void);

/// Leaves root for a user and a group without any others; 0, or -1 with errno.
int hearth_become(unsigned int user, unsigned int group);

/// The size of stacks of threads that are started from now on; 0, or an error number.
int hearth_set_thread_stack(size_t bytes);

/// malloc_trim(3): gives free memory back to the system.
void hearth_trim_heap(void);

/// The version of landlock that the kernel speaks; -1 with errno where it has none.
int hearth_landlock_version(void);

/// Takes from every thread of this process the right to open, make, remove or run any file, and, by the kernel's
/// version of landlock, to bind and connect TCP sockets, and to reach abstract sockets and processes outside.
///
/// Descriptors that are open stay usable. Landlock knows threads only: each gets a signal and restricts itself.
/// 0, or -1 with errno (ETIMEDOUT: a thread did not answer); some threads may be restricted then.
int hearth_landlock_all_threads(void);

/// Keeps a file open under its path for ``hearth_answer_traps``: a program that opens this path for reading, after a
/// filter has turned the system call into SIGSYS, gets a duplicate of the descriptor.
///
/// Before the first trap only, from one thread. 0, or -1 with errno (ENFILE: the table is full).
int hearth_keep_open(const char *path);

/// How many files are kept open.
int hearth_kept_open(void);

/// Answers SIGSYS of a filter's SECCOMP_RET_TRAP: opening or looking at a file that is kept open works, looking at a
/// descriptor by an empty path works, everything else ends with EACCES. 0, or -1 with errno; ENOTSUP on machines whose
/// registers are not known here.
int hearth_answer_traps(void);

#endif
