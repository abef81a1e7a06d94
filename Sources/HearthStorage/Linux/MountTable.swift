import CLinux
import Glibc

/// What the kernel says about mounts.
enum MountTable {
    /// Whether something is mounted on a directory or below it; false where that cannot be found out.
    ///
    /// A tree is renamed together with its mounts, and deleting it would delete what is mounted.
    static func hasMount(atOrBelow directory: Int32) -> Bool {
        guard let path = path(of: directory), let table = contents("/proc/thread-self/mountinfo") else {
            return false
        }
        // 36 35 98:0 /mnt1 /mnt2 rw,noatime …: the fifth field is where it is mounted.
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            guard fields.count > 4 else { continue }
            let point = unescaped(fields[4])
            if point == path || point.starts(with: path + [UInt8(ascii: "/")]) { return true }
        }
        return false
    }

    /// The device that a directory's file system was mounted from, as the kernel names it; nil where it does not tell.
    static func source(of directory: Int32) -> String? {
        guard let path = path(of: directory), let table = contents("/proc/thread-self/mountinfo") else {
            return nil
        }
        var best: (length: Int, source: String)?
        // … /mnt2 rw,noatime master:1 - ext3 /dev/root rw: behind the hyphen stand type and source.
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count > 4, let hyphen = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }),
                fields.count > hyphen + 2
            else { continue }
            let point = unescaped(fields[4])
            let isAround =
                point == path || point == [UInt8(ascii: "/")]
                || path.starts(with: point + [UInt8(ascii: "/")])
            // Of equal points the later one lies on top.
            if isAround, point.count >= best?.length ?? 0 {
                best = (point.count, String(decoding: unescaped(fields[hyphen + 2]), as: UTF8.self))
            }
        }
        return best?.source
    }

    private static func path(of directory: Int32) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/thread-self/fd/\(directory)", &buffer, buffer.count)
        guard length > 1, length < buffer.count else { return nil }
        return buffer[..<length].map { UInt8(bitPattern: $0) }
    }

    private static func contents(_ path: String) -> [UInt8]? {
        guard
            let file = try? openDescriptor("open", flags: O_RDONLY, { hearth_openat(AT_FDCWD, path, $0, 0) })
        else { return nil }
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(file.number, &piece, piece.count)
            if count < 0 { return nil }
            if count == 0 { return result }
            result.append(contentsOf: piece[..<count])
        }
    }

    /// Blanks, tabs, line feeds and backslashes are written as `\ooo`.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                result.append(value)
                rest = rest.dropFirst(3)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
