import CLinux
import Glibc

/// What a file or directory has beside its content: mode, attributes of the `user.` space, modification time.
enum FileAttributes {
    private static let prefix = Array("user.".utf8)

    /// Makes the target's attributes those of the source; the time comes last, so that it vouches for the rest.
    ///
    /// What is equal already is left alone: each change would move the target's change time.
    static func copy(from source: Int32, _ status: FileStatus, to target: Int32) throws(StorageError) {
        var present = try FileStatus(of: target)
        let wanted = try read(source)
        let there = try read(target)
        if wanted != there {
            // Attributes of a file that its owner may not write cannot be set.
            if present.permissions & 0o200 == 0 {
                try check("fchmod") { fchmod(target, mode_t(present.permissions | 0o200)) }
            }
            for (name, value) in wanted where there[name] != value { try set(name, value, on: target) }
            for name in there.keys where wanted[name] == nil {
                _ = errorNumber { fremovexattr(target, cString(name)) }
            }
            present = try FileStatus(of: target)
        }
        if present.permissions != status.permissions {
            try check("fchmod") { fchmod(target, mode_t(status.permissions)) }
        }
        let time = status.info.modified
        if present.info.modified != time {
            try check("futimens") { hearth_set_modified(target, time.seconds, Int(time.nanoseconds)) }
        }
    }

    private static func set(_ name: [UInt8], _ value: [UInt8], on target: Int32) throws(StorageError) {
        let number = errorNumber { fsetxattr(target, cString(name), value, value.count, 0) }
        // A file system without attributes holds the content all the same.
        guard number == 0 || number == EOPNOTSUPP else { throw StorageError(errno: number, "fsetxattr") }
    }

    /// Attributes of the `user.` space by name; none where the file system has none.
    private static func read(_ descriptor: Int32) throws(StorageError) -> [[UInt8]: [UInt8]] {
        var result: [[UInt8]: [UInt8]] = [:]
        for name in try names(descriptor) where name.starts(with: prefix) {
            if let value = try value(of: name, descriptor) { result[name] = value }
        }
        return result
    }

    private static func names(_ descriptor: Int32) throws(StorageError) -> [[UInt8]] {
        while true {
            let size = flistxattr(descriptor, nil, 0)
            if size == 0 { return [] }
            guard size > 0 else {
                if errno == EOPNOTSUPP { return [] }
                throw StorageError(errno: errno, "flistxattr")
            }
            var buffer = [CChar](repeating: 0, count: size)
            let length = flistxattr(descriptor, &buffer, buffer.count)
            if length < 0, errno == ERANGE { continue }
            guard length >= 0 else { throw StorageError(errno: errno, "flistxattr") }
            return buffer[..<length].split(separator: 0).map { $0.map { UInt8(bitPattern: $0) } }
        }
    }

    private static func value(of name: [UInt8], _ descriptor: Int32) throws(StorageError) -> [UInt8]? {
        let name = cString(name)
        while true {
            let size = fgetxattr(descriptor, name, nil, 0)
            if size < 0, errno == ENODATA { return nil }
            guard size >= 0 else { throw StorageError(errno: errno, "fgetxattr") }
            var buffer = [UInt8](repeating: 0, count: max(size, 1))
            let length = fgetxattr(descriptor, name, &buffer, buffer.count)
            if length < 0, errno == ERANGE { continue }
            if length < 0, errno == ENODATA { return nil }
            guard length >= 0 else { throw StorageError(errno: errno, "fgetxattr") }
            return Array(buffer[..<length])
        }
    }

    private static func cString(_ name: [UInt8]) -> [CChar] { name.map { CChar(bitPattern: $0) } + [0] }
}
