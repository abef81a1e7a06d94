import CLinux
import Glibc

/// What a server asks of its own process, once, before the first thread.
package enum ProcessSettings {
    /// The most descriptors that are asked for; more only costs page tables.
    private static let wantedFiles: rlim_t = 1 << 20

    /// Raises the limit of open files, turns core dumps off and stops SIGPIPE from ending the process.
    ///
    /// A core would hold keys and passwords (server-decisions 7); the resource limit alone does not stop one that
    /// is piped to a collector.
    package static func apply() {
        signal(SIGPIPE, SIG_IGN)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        hearth_forbid_core_dumps()
        var files = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return }
        let wanted = min(files.rlim_max, wantedFiles)
        if files.rlim_cur < wanted {
            files.rlim_cur = wanted
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        }
    }

    /// How many files may be open.
    package static var openFiles: Int {
        var files = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return 1_024 }
        return Int(min(files.rlim_cur, wantedFiles))
    }
}
