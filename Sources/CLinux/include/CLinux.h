// What the Glibc module does not export: epoll, eventfd, sendfile, accept4, openat2, renameat2, xattr …
// Variadic calls and macros become plain functions here; no logic.
//
// No _GNU_SOURCE in this header: the Glibc module is built without it, and two definitions of one C type do not
// go together. Functions that need it are declared below and defined in CLinux.c.
#ifndef HEARTH_CLINUX_H
#define HEARTH_CLINUX_H

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
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
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

/// openat2(2); glibc has no wrapper. Returns a descriptor, or -1 with errno.
int hearth_openat2(int directory, const char *path, unsigned long long flags, unsigned long long mode,
                   unsigned long long resolve);

/// Values of openat2's `resolve` (linux/openat2.h).
enum {
    HEARTH_RESOLVE_NO_XDEV = 0x01,
    HEARTH_RESOLVE_NO_MAGICLINKS = 0x02,
    HEARTH_RESOLVE_NO_SYMLINKS = 0x04,
    HEARTH_RESOLVE_BENEATH = 0x08,
};

/// O_PATH of open(2), which needs _GNU_SOURCE.
enum { HEARTH_O_PATH = 010000000 };

/// getdents64(2) into a caller's buffer; bytes written, 0 at the end, -1 with errno.
long hearth_getdents64(int directory, void *buffer, size_t length);

/// renameat2(2); flags 1 = RENAME_NOREPLACE, 2 = RENAME_EXCHANGE.
int hearth_renameat2(int from, const char *old_path, int to, const char *new_path, unsigned flags);
enum { HEARTH_RENAME_NOREPLACE = 1, HEARTH_RENAME_EXCHANGE = 2 };

/// fallocate(2); mode 1 = FALLOC_FL_KEEP_SIZE.
int hearth_fallocate(int descriptor, int mode, long long offset, long long length);
enum { HEARTH_FALLOC_KEEP_SIZE = 1 };

/// copy_file_range(2); bytes copied, or -1 with errno. The offsets are moved on.
long hearth_copy_file_range(int from, long long *from_offset, int to, long long *to_offset, size_t length);

/// The birth time of a file by statx(2): 0, or -1 with errno; `*has_birth` is 0 where the file system keeps none.
int hearth_birth_time(int directory, const char *path, int flags, long long *seconds, int *nanoseconds,
                      int *has_birth);

/// accept4(2) with SOCK_NONBLOCK | SOCK_CLOEXEC.
int hearth_accept(int listener, struct sockaddr *address, socklen_t *length);

/// pthread_setname_np(3) for the calling thread; at most 15 bytes.
int hearth_name_thread(const char *name);

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

// Files and directories; defined in CLinuxFiles.c.

/// What statx(2) tells, flat.
struct hearth_stat {
    unsigned long long inode;
    unsigned long long device;
    long long size;
    long long blocks; // of 512 bytes
    long long modified_seconds;
    long long changed_seconds;
    long long born_seconds;
    unsigned int modified_nanoseconds;
    unsigned int changed_nanoseconds;
    unsigned int born_nanoseconds;
    unsigned int mode;
    unsigned int links;
    int has_born;
    int is_mount_root; // 0 also where the kernel does not tell
};

/// statx(2) of a name in a directory, or of the descriptor itself when the name is empty (flags then hold
/// HEARTH_AT_EMPTY_PATH); 0, or -1 with errno.
int hearth_statx(int directory, const char *name, int flags, struct hearth_stat *result);
enum { HEARTH_AT_EMPTY_PATH = 0x1000 };

enum { HEARTH_FALLOC_PUNCH_HOLE = 2 };

/// lseek(2) to the next data or hole: an offset, or -1 with errno (ENXIO behind the last data).
long long hearth_seek_data(int descriptor, long long offset);
long long hearth_seek_hole(int descriptor, long long offset);

/// futimens(2) with a modification time, leaving the access time.
int hearth_set_modified(int descriptor, long long seconds, long nanoseconds);

/// syncfs(2): writes back the whole file system of a descriptor.
int hearth_syncfs(int descriptor);

/// The type number of a descriptor's file system (statfs(2), f_type); -1 with errno.
long long hearth_filesystem_type(int descriptor);

/// The text of an error number, from any thread; NULL for an unknown one.
const char *hearth_error_text(int number);

/// setfsuid(2) for the calling thread alone: tests take root's rights away with it.
void hearth_setfsuid(unsigned int user);

/// Gives the calling thread mounts of its own, which go with it: tests need root for that. 0, or -1 with errno.
int hearth_private_mounts(void);

/// mount(2); bind != 0 binds the source directory. 0, or -1 with errno.
int hearth_mount(const char *source, const char *target, const char *type, const char *options, int bind);

/// The width of the terminal behind a descriptor (TIOCGWINSZ); 0 where there is none or nobody knows.
static inline int hearth_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// Processes; defined in CLinuxProcess.c.

/// The user at the other end of a unix socket (SO_PEERCRED); 0, or -1 with errno.
int hearth_peer_uid(int socket, unsigned int *uid);

/// PR_SET_DUMPABLE 0: no core file, and no other process of the same user may look inside.
int hearth_forbid_core_dumps(void);

// Children and what is said to them; defined in CLinuxChildren.c.

/// A connected pair of stream sockets, closed by exec; 0, or -1 with errno.
int hearth_socket_pair(int *first, int *second);

/// A pipe that never blocks, closed by exec; 0, or -1 with errno.
int hearth_pipe(int *reading, int *writing);

/// sendmsg(2) without SIGPIPE; the descriptor travels with the first byte where it is not -1 (SCM_RIGHTS).
/// Bytes taken, or -1 with errno; the descriptor has gone when at least one byte has.
long hearth_send(int socket, const void *bytes, size_t length, int descriptor);

/// recvmsg(2): bytes read, 0 at the end, -1 with errno. A descriptor that came along (closed by exec) is the
/// caller's; -1 where none did.
long hearth_receive(int socket, void *bytes, size_t length, int *descriptor);

/// posix_spawn(3) with default signals, nothing open but the `count` streams (0 and up; -1 is /dev/null) and,
/// where asked for, a process group of its own. A name without a slash is looked for in $PATH; without an environment
/// it is this process's. 0, or an error number.
int hearth_spawn(const char *path, char *const *arguments, char *const *environment, const int *streams,
                 int count, int own_group, pid_t *process);

/// pidfd_open(2): readable once the process has ended; -1 with errno.
int hearth_process_descriptor(pid_t process);

#endif
