#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tells a process from every other one, also from a later one with the same number.
struct ProcessIdentity: Sendable, Hashable {
    /// The number.
    var pid: Int32
    /// When it started, in the system's own words.
    var started: String
    /// The run of the system, from start to shut-down.
    var boot: String

    /// This process.
    static func current() -> ProcessIdentity {
        let pid = getpid()
        return ProcessIdentity(pid: pid, started: startTime(of: pid) ?? "", boot: currentBoot())
    }

    /// Whether it still runs; a number that went to another process does not count.
    var isAlive: Bool {
        guard boot == Self.currentBoot() else { return false }
        guard kill(pid, 0) == 0 || errno == EPERM else { return false }
        guard let now = Self.startTime(of: pid) else { return false }
        return now == started
    }

    #if canImport(Glibc)
    static func currentBoot() -> String {
        String(decoding: read("/proc/sys/kernel/random/boot_id").filter { $0 > 32 }, as: UTF8.self)
    }

    /// Field 22 of `/proc/PID/stat` (proc(5)); counted from behind the name, which may hold blanks and parentheses.
    private static func startTime(of pid: Int32) -> String? {
        let text = read("/proc/\(pid)/stat")
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
        // What has ended but has not been waited for is there as Z or X.
        guard fields.count > 19, let state = fields.first?.first, !"ZX".utf8.contains(state) else {
            return nil
        }
        return String(decoding: fields[19], as: UTF8.self)
    }

    private static func read(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return count > 0 ? Array(buffer[..<count]) : []
    }
    #else
    static func currentBoot() -> String {
        var buffer = [UInt8](repeating: 0, count: 64)
        var length = buffer.count
        guard sysctlbyname("kern.bootsessionuuid", &buffer, &length, nil, 0) == 0 else { return "" }
        return String(decoding: buffer[..<length].filter { $0 > 32 }, as: UTF8.self)
    }

    private static func startTime(of pid: Int32) -> String? {
        var info = kinfo_proc()
        var length = MemoryLayout<kinfo_proc>.stride
        var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, pid]
        guard sysctl(&name, UInt32(name.count), &info, &length, nil, 0) == 0, length > 0 else { return nil }
        let time = info.kp_proc.p_starttime
        return "\(time.tv_sec).\(time.tv_usec)"
    }
    #endif
}
