import CLinux
import CSeccomp
import Glibc

/// The filter of system calls, built by libseccomp and loaded for every thread at once.
enum SyscallFilter {
    /// Loads the filter.
    ///
    /// It can never be taken off again.
    ///
    /// - Throws: when the system allows none; nothing is filtered then.
    static func load() throws(LockdownError) {
        guard let context = seccomp_init(killProcess) else { throw LockdownError("seccomp_init failed") }
        defer { seccomp_release(context) }
        // For all threads; 32-bit calls of a 64-bit process end it; a tree instead of a chain of comparisons.
        try check(seccomp_attr_set(context, SCMP_FLTATR_CTL_TSYNC, 1), "threads")
        try check(seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, killProcess), "architecture")
        try check(seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2), "tree")

        for name in SyscallRules.allowed { try add(context, allow, name) }
        for name in SyscallRules.trapped { try add(context, trap, name) }
        for (number, names) in SyscallRules.refused {
            for name in names { try add(context, refuse(number), name) }
        }
        for number in SyscallRules.unheardOf where !isKnown(number) {
            try check(seccomp_rule_add_array(context, refuse(ENOSYS), number, 0, nil), "number \(number)")
        }
        try addConditions(context)
        try check(seccomp_load(context), "load")
    }

    private static func addConditions(_ context: scmp_filter_ctx) throws(LockdownError) {
        // Threads of this process, never in another namespace. Everything else ends the process.
        try add(
            context,
            allow,
            "clone",
            [masked(0, mask: cloneThread | cloneNamespaces | cloneOther, equals: cloneThread)]
        )
        // No memory that other processes could share, for the limit of memory does not count it; files are shared
        // for reading alone; nothing that can be executed: whoever gets in must do with the code that is there.
        try add(
            context,
            allow,
            "mmap",
            [
                masked(2, mask: UInt64(PROT_EXEC | PROT_WRITE), equals: 0),
                masked(3, mask: mapShared | mapAnonymous, equals: mapShared),
            ]
        )
        try add(
            context,
            allow,
            "mmap",
            [masked(2, mask: UInt64(PROT_EXEC), equals: 0), masked(3, mask: mapShared, equals: 0)]
        )
        try add(
            context,
            refuse(EACCES),
            "mmap",
            [masked(2, mask: UInt64(PROT_EXEC), equals: UInt64(PROT_EXEC))]
        )
        try add(context, allow, "mprotect", [masked(2, mask: UInt64(PROT_EXEC), equals: 0)])
        try add(
            context,
            refuse(EACCES),
            "mprotect",
            [masked(2, mask: UInt64(PROT_EXEC), equals: UInt64(PROT_EXEC))]
        )
        // Words to the server and to its log; the job's file cannot be written to even if it was opened so.
        for call in ["write", "writev"] {
            for descriptor in [UInt64(STDERR_FILENO), UInt64(MediaChild.socketDescriptor)] {
                try add(context, allow, call, [equal(0, descriptor)])
            }
        }
        // abort() sends its signal to a thread of this process.
        try add(context, allow, "tgkill", [equal(0, UInt64(getpid()))])
        for command in [F_GETFD, F_SETFD, F_GETFL, F_SETFL, dupWithCloseOnExec] {
            try add(context, allow, "fcntl", [equal(1, UInt64(command))])
        }
        try add(context, allow, "prctl", [equal(0, setThreadName)])
        try add(context, allow, "prctl", [equal(0, setMapName)])
        // Limits may be asked for; the soft one of processor time moves with every job.
        try add(context, allow, "prlimit64", [equal(0, 0), equal(2, 0)])
        try add(context, allow, "prlimit64", [equal(0, 0), equal(1, UInt64(RLIMIT_CPU.rawValue))])
    }

    // MARK: - libseccomp's macros

    private static let killProcess: UInt32 = 0x8000_0000
    private static let trap: UInt32 = 0x0003_0000
    private static let allow: UInt32 = 0x7fff_0000
    private static func refuse(_ number: Int32) -> UInt32 { 0x0005_0000 | UInt32(number) }

    // MARK: - Constants that Glibc does not export

    private static let cloneThread: UInt64 = 0x1_0000
    /// Mount, cgroup, UTS, IPC, user, PID and network namespaces.
    private static let cloneNamespaces: UInt64 = 0x7e02_0000
    /// CLONE_PIDFD, CLONE_VFORK and CLONE_PTRACE, which no thread needs.
    private static let cloneOther: UInt64 = 0x7000
    private static let mapShared: UInt64 = 0x01
    private static let mapAnonymous: UInt64 = 0x20
    private static let dupWithCloseOnExec: Int32 = 1030
    private static let setThreadName: UInt64 = 15
    private static let setMapName: UInt64 = 0x5356_4d41

    // MARK: - Rules

    private static func add(
        _ context: scmp_filter_ctx,
        _ action: UInt32,
        _ name: String,
        _ conditions: [scmp_arg_cmp] = []
    ) throws(LockdownError) {
        let number = seccomp_syscall_resolve_name(name)
        // Below zero: this architecture or this libseccomp has no such call.
        guard number >= 0 else { return }
        let result = conditions.withUnsafeBufferPointer {
            seccomp_rule_add_array(context, action, number, UInt32($0.count), $0.baseAddress)
        }
        try check(result, name)
    }

    private static func isKnown(_ number: Int32) -> Bool {
        guard let name = seccomp_syscall_resolve_num_arch(seccomp_arch_native(), number) else { return false }
        free(name)
        return true
    }

    private static func equal(_ index: UInt32, _ value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: index, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    }

    private static func masked(_ index: UInt32, mask: UInt64, equals value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }

    private static func check(_ result: Int32, _ step: String) throws(LockdownError) {
        guard result == 0 else { throw LockdownError("seccomp, \(step): \(SystemText.text(-result))") }
    }
}
