#include "attempts.h"

#include <linux/netlink.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

ATTEMPT(socket_inet) { return outcome(socket(AF_INET, SOCK_STREAM, 0)); }
ATTEMPT(socket_inet6) { return outcome(socket(AF_INET6, SOCK_DGRAM, 0)); }
ATTEMPT(socket_unix) { return outcome(socket(AF_UNIX, SOCK_STREAM, 0)); }
ATTEMPT(socket_netlink) { return outcome(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE)); }
ATTEMPT(socket_packet) { return outcome(socket(AF_PACKET, SOCK_RAW, 0)); }
ATTEMPT(socket_pair) {
    int ends[2];
    return outcome(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
}
ATTEMPT(connect) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/nowhere"};
    long result = outcome(connect(3, (struct sockaddr *)&address, sizeof address));
    return result == -ENOENT || result == -EISCONN || result == -ENOTSOCK || result == -EBADF ? 0 : result;
}
ATTEMPT(listen) {
    long result = outcome(listen(3, 1));
    return result == -EINVAL || result == -ENOTSOCK || result == -EBADF ? 0 : result;
}

// Wrong arguments that a kernel would complain about tell that the call got that far; nothing is changed then.
static long reached(long result, int complaint) {
    result = outcome(result);
    return result == -complaint ? 0 : result;
}

ATTEMPT(mount) { return outcome(mount("none", "/tmp/hearth-media-probe-none", "tmpfs", 0, NULL)); }
ATTEMPT(unmount) { return reached(umount2("/tmp/hearth-media-probe-none", 0), ENOENT); }
ATTEMPT(open_tree) { return outcome(syscall(SYS_open_tree, AT_FDCWD, "/", 0)); }
ATTEMPT(open_file_system) { return outcome(syscall(SYS_fsopen, "tmpfs", 0)); }
ATTEMPT(new_namespace) { return outcome(unshare(CLONE_NEWUSER)); }
ATTEMPT(enter_namespace) { return reached(setns(WRITABLE, 0), EINVAL); }
ATTEMPT(change_root) { return reached(syscall(SYS_pivot_root, "/nowhere", "/nowhere"), ENOENT); }
ATTEMPT(ring) {
    char parameters[256] = {0};
    return outcome(syscall(SYS_io_uring_setup, 1, parameters));
}
ATTEMPT(bpf) { return reached(syscall(SYS_bpf, -1, NULL, 0), EINVAL); }
ATTEMPT(fault_handler) { return outcome(syscall(SYS_userfaultfd, 1 /* UFFD_USER_MODE_ONLY */)); }
ATTEMPT(performance) { return reached(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0), EFAULT); }
ATTEMPT(keyring) { return outcome(syscall(SYS_keyctl, 0 /* KEYCTL_GET_KEYRING_ID */, -3, 0)); }
ATTEMPT(load_module) { return reached(syscall(SYS_init_module, NULL, 0, ""), ENOEXEC); }
ATTEMPT(load_kernel) { return reached(syscall(SYS_kexec_load, 0, 0, NULL, ~0UL), EINVAL); }
ATTEMPT(restart_machine) { return reached(syscall(SYS_reboot, 0, 0, 0, NULL), EINVAL); }
ATTEMPT(kernel_log) { return outcome(syscall(SYS_syslog, 10 /* SYSLOG_ACTION_SIZE_BUFFER */, NULL, 0)); }
ATTEMPT(set_clock) { return reached(clock_settime(99, &(struct timespec){0}), EINVAL); }
ATTEMPT(rename_machine) { return reached(syscall(SYS_sethostname, NULL, 1), EFAULT); }
ATTEMPT(shared_memory) {
    int made = shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT);
    return made < 0 ? -errno : outcome(shmctl(made, IPC_RMID, NULL));
}
ATTEMPT(message_queue) {
    int made = msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
    return made < 0 ? -errno : outcome(msgctl(made, IPC_RMID, NULL));
}
ATTEMPT(second_filter) { return outcome(syscall(SYS_seccomp, 2 /* SECCOMP_GET_ACTION_AVAIL */, 0, &(uint32_t){0})); }
ATTEMPT(terminal) {
    // TIOCSTI would type into the terminal that started the server.
    long result = outcome(syscall(SYS_ioctl, 0, 0x5412, "x"));
    return result == -ENOTTY ? -EACCES : result;
}

ATTEMPT(memory) {
    // 4 GiB: more than the limit allows, and less than this machine promises.
    for (int count = 0; count < 256; count++) {
        char *block = mmap(NULL, 16 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (block == MAP_FAILED) return count < 32 ? -errno : count;
        *block = 1;
    }
    return 256;
}
ATTEMPT(memory_of_heap) {
    for (int count = 0; count < 1024; count++) {
        char *block = malloc(1 << 20);
        if (block == NULL) return count < 512 ? -errno : count;
        *block = 1;
    }
    return 1024;
}
ATTEMPT(memory_made_writable) {
    char *map = mmap(NULL, 1 << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return map == MAP_FAILED ? -errno : outcome(mprotect(map, 1 << 30, PROT_READ | PROT_WRITE));
}
ATTEMPT(memory_shared) {
    void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return map == MAP_FAILED ? -errno : 0;
}
ATTEMPT(memory_grown) {
    void *map = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) return -errno;
    return mremap(map, 1 << 20, 1 << 30, MREMAP_MAYMOVE) == MAP_FAILED ? -errno : 0;
}
ATTEMPT(memory_locked) { return outcome(mlockall(MCL_CURRENT)); }
ATTEMPT(memory_with_code) {
    void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return map == MAP_FAILED ? -errno : 0;
}
ATTEMPT(memory_turned_to_code) {
    void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return map == MAP_FAILED ? -errno : outcome(mprotect(map, 4096, PROT_READ | PROT_EXEC));
}
ATTEMPT(descriptors) {
    for (int count = 0; count < 1000; count++) {
        if (dup(0) < 0) return count < 100 ? -errno : count;
    }
    return 1000;
}
ATTEMPT(processor) {
    volatile unsigned long turns = 0;
    struct timespec used;
    do {
        for (int turn = 0; turn < 1000000; turn++) turns++;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    } while (used.tv_sec < 10);
    return 0;
}

static void *sleep_for_ever(void *nothing) {
    for (;;) sleep(1000);
    return nothing;
}
ATTEMPT(threads) {
    for (int count = 0; count < 500; count++) {
        pthread_t thread;
        int result = pthread_create(&thread, NULL, sleep_for_ever, NULL);
        if (result != 0) return count < 200 ? -result : count;
    }
    return 500;
}
