#include "attempts.h"

#include <dirent.h>
#include <linux/openat2.h>
#include <sys/inotify.h>
#include <sys/statfs.h>
#include <sys/xattr.h>

static const char *const secret = "/etc/passwd";

// A name beside the file that is kept open.
static const char *made_path(void) {
    static char path[128];
    snprintf(path, sizeof path, "%s-made", media_probe_path());
    return path;
}

ATTEMPT(open) { return outcome(open(secret, O_RDONLY)); }
ATTEMPT(open_libc) {
    FILE *file = fopen(secret, "r");
    return file == NULL ? -errno : 0;
}
#ifdef SYS_open
ATTEMPT(open_bare) { return outcome(syscall(SYS_open, secret, O_RDONLY)); }
ATTEMPT(creat) { return outcome(syscall(SYS_creat, made_path(), 0600)); }
#else
ATTEMPT(open_bare) { return attempt_open(); }
ATTEMPT(creat) { return outcome(creat(made_path(), 0600)); }
#endif
ATTEMPT(openat2) {
    struct open_how how = {.flags = O_RDONLY};
    return outcome(syscall(SYS_openat2, AT_FDCWD, secret, &how, sizeof how));
}
ATTEMPT(open_path) { return outcome(open(secret, O_PATH)); }
ATTEMPT(open_directory) { return outcome(open("/", O_RDONLY | O_DIRECTORY)); }
ATTEMPT(open_nameless) { return outcome(open("/tmp", O_TMPFILE | O_RDWR, 0600)); }
ATTEMPT(open_own_memory) { return outcome(open("/proc/self/mem", O_RDWR)); }
ATTEMPT(open_parents_memory) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    return outcome(open(path, O_RDONLY));
}
ATTEMPT(open_again) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", WRITABLE);
    return outcome(open(path, O_RDWR));
}
ATTEMPT(open_kept_for_writing) { return outcome(open(media_probe_path(), O_RDWR)); }
ATTEMPT(open_kept_and_truncate) { return outcome(open(media_probe_path(), O_RDONLY | O_TRUNC)); }
ATTEMPT(open_kept_otherwise) {
    char path[128];
    snprintf(path, sizeof path, "/tmp/../%s", media_probe_path());
    return outcome(open(path, O_RDONLY));
}
ATTEMPT(open_by_handle) {
    struct {
        struct file_handle head;
        char bytes[128];
    } handle = {.head = {.handle_bytes = 128}};
    int mount = 0;
    if (name_to_handle_at(AT_FDCWD, secret, &handle.head, &mount, 0) != 0) return -errno;
    return outcome(open_by_handle_at(AT_FDCWD, &handle.head, O_RDONLY));
}
#if defined(__x86_64__)
// The same call by the entry of 32-bit programs, which a filter that looks at numbers alone would let through.
ATTEMPT(open_as_32_bit) {
    static char path[] = "/etc/passwd";
    void *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (low == MAP_FAILED) return -errno;
    memcpy(low, path, sizeof path);
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(5L), "b"(low), "c"(0L), "d"(0L) : "memory", "r8", "r9",
                     "r10", "r11");
    return result;
}
ATTEMPT(open_as_x32) { return outcome(syscall(0x40000000 + SYS_open, secret, O_RDONLY)); }
#else
ATTEMPT(open_as_32_bit) { return -ENOSYS; }
ATTEMPT(open_as_x32) { return -ENOSYS; }
#endif
ATTEMPT(list_directory) {
    DIR *directory = opendir("/tmp");
    return directory == NULL ? -errno : 0;
}
ATTEMPT(look) {
    struct stat info;
    return outcome(stat(secret, &info));
}
ATTEMPT(look_by_statx) {
    struct statx info;
    return outcome(statx(AT_FDCWD, secret, 0, STATX_BASIC_STATS, &info));
}
ATTEMPT(ask_access) { return outcome(access(secret, R_OK)); }
ATTEMPT(read_link) {
    char target[256];
    return outcome(readlink("/proc/self/exe", target, sizeof target));
}
ATTEMPT(read_attribute) {
    char value[16];
    long result = outcome(getxattr(secret, "user.none", value, sizeof value));
    return result == -ENODATA || result == -EOPNOTSUPP ? 0 : result;
}
ATTEMPT(ask_space) {
    struct statfs info;
    return outcome(statfs("/tmp", &info));
}
ATTEMPT(watch) { return outcome(inotify_init1(0)); }
ATTEMPT(make_directory) { return outcome(mkdir(made_path(), 0700)); }
ATTEMPT(make_pipe_file) { return outcome(mknod(made_path(), S_IFIFO | 0600, 0)); }
ATTEMPT(make_link) { return outcome(symlink("/etc", made_path())); }
ATTEMPT(make_hard_link) { return outcome(link(media_probe_path(), made_path())); }
ATTEMPT(move) { return outcome(rename(media_probe_path(), made_path())); }
ATTEMPT(remove) { return outcome(unlink(media_probe_path())); }
ATTEMPT(change_mode) { return outcome(chmod(media_probe_path(), 0644)); }
ATTEMPT(change_owner) { return outcome(chown(media_probe_path(), getuid(), getgid())); }
ATTEMPT(change_times) { return outcome(utimensat(AT_FDCWD, media_probe_path(), NULL, 0)); }
ATTEMPT(cut_by_path) { return outcome(truncate(media_probe_path(), 0)); }
ATTEMPT(write_open) { return outcome(write(WRITABLE, "x", 1)); }
ATTEMPT(write_at) { return outcome(pwrite(WRITABLE, "x", 1, 0)); }
ATTEMPT(write_map) {
    char *map = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, WRITABLE, 0);
    if (map == MAP_FAILED) return -errno;
    *map = 'y';
    return 0;
}
ATTEMPT(cut_open) { return outcome(ftruncate(WRITABLE, 0)); }
ATTEMPT(grow_open) { return outcome(ftruncate(WRITABLE, 1 << 20)); }
ATTEMPT(reserve) { return outcome(fallocate(WRITABLE, 0, 0, 1 << 20)); }
// The log is the one thing besides the socket that can be written to; where it is a file it must not grow.
ATTEMPT(grow_log) {
    static char bytes[4096];
    return outcome(write(STDERR_FILENO, bytes, sizeof bytes));
}
ATTEMPT(file_in_memory) { return outcome(memfd_create("probe", 0)); }
ATTEMPT(leave_root_directory) { return outcome(chroot("/")); }
ATTEMPT(change_directory) { return outcome(chdir("/tmp")); }
