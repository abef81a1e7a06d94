import CLinux
import Glibc

/// How much a child may use, from its lockdown on.
package struct ResourceLimits: Sendable {
    /// Bytes of memory that it may write to: heap, stacks of threads, and the data of libraries.
    package var data: UInt64 = 448 << 20
    /// Bytes of addresses, which maps of files and shared memory count for; wide enough for the libraries, which
    /// reserve much and use little.
    package var addresses: UInt64 = 4 << 30
    /// Seconds of processor time of the whole process; the server starts another one long before.
    package var processorSeconds: UInt64 = 1800
    /// Descriptors that can be open besides those that are kept.
    package var descriptors: UInt64 = 32
    /// Threads and processes of the child's user in its own namespace.
    package var threads: UInt64 = 64

    /// The defaults.
    package init() {}

    /// Sets the limits for this process, hard and soft.
    ///
    /// - Parameters:
    ///   - isAlone: whether the user has a namespace of its own; otherwise the limit of threads would count those of
    ///     every process of the same user.
    ///   - keptFiles: how many descriptors are open already.
    /// - Throws: when one of them cannot be set.
    func apply(isAlone: Bool, keptFiles: Int) throws(LockdownError) {
        try Self.set(RLIMIT_CORE.rawValue, "core files", 0)
        // Whatever grows a file ends with it: the child writes to its socket only.
        try Self.set(RLIMIT_FSIZE.rawValue, "sizes of files", 0)
        try Self.set(UInt32(HEARTH_RLIMIT_MEMLOCK), "locked memory", 0)
        try Self.set(UInt32(HEARTH_RLIMIT_MSGQUEUE), "message queues", 0)
        try Self.set(RLIMIT_NOFILE.rawValue, "descriptors", descriptors + UInt64(keptFiles))
        try Self.set(RLIMIT_DATA.rawValue, "memory", data)
        try Self.set(RLIMIT_AS.rawValue, "addresses", addresses)
        try Self.set(RLIMIT_CPU.rawValue, "processor time", processorSeconds)
        if isAlone { try Self.set(UInt32(HEARTH_RLIMIT_NPROC), "threads", threads) }
    }

    private static func set(
        _ resource: UInt32,
        _ name: String,
        _ value: UInt64
    ) throws(LockdownError) {
        let id = __rlimit_resource_t(resource)
        var limit = rlimit()
        guard getrlimit(id, &limit) == 0 else { throw LockdownError("limit of \(name): \(SystemText.last)") }
        // A limit that is lower already stays.
        limit.rlim_max = min(limit.rlim_max, rlim_t(value))
        limit.rlim_cur = limit.rlim_max
        guard setrlimit(id, &limit) == 0 else { throw LockdownError("limit of \(name): \(SystemText.last)") }
    }

    /// Seconds of processor time that the process has used.
    package static var usedProcessorSeconds: UInt64 {
        var used = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
        return UInt64(used.tv_sec)
    }

    /// Lets the process use some more seconds of processor time, counted from now; a signal ends it afterwards.
    package static func allowProcessorTime(seconds: UInt64) {
        var used = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
        let id = __rlimit_resource_t(RLIMIT_CPU.rawValue)
        var limit = rlimit()
        guard getrlimit(id, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(used.tv_sec) + rlim_t(seconds) + 1)
        setrlimit(id, &limit)
    }
}
