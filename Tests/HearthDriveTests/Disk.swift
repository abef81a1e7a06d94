import Glibc

/// What other programs do to the disk, behind the drive's back.
enum Disk {
    /// A symbolic link.
    static func link(_ target: String, _ path: String) -> Bool { symlink(target, path) == 0 }

    /// A rename within one file system.
    static func move(_ from: String, _ to: String) -> Bool { rename(from, to) == 0 }

    /// A new directory.
    static func make(_ path: String) -> Bool { mkdir(path, 0o777) == 0 }
}
