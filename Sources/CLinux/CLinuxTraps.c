#define _GNU_SOURCE 1
#include "CLinux.h"
#include "CLinuxSandbox.h"

#include <ucontext.h>

// si_code of a SIGSYS that a filter sent (asm-generic/siginfo.h).
enum { FROM_FILTER = 1, FILES = 1024 };

struct kept {
    char *path;
    int descriptor;
};

static struct kept files[FILES];
static int count;

int hearth_keep_open(const char *path) {
    if (count == FILES) {
        errno = ENFILE;
        return -1;
    }
    char *copy = strdup(path);
    if (copy == NULL) return -1;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0) {
        int kept = errno;
        free(copy);
        errno = kept;
        return -1;
    }
    files[count++] = (struct kept){.path = copy, .descriptor = descriptor};
    return 0;
}

int hearth_kept_open(void) { return count; }

// Only what signal-safety(7) allows from here on; every call below is a bare system call that the filter lets through.

static int find(const char *path) {
    for (int index = 0; index < count; index++) {
        if (strcmp(files[index].path, path) == 0) return files[index].descriptor;
    }
    return -1;
}

static long open_kept(const char *path, long flags) {
    if ((flags & (O_ACCMODE | O_CREAT | O_TRUNC | O_DIRECTORY | O_PATH | O_TMPFILE)) != O_RDONLY) return -EACCES;
    int descriptor = find(path);
    if (descriptor < 0) return -EACCES;
    // A duplicate shares its offset with every other one: readers of fonts map the file or read it at once.
    long duplicate = syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, 0);
    if (duplicate < 0) return -errno;
    syscall(SYS_lseek, duplicate, 0, SEEK_SET);
    return duplicate;
}

static long look(long directory, const char *path, void *result, long flags) {
    long descriptor = path[0] == 0 && (flags & AT_EMPTY_PATH) ? directory : find(path);
    if (descriptor < 0) return -EACCES;
    return syscall(SYS_fstat, descriptor, result) == 0 ? 0 : -errno;
}

static long answer(long number, const long *arguments) {
    switch (number) {
#ifdef SYS_open
    case SYS_open: return open_kept((const char *)arguments[0], arguments[1]);
    case SYS_stat:
    case SYS_lstat: return look(-1, (const char *)arguments[0], (void *)arguments[1], 0);
    case SYS_access: return arguments[1] == R_OK && find((const char *)arguments[0]) >= 0 ? 0 : -EACCES;
#endif
    case SYS_openat: return open_kept((const char *)arguments[1], arguments[2]);
    case SYS_newfstatat:
        return look((int)arguments[0], (const char *)arguments[1], (void *)arguments[2], arguments[3]);
    case SYS_faccessat: return arguments[2] == R_OK && find((const char *)arguments[1]) >= 0 ? 0 : -EACCES;
    default: return -EACCES;
    }
}

#if defined(__x86_64__)
#define REGISTERS 1
static void read_arguments(const ucontext_t *context, long *arguments) {
    const greg_t *registers = context->uc_mcontext.gregs;
    arguments[0] = registers[REG_RDI];
    arguments[1] = registers[REG_RSI];
    arguments[2] = registers[REG_RDX];
    arguments[3] = registers[REG_R10];
}
static void write_result(ucontext_t *context, long result) { context->uc_mcontext.gregs[REG_RAX] = result; }
#elif defined(__aarch64__)
#define REGISTERS 1
static void read_arguments(const ucontext_t *context, long *arguments) {
    for (int index = 0; index < 4; index++) arguments[index] = (long)context->uc_mcontext.regs[index];
}
static void write_result(ucontext_t *context, long result) {
    context->uc_mcontext.regs[0] = (unsigned long long)result;
}
#endif

#ifdef REGISTERS
static void on_trap(int number, siginfo_t *info, void *context) {
    (void)number;
    if (info->si_code != FROM_FILTER) return;
    int kept = errno;
    long arguments[4];
    read_arguments(context, arguments);
    write_result(context, answer(info->si_syscall, arguments));
    errno = kept;
}

int hearth_answer_traps(void) {
    struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    return sigaction(SIGSYS, &action, NULL);
}
#else
int hearth_answer_traps(void) {
    errno = ENOTSUP;
    return -1;
}
#endif
