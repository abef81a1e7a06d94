#define _GNU_SOURCE 1
#include "CLinux.h"
#include "CLinuxSandbox.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>

// Of linux/landlock.h, which older systems do not have. The calls' numbers are the same on every architecture.
enum { CREATE_RULESET = 444, RESTRICT_SELF = 446, ASK_VERSION = 1 };

struct rights {
    uint64_t files;
    uint64_t network; // from version 4
    uint64_t scopes;  // from version 6
};

int hearth_landlock_version(void) { return (int)syscall(CREATE_RULESET, NULL, 0, ASK_VERSION); }

// A set of rules without a single rule: whatever it handles is denied.
static int open_ruleset(int version) {
    struct rights all = {.files = (UINT64_C(1) << 13) - 1};       // all of version 1
    if (version >= 2) all.files |= UINT64_C(1) << 13;             // REFER
    if (version >= 3) all.files |= UINT64_C(1) << 14;             // TRUNCATE
    if (version >= 5) all.files |= UINT64_C(1) << 15;             // IOCTL_DEV
    if (version >= 4) all.network = 3;                            // BIND_TCP, CONNECT_TCP
    if (version >= 6) all.scopes = 3;                             // abstract sockets, signals
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    return (int)syscall(CREATE_RULESET, &all, size, 0);
}

static int ruleset = -1;
static atomic_int failure;
static sem_t answered;

static int restrict_caller(void) {
    // A thread that was there before no_new_privs was set would not have it.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return syscall(RESTRICT_SELF, ruleset, 0) == 0 ? 0 : errno;
}

static void on_signal(int number) {
    (void)number;
    int kept = errno;
    int result = restrict_caller();
    if (result != 0) atomic_store(&failure, result);
    sem_post(&answered);
    errno = kept;
}

enum { THREADS = 256, SECONDS = 10 };

// Sends the signal to every thread that is not yet among the seen ones; their number, or -1 with errno.
static int signal_new_threads(int signal_number, pid_t *seen, int *seen_count) {
    DIR *tasks = opendir("/proc/self/task");
    if (tasks == NULL) return -1;
    int sent = 0, overflow = 0;
    for (struct dirent *entry = readdir(tasks); entry != NULL; entry = readdir(tasks)) {
        pid_t thread = (pid_t)atoi(entry->d_name);
        int known = thread <= 0 || thread == (pid_t)syscall(SYS_gettid);
        for (int index = 0; index < *seen_count && !known; index++) known = seen[index] == thread;
        if (known) continue;
        if (*seen_count == THREADS) {
            overflow = 1;
            break;
        }
        seen[(*seen_count)++] = thread;
        // A thread that has ended meanwhile needs no rules.
        if (syscall(SYS_tgkill, getpid(), thread, signal_number) == 0) sent++;
    }
    closedir(tasks);
    if (overflow) {
        errno = EAGAIN;
        return -1;
    }
    return sent;
}

static int restrict_others(int signal_number) {
    pid_t seen[THREADS];
    int seen_count = 0;
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += SECONDS;
    for (;;) {
        // A thread that starts while others restrict themselves comes of a restricted one, or is found next time.
        int before = seen_count;
        int sent = signal_new_threads(signal_number, seen, &seen_count);
        if (sent < 0) return -1;
        if (seen_count == before) return 0;
        for (; sent > 0; sent--) {
            int result;
            do result = sem_timedwait(&answered, &end);
            while (result != 0 && errno == EINTR);
            if (result != 0) return -1;
        }
    }
}

int hearth_landlock_all_threads(void) {
    int version = hearth_landlock_version();
    if (version < 1) return -1;
    ruleset = open_ruleset(version);
    if (ruleset < 0) return -1;
    int signal_number = SIGRTMAX - 1;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, old;
    sigfillset(&action.sa_mask);
    sem_init(&answered, 0, 0);
    int result = sigaction(signal_number, &action, &old);
    // The others first: afterwards this thread could not list them.
    if (result == 0) result = restrict_others(signal_number);
    if (result == 0) {
        int own = restrict_caller();
        if (own == 0) own = atomic_load(&failure);
        if (own != 0) {
            errno = own;
            result = -1;
        }
        // Kept after a failure: a signal that comes late must find the handler.
        sigaction(signal_number, &old, NULL);
    }
    int kept = errno;
    close(ruleset);
    errno = kept;
    return result;
}
