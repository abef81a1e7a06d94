#if canImport(Glibc)
import CLinux
import Glibc
#else
import Darwin
#endif

/// Names in directories of this machine.
///
/// Every call may block.
enum LocalTree {
    /// The names in a directory, without `.` and `..`, in the order of the file system.
    static func names(in directory: LocalPath) throws(TransferError) -> [[UInt8]] {
        let (opened, number) = directory.withCString { (opendir($0), errno) }
        guard let stream = opened else { throw LocalError.make(number, directory) }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw LocalError.make(errno, directory) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
                    let length = strnlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self), 256)
                    return Array(UnsafeBufferPointer(start: bytes, count: length))
                }
            }
            if name != [46], name != [46, 46] { names.append(name) }
        }
    }

    /// Makes a directory with its parents; one that is there is fine.
    static func makeDirectories(_ path: LocalPath) throws(TransferError) {
        if try LocalFile.facts(path)?.kind == .directory { return }
        let parent = path.parent
        if parent.bytes != path.bytes, parent.bytes != Array(".".utf8) { try makeDirectories(parent) }
        let (code, number) = path.withCString { (mkdir($0, 0o777), errno) }
        if code == 0 { return }
        if number == EEXIST, try LocalFile.facts(path)?.kind == .directory { return }
        throw LocalError.make(number, path)
    }

    /// Removes a file; one that is not there is fine.
    static func remove(_ path: LocalPath) throws(TransferError) {
        let (code, number) = path.withCString { (unlink($0), errno) }
        if code != 0, number != ENOENT, number != ENOTDIR { throw LocalError.make(number, path) }
    }

    /// Gives a file its final name in the place of whatever file has it.
    static func replace(_ target: LocalPath, with part: LocalPath) throws(TransferError) {
        let (code, number) = part.withCString { from in target.withCString { (rename(from, $0), errno) } }
        if code != 0 { throw LocalError.make(number, target) }
    }

    /// Gives a file its final name unless something has it.
    ///
    /// - Returns: false when the name is taken; then nothing has changed.
    static func publish(_ part: LocalPath, as target: LocalPath) throws(TransferError) -> Bool {
        let (code, number) = part.withCString { from in
            target.withCString { to in
                #if canImport(Glibc)
                (hearth_renameat2(AT_FDCWD, from, AT_FDCWD, to, 1), errno)
                #else
                (renamex_np(from, to, UInt32(RENAME_EXCL)), errno)
                #endif
            }
        }
        if code == 0 { return true }
        if number == EEXIST { return false }
        guard number == EINVAL || number == ENOSYS || number == ENOTSUP else {
            throw LocalError.make(number, target)
        }
        // A file system without this kind of renaming: look first. Two of our own never choose the same part.
        if try LocalFile.facts(target, followsLinks: false) != nil { return false }
        try replace(target, with: part)
        return true
    }

    /// Makes the names in a directory survive a power cut; some systems cannot, which is no failure.
    static func sync(_ directory: LocalPath) {
        guard let handle = try? LocalFile.read(directory) else { return }
        try? handle.sync()
    }

    /// `name(n).ext` for a name that is taken, at most 255 bytes; a leading dot begins no extension.
    static func candidate(_ name: [UInt8], _ n: Int) -> [UInt8] {
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
        let cut = dot > 0 ? dot : name.count
        let tail = Array("(\(n))".utf8) + name[cut...]
        let room = max(1, 255 - tail.count)
        var base = Array(name[..<cut].prefix(room))
        // Never half a character of UTF-8 at the end.
        if base.count < cut {
            while base.count > 1, let last = base.last, last & 0xC0 == 0x80 { base.removeLast() }
            if base.count > 1, let last = base.last, last >= 0xC0 { base.removeLast() }
        }
        return base + tail
    }
}
