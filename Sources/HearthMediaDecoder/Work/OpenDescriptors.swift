import CLinux
import Glibc

/// Counts what this process has open, also where it may not look into `/proc`.
enum OpenDescriptors {
    /// Descriptors that are open.
    static var count: Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return (0..<Int32(clamping: min(limit.rlim_cur, 4096)))
            .reduce(0) { $0 + (hearth_fcntl($1, F_GETFD, 0) >= 0 ? 1 : 0) }
    }
}
