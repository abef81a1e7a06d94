import Glibc

/// Which system calls the child may make once it is locked down.
///
/// Whatever stands in none of the lists ends the process. The lists were found by tracing the decoders over the
/// corpus of the tests; 0027 says how to find what a newer library needs.
enum SyscallRules {
    /// Always allowed: nothing here names a file, another process, or another machine.
    static let allowed: [String] = [
        // Memory; mmap and mprotect have conditions.
        "brk", "madvise", "mremap", "munmap",
        // Threads; clone has a condition.
        "exit", "exit_group", "futex", "get_robust_list", "getcpu", "gettid", "membarrier", "rseq",
        "sched_getaffinity", "sched_yield", "set_robust_list", "set_tid_address",
        // Signals of this process.
        "restart_syscall", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
        // Clocks and sleep.
        "clock_getres", "clock_gettime", "clock_nanosleep", "gettimeofday", "nanosleep", "time",
        // What is open already.
        "close", "dup", "fadvise64", "fstat", "lseek", "poll", "ppoll", "pread64", "preadv", "read",
        "readv",
        // The socket to the server; there is no other one.
        "recvfrom", "recvmsg", "sendmsg", "sendto",
        // What the process knows of itself.
        "getegid", "geteuid", "getgid", "getpid", "getppid", "getrandom", "getrusage", "getuid", "sysinfo",
        "times", "uname",
    ]

    /// Turned into SIGSYS, whose handler gives out files that are kept open, and EACCES for every other one.
    static let trapped: [String] = [
        "access", "faccessat", "lstat", "newfstatat", "open", "openat", "stat",
    ]

    /// Answered with an error, because libraries try them and do without.
    static let refused: [(errno: Int32, names: [String])] = [
        // The C library falls back to an older call, which has its own rule.
        (ENOSYS, ["clone3", "faccessat2", "openat2", "statx"]),
        // Nothing here is a terminal or a device.
        (ENOTTY, ["ioctl"]),
        // GLib asks with each warning whether its standard error is the journal's socket.
        (ENOTSOCK, ["getpeername", "getsockname", "getsockopt"]),
        (
            EACCES,
            [
                "chmod", "fchmodat", "getcwd", "link", "linkat", "memfd_create", "mkdir", "mkdirat",
                "readlink",
                "readlinkat", "rename", "renameat", "renameat2", "rmdir", "statfs", "symlink", "symlinkat",
                "unlink", "unlinkat",
            ]
        ),
        // Schedulers, priorities and pages of big machines: wishes of thread pools and allocators.
        (
            EPERM,
            [
                "get_mempolicy", "getpriority", "mbind", "mlock", "mlock2", "mlockall", "munlock",
                "munlockall",
                "sched_getattr", "sched_getparam", "sched_getscheduler", "sched_setaffinity", "sched_setattr",
                "sched_setscheduler", "set_mempolicy", "setpriority",
            ]
        ),
    ]

    /// Calls that came after this list was written answer as an older kernel would: a newer C library falls back.
    static let unheardOf: Range<Int32> = 463..<600
}
