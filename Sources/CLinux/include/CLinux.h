// What the Glibc module does not export: epoll, eventfd, sendfile, accept4, openat2, renameat2, xattr …
// Variadic calls and macros become static inline functions here; no logic.
#ifndef HEARTH_CLINUX_H
#define HEARTH_CLINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

/// openat2(2); glibc has no wrapper. Returns a descriptor, or -1 with errno.
static inline int hearth_openat2(int directory, const char *path, unsigned long long flags,
                                 unsigned long long mode, unsigned long long resolve) {
    struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

/// getdents64(2) into a caller's buffer; bytes written, 0 at the end, -1 with errno.
static inline long hearth_getdents64(int directory, void *buffer, size_t length) {
    return syscall(SYS_getdents64, directory, buffer, length);
}

/// ioctl(FICLONE): shares the source's extents with the destination; -1 with errno.
static inline int hearth_ficlone(int destination, int source) { return ioctl(destination, FICLONE, source); }

/// open(2) with its mode argument, which Swift cannot call as a variadic function.
static inline int hearth_openat(int directory, const char *path, int flags, mode_t mode) {
    return openat(directory, path, flags, mode);
}

/// fcntl(2) with an integer argument.
static inline int hearth_fcntl(int descriptor, int command, int argument) {
    return fcntl(descriptor, command, argument);
}

#endif
