#define _GNU_SOURCE 1
#include "CLinux.h"

#include <linux/stat.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/vfs.h>

int hearth_statx(int directory, const char *name, int flags, struct hearth_stat *result) {
    struct statx raw;
    if (statx(directory, name, flags, STATX_BASIC_STATS | STATX_BTIME, &raw) != 0) return -1;
    result->inode = raw.stx_ino;
    result->device = ((unsigned long long)raw.stx_dev_major << 32) | raw.stx_dev_minor;
    result->size = (long long)raw.stx_size;
    result->blocks = (long long)raw.stx_blocks;
    result->modified_seconds = raw.stx_mtime.tv_sec;
    result->modified_nanoseconds = raw.stx_mtime.tv_nsec;
    result->changed_seconds = raw.stx_ctime.tv_sec;
    result->changed_nanoseconds = raw.stx_ctime.tv_nsec;
    result->born_seconds = raw.stx_btime.tv_sec;
    result->born_nanoseconds = raw.stx_btime.tv_nsec;
    result->mode = raw.stx_mode;
    result->links = raw.stx_nlink;
    result->has_born = (raw.stx_mask & STATX_BTIME) != 0;
    result->is_mount_root = (raw.stx_attributes & 0x2000U /* STATX_ATTR_MOUNT_ROOT */) != 0;
    return 0;
}

long long hearth_seek_data(int descriptor, long long offset) { return lseek64(descriptor, offset, SEEK_DATA); }

long long hearth_seek_hole(int descriptor, long long offset) { return lseek64(descriptor, offset, SEEK_HOLE); }

int hearth_set_modified(int descriptor, long long seconds, long nanoseconds) {
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = seconds, .tv_nsec = nanoseconds}};
    return futimens(descriptor, times);
}

int hearth_syncfs(int descriptor) { return syncfs(descriptor); }

long long hearth_filesystem_type(int descriptor) {
    struct statfs raw;
    if (fstatfs(descriptor, &raw) != 0) return -1;
    return (long long)raw.f_type;
}

const char *hearth_error_text(int number) { return strerrordesc_np(number); }

void hearth_setfsuid(unsigned int user) { syscall(SYS_setfsuid, user); }

int hearth_private_mounts(void) {
    if (unshare(CLONE_NEWNS) != 0) return -1;
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
}

int hearth_mount(const char *source, const char *target, const char *type, const char *options, int bind) {
    return mount(source, target, type, bind ? MS_BIND : 0, options);
}
