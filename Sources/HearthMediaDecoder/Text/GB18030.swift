import Glibc
import Synchronization

/// Chinese text of systems that do not write UTF-8, by the C library's converter (iconv(3)).
///
/// The converter is a file that the C library opens: whoever locks itself down decodes something before.
enum GB18030 {
    /// Whether bytes that are no UTF-8 look like Chinese.
    ///
    /// Nearly any byte above 0x80 followed by a letter is a valid character, so validity says little: a German text is
    /// valid but for its umlauts before blanks. What is written in Chinese is mostly of the old standard GB 2312, whose
    /// characters have both bytes above 0xA0.
    static func isPlausible(_ bytes: [UInt8]) -> Bool {
        var common = 0
        var others = 0
        var index = 0
        while index + 1 < bytes.count {
            let (first, second) = (bytes[index], bytes[index + 1])
            switch (first, second) {
            case (..<0x80, _):
                index += 1
            case (0xA1...0xA9, 0xA1...0xFE), (0xB0...0xF7, 0xA1...0xFE):
                common += 1
                index += 2
            case (0x81...0xFE, 0x30...0x39):
                others += 1
                index += 4
            default:
                others += 1
                index += 2
            }
        }
        return common > 0 && common >= 2 * others
    }

    /// Decodes bytes; a character that is unfinished at their end is left out.
    ///
    /// - Returns: nil where a byte cannot be, or where the C library has no converter.
    static func decode(_ bytes: [UInt8]) -> String? { converter.withLock { $0.convert(bytes) } }

    private static let converter = Mutex(Converter())

    /// The C library's converter to UTF-8; one call at a time, as its manual page says.
    private struct Converter: ~Copyable {
        // As a number, for a pointer may not cross into the lock: iconv_t means nothing but to iconv.
        private let handle: Int

        init() { handle = Int(bitPattern: iconv_open("UTF-8", "GB18030")) }

        deinit {
            if handle != -1 { iconv_close(UnsafeMutableRawPointer(bitPattern: handle)) }
        }

        func convert(_ bytes: [UInt8]) -> String? {
            guard handle != -1, let handle = UnsafeMutableRawPointer(bitPattern: handle) else { return nil }
            iconv(handle, nil, nil, nil, nil)
            var input = bytes.map { CChar(bitPattern: $0) }
            var isRight = false
            let output = [UInt8](unsafeUninitializedCapacity: bytes.count * 4) { buffer, count in
                let capacity = buffer.count
                buffer.withMemoryRebound(to: CChar.self) { room in
                    input.withUnsafeMutableBufferPointer { source in
                        var (from, to) = (source.baseAddress, room.baseAddress)
                        var (fromLeft, toLeft) = (source.count, capacity)
                        let result = iconv(handle, &from, &fromLeft, &to, &toLeft)
                        isRight = result != -1 || errno == EINVAL
                        count = capacity - toLeft
                    }
                }
            }
            return isRight ? String(validating: output, as: UTF8.self) : nil
        }
    }
}
