import CLinux
import Glibc

/// Takes from this process, in two steps, all that decoding a file does not need.
///
/// First ``begin()``, before the first thread. Then whatever needs files: libraries, fonts, threads. Then
/// ``finish(limits:)``, before the first byte that nobody trusts. None of it can be taken back.
package struct Lockdown: ~Copyable {
    private var report = LockdownReport()
    private var hasOwnUsers = false

    /// The first step: what only a process with a single thread can do, and what needs the rights it starts with.
    ///
    /// Whatever the system does not allow is left out and noted; ``finish(limits:)`` judges.
    package static func begin() -> Lockdown {
        var lockdown = Lockdown()
        // A directory that is the child's own would keep a disk from being unmounted.
        chdir("/")
        umask(0o777)
        lockdown.leaveNetwork()
        lockdown.leaveRoot()
        if hearth_no_new_privileges() != 0 { lockdown.note("no_new_privs") }
        return lockdown
    }

    private mutating func leaveNetwork() {
        if geteuid() == 0 {
            // Root needs no namespace of users for this, and one made before it becomes another user would be root's.
            if hearth_unshare(Int32(HEARTH_NEW_NETWORK | HEARTH_NEW_IPC)) == 0 {
                report.hasOwnNetwork = true
            } else {
                note("network")
            }
        } else {
            let all = Int32(HEARTH_NEW_USER | HEARTH_NEW_NETWORK | HEARTH_NEW_IPC)
            if hearth_unshare(all) == 0 {
                report.hasOwnNetwork = true
                hasOwnUsers = true
            } else {
                note("namespaces")
            }
        }
    }

    private mutating func leaveRoot() {
        if geteuid() == 0 {
            if hearth_become(Self.nobody, Self.nobody) == 0 {
                report.isOrdinaryUser = true
                hasOwnUsers = hearth_unshare(Int32(HEARTH_NEW_USER)) == 0
            } else {
                note("another user")
            }
        } else {
            report.isOrdinaryUser = true
        }
        if hearth_drop_capabilities() != 0 { note("capabilities") }
    }

    /// The second step: limits, landlock and the filter of system calls, for every thread there is.
    ///
    /// - Returns: what holds now.
    /// - Throws: when that is not enough to decode what nobody trusts; the process should end.
    package consuming func finish(
        limits: ResourceLimits = ResourceLimits()
    ) throws(LockdownError)
        -> LockdownReport
    {
        report.keptFiles = Int(hearth_kept_open())
        // No core file, and no other process of the same user may look inside or trace.
        guard hearth_forbid_core_dumps() == 0 else { throw LockdownError("dumpable: \(SystemText.last)") }
        try limits.apply(isAlone: hasOwnUsers, keptFiles: report.keptFiles)
        let version = hearth_landlock_version()
        if version > 0, hearth_landlock_all_threads() == 0 {
            report.landlock = Int(version)
        } else {
            note("landlock")
        }
        do throws(LockdownError) {
            if hearth_answer_traps() != 0 { throw LockdownError("signals: \(SystemText.last)") }
            try SyscallFilter.load()
            report.hasFilter = true
        } catch {
            report.gaps.append(error.detail)
        }
        guard report.isEnough else {
            throw LockdownError("this system locks nothing down: \(report.summary)")
        }
        return report
    }

    private mutating func note(_ step: String) {
        report.gaps.append("\(step): \(SystemText.last)")
    }

    /// The user and group without any files, by their numbers on every system.
    private static let nobody: UInt32 = 65534
}
