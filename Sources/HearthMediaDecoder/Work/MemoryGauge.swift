import Glibc

/// Tells how much memory this process uses, also after the lockdown.
struct MemoryGauge {
    /// `/proc/self/statm`, opened beforehand; -1 where there is none.
    private let descriptor: Int32
    private let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

    init() {
        descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    }

    /// Bytes that count for the limit of memory (proc(5), statm, the sixth number); 0 where nobody knows.
    var dataBytes: Int {
        var text = [UInt8](repeating: 0, count: 256)
        let count = pread(descriptor, &text, text.count, 0)
        guard count > 0 else { return 0 }
        let numbers = text[..<count].split(whereSeparator: {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n")
        })
        guard numbers.count > 5, let pages = Int(String(decoding: numbers[5], as: UTF8.self)) else {
            return 0
        }
        return pages * pageBytes
    }
}
