#define _GNU_SOURCE 1
#include "CLinux.h"

#include <linux/openat2.h>

_Static_assert(HEARTH_O_PATH == O_PATH, "O_PATH");
_Static_assert(HEARTH_RESOLVE_BENEATH == RESOLVE_BENEATH, "RESOLVE_BENEATH");
_Static_assert(HEARTH_RESOLVE_NO_MAGICLINKS == RESOLVE_NO_MAGICLINKS, "RESOLVE_NO_MAGICLINKS");
_Static_assert(HEARTH_RESOLVE_NO_SYMLINKS == RESOLVE_NO_SYMLINKS, "RESOLVE_NO_SYMLINKS");
_Static_assert(HEARTH_RESOLVE_NO_XDEV == RESOLVE_NO_XDEV, "RESOLVE_NO_XDEV");

int hearth_openat2(int directory, const char *path, unsigned long long flags, unsigned long long mode,
                   unsigned long long resolve) {
    struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

long hearth_getdents64(int directory, void *buffer, size_t length) {
    return syscall(SYS_getdents64, directory, buffer, length);
}

int hearth_renameat2(int from, const char *old_path, int to, const char *new_path, unsigned flags) {
    return renameat2(from, old_path, to, new_path, flags);
}

int hearth_fallocate(int descriptor, int mode, long long offset, long long length) {
    return fallocate(descriptor, mode, offset, length);
}

long hearth_copy_file_range(int from, long long *from_offset, int to, long long *to_offset, size_t length) {
    off64_t source = *from_offset, target = *to_offset;
    ssize_t copied = copy_file_range(from, &source, to, &target, length, 0);
    *from_offset = source;
    *to_offset = target;
    return copied;
}

int hearth_birth_time(int directory, const char *path, int flags, long long *seconds, int *nanoseconds,
                      int *has_birth) {
    struct statx info;
    if (statx(directory, path, flags, STATX_BTIME, &info) != 0) return -1;
    *has_birth = (info.stx_mask & STATX_BTIME) != 0;
    *seconds = info.stx_btime.tv_sec;
    *nanoseconds = (int)info.stx_btime.tv_nsec;
    return 0;
}

int hearth_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int hearth_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }
