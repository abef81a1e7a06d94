import Glibc

/// What other programs do to the disk, behind the drive's back.
enum Disk {
    /// A symbolic link.
    static func link(_ target: String, _ path: String) -> Bool { symlink(target, path) == 0 }

    /// A rename within one file system.
    static func move(_ from: String, _ to: String) -> Bool { rename(from, to) == 0 }

    /// A new directory.
    static func make(_ path: String) -> Bool { mkdir(path, 0o777) == 0 }

    /// The beginning of an open file; nil when it cannot be read.
    static func read(_ descriptor: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = pread(descriptor, &bytes, count, 0)
        return got < 0 ? nil : Array(bytes[..<got])
    }

    /// Writes a file in place of what is there, and makes it so long by a hole.
    static func write(_ bytes: [UInt8], to path: String, length: Int? = nil) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        return Glibc.write(file, bytes, bytes.count) == bytes.count
            && ftruncate(file, off_t(length ?? bytes.count)) == 0
    }

    /// Cuts a file off.
    static func cut(_ path: String, to length: Int) -> Bool { truncate(path, off_t(length)) == 0 }

    /// Bytes of a file; -1 for none.
    static func size(of path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : -1
    }

    /// Removes an empty directory.
    static func removeDirectory(_ path: String) -> Bool { rmdir(path) == 0 }

    /// Removes a file.
    static func remove(_ path: String) -> Bool { unlink(path) == 0 }

    /// The files below a directory, by their paths from it, without what is being written.
    static func files(below top: String) -> [String] {
        var found: [String] = []
        var pending = [""]
        while let below = pending.popLast() {
            guard let directory = opendir("\(top)/\(below)") else { continue }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let isDirectory = entry.pointee.d_type == UInt8(DT_DIR)
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name == "." || name == ".." || name == ".hearth" { continue }
                if isDirectory { pending.append(below + name + "/") } else { found.append(below + name) }
            }
        }
        return found.sorted()
    }
}
