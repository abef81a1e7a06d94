#include "attempts.h"

#include <linux/sched.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

extern char **environ;
static char *const arguments[] = {"true", NULL};

// A child that came to be ends at once; its parent reports it.
static long born(long process) {
    if (process == 0) _exit(0);
    if (process > 0) waitpid((pid_t)process, NULL, 0);
    return outcome(process);
}

ATTEMPT(fork) { return born(fork()); }
#ifdef SYS_fork
ATTEMPT(fork_bare) { return born(syscall(SYS_fork)); }
#else
ATTEMPT(fork_bare) { return attempt_fork(); }
#endif
ATTEMPT(vfork) { return born(vfork()); }
ATTEMPT(clone) { return born(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
ATTEMPT(clone3) {
    struct clone_args options = {.exit_signal = SIGCHLD};
    return born(syscall(SYS_clone3, &options, sizeof options));
}
// A thread with more than a thread needs: a kernel would say EINVAL for the first, and give the second a namespace.
ATTEMPT(clone_thread_that_stops_parent) {
    return outcome(syscall(SYS_clone, CLONE_THREAD | CLONE_VFORK, 0, 0, 0, 0));
}
ATTEMPT(clone_with_namespace) { return born(syscall(SYS_clone, SIGCHLD | CLONE_NEWUSER, 0, 0, 0, 0)); }
ATTEMPT(spawn) {
    pid_t process;
    int result = posix_spawn(&process, "/bin/true", NULL, NULL, arguments, environ);
    if (result == 0) waitpid(process, NULL, 0);
    return -result;
}
ATTEMPT(system) {
    int result = system("exit 3");
    if (WIFEXITED(result) && WEXITSTATUS(result) == 3) return 0;
    return result < 0 ? -errno : -EACCES;
}
ATTEMPT(execute) { return outcome(execv("/bin/true", arguments)); }
ATTEMPT(execute_open) { return outcome(syscall(SYS_execveat, WRITABLE, "", arguments, environ, AT_EMPTY_PATH)); }

ATTEMPT(trace_me) { return outcome(ptrace(PTRACE_TRACEME, 0, NULL, NULL)); }
ATTEMPT(trace_parent) {
    long result = outcome(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL));
    if (result == 0) ptrace(PTRACE_DETACH, getppid(), NULL, NULL);
    return result;
}
static char word[8];
static struct iovec here = {.iov_base = word, .iov_len = sizeof word};
ATTEMPT(read_parent) { return outcome(process_vm_readv(getppid(), &here, 1, &here, 1, 0)); }
ATTEMPT(write_parent) { return outcome(process_vm_writev(getppid(), &here, 1, &here, 1, 0)); }
ATTEMPT(read_self) { return outcome(process_vm_readv(getpid(), &here, 1, &here, 1, 0)); }
ATTEMPT(parents_descriptor) { return outcome(syscall(SYS_pidfd_open, getppid(), 0)); }
ATTEMPT(steal_descriptor) {
    long process = syscall(SYS_pidfd_open, getppid(), 0);
    return process < 0 ? -errno : outcome(syscall(SYS_pidfd_getfd, process, 0, 0));
}
ATTEMPT(compare_processes) { return outcome(syscall(SYS_kcmp, getpid(), getppid(), 0, 0, 0)); }

// Signal 0 asks for the right alone.
ATTEMPT(kill_parent) { return outcome(kill(getppid(), 0)); }
ATTEMPT(kill_self) { return outcome(kill(getpid(), 0)); }
ATTEMPT(kill_all) { return outcome(kill(-1, 0)); }
ATTEMPT(kill_parents_thread) { return outcome(syscall(SYS_tgkill, getppid(), getppid(), 0)); }
ATTEMPT(kill_any_thread) { return outcome(syscall(SYS_tkill, getppid(), 0)); }
ATTEMPT(queue_signal) { return outcome(sigqueue(getppid(), 0, (union sigval){0})); }

ATTEMPT(become_root) { return outcome(setuid(0)); }
ATTEMPT(become_group) { return outcome(setgid(0)); }
ATTEMPT(allow_dumps) { return outcome(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)); }
ATTEMPT(raise_limit) {
    unsigned long long limit[2] = {0, ~0ULL};
    return outcome(syscall(SYS_prlimit64, 0, 1 /* RLIMIT_FSIZE */, limit, NULL));
}
ATTEMPT(limit_parent) {
    unsigned long long limit[2];
    return outcome(syscall(SYS_prlimit64, getppid(), 1, NULL, limit));
}
ATTEMPT(change_scheduler) { return outcome(nice(1)); }
ATTEMPT(leave_group) { return outcome(setsid()); }
ATTEMPT(change_personality) { return outcome(syscall(SYS_personality, 0xffffffff)); }
