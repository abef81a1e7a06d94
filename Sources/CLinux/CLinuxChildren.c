#define _GNU_SOURCE 1
#include "CLinux.h"

#include <spawn.h>

int hearth_socket_pair(int *first, int *second) {
    int both[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) != 0) return -1;
    *first = both[0];
    *second = both[1];
    return 0;
}

int hearth_pipe(int *reading, int *writing) {
    int both[2];
    if (pipe2(both, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    *reading = both[0];
    *writing = both[1];
    return 0;
}

long hearth_send(int socket, const void *bytes, size_t length, int descriptor) {
    struct iovec piece = {.iov_base = (void *)bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

long hearth_receive(int socket, void *bytes, size_t length, int *descriptor) {
    struct iovec piece = {.iov_base = bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    message.msg_control = control.bytes;
    // Not CMSG_SPACE: its padding has room for a second descriptor, which nobody here would ever close.
    message.msg_controllen = CMSG_LEN(sizeof(int));
    *descriptor = -1;
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0) return count;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        // The room is for one; more than that the kernel has already closed (MSG_CTRUNC).
        if (header->cmsg_len >= CMSG_LEN(sizeof(int))) memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    }
    return count;
}

int hearth_spawn(const char *path, char *const *arguments, char *const *environment, const int *streams,
                 int count, int own_group, pid_t *process) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    int error = posix_spawnattr_init(&attributes);
    if (error != 0) return error;
    error = posix_spawn_file_actions_init(&files);
    if (error != 0) {
        posix_spawnattr_destroy(&attributes);
        return error;
    }
    if (!environment) environment = environ;
    // The signals that this process waits for, and those it ignores, are no business of the other one.
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (own_group) flags |= POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(&attributes, flags);
    for (int number = 0; error == 0 && number < count; number++) {
        // One stream must not be put where another one still has to be taken from.
        if (streams[number] >= 0 && streams[number] < number) error = EINVAL;
        if (error != 0) break;
        // dup2 onto itself clears the flag that would close it (posix_spawn(3p)).
        error = streams[number] >= 0 ? posix_spawn_file_actions_adddup2(&files, streams[number], number)
                                     : posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_RDWR, 0);
    }
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&files, count);
    if (error == 0) {
        error = strchr(path, '/') ? posix_spawn(process, path, &files, &attributes, arguments, environment)
                                  : posix_spawnp(process, path, &files, &attributes, arguments, environment);
    }
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error;
}

int hearth_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
