#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The wall clock.
enum UnixTime {
    /// Seconds since 1970 (UTC).
    static var now: Int64 { Int64(time(nil)) }
}
