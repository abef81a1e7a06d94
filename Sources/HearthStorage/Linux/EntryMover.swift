import CLinux
import Glibc

/// Renames entries between open directories, with or without the flags of `renameat2`.
struct EntryMover: Sendable {
    /// Whether the flags may be tried.
    let usesFlags: Bool
    /// The partition's own directory: above it no entry of ours can be, and the account may have no rights.
    let top: FileIdentity

    /// A name in an open directory.
    struct Place {
        let directory: Int32
        let name: FileName
    }

    /// Renames; an existing destination is kept (`.alreadyExists`) unless it is to be replaced.
    func move(_ source: Place, to destination: Place, replace: Bool) throws(StorageError) {
        if try isSame(source, destination) {
            throw StorageError(.intoItself, "source and destination are the same entry")
        }
        let number = replace ? try replacing(source, destination) : try keeping(source, destination)
        switch number {
        case 0: return
        case EINVAL where try isInside(destination.directory, entry: source):
            throw StorageError(.intoItself, "the destination lies inside the source", errno: number)
        default: throw StorageError(errno: number, "rename")
        }
    }

    /// Swaps two existing entries; false where the file system cannot.
    func exchange(_ first: Place, _ second: Place) throws(StorageError) -> Bool {
        guard usesFlags else { return false }
        let number = rename(first, second, flags: UInt32(HEARTH_RENAME_EXCHANGE))
        if Self.meansUnsupported(number) { return false }
        guard number == 0 else { throw StorageError(errno: number, "renameat2 with exchange") }
        return true
    }

    /// Whether a directory is the entry, or lies somewhere below it.
    func isInside(_ directory: Int32, entry: Place) throws(StorageError) -> Bool {
        guard let status = try FileStatus(of: entry.name, in: entry.directory), status.kind == .directory
        else {
            return false
        }
        return try isInside(directory, status.identity)
    }

    /// Whether a directory is another one or lies somewhere below it.
    func isInside(_ directory: Int32, _ ancestor: FileIdentity) throws(StorageError) -> Bool {
        let flags = Int32(HEARTH_O_PATH) | O_DIRECTORY
        var position = try openDescriptor("openat", flags: flags) { hearth_openat(directory, ".", $0, 0) }
        var identity = try FileStatus(of: position.number).identity
        while identity != ancestor {
            if identity == top { return false }
            let parent = try openDescriptor("openat", flags: flags) {
                hearth_openat(position.number, "..", $0, 0)
            }
            let next = try FileStatus(of: parent.number).identity
            if next == identity { return false }
            identity = next
            position = consume parent
        }
        return true
    }

    private static func meansUnsupported(_ number: Int32) -> Bool {
        number == EINVAL || number == ENOSYS || number == EOPNOTSUPP
    }

    private func rename(_ source: Place, _ destination: Place, flags: UInt32) -> Int32 {
        errorNumber {
            source.name.withCString { from in
                destination.name.withCString { to in
                    hearth_renameat2(source.directory, from, destination.directory, to, flags)
                }
            }
        }
    }

    private func isSame(_ source: Place, _ destination: Place) throws(StorageError) -> Bool {
        guard source.name == destination.name else { return false }
        if source.directory == destination.directory { return true }
        return try FileStatus(of: source.directory).identity == FileStatus(of: destination.directory).identity
    }

    private func replacing(_ source: Place, _ destination: Place) throws(StorageError) -> Int32 {
        let before = try FileStatus(of: source.name, in: source.directory)
        let there = try FileStatus(of: destination.name, in: destination.directory)
        let number = rename(source, destination, flags: 0)
        // Two names of one file: rename(2) does nothing then, and both would stay.
        if number == 0, let before, before.kind != .directory, before.identity == there?.identity,
            try FileStatus(of: source.name, in: source.directory)?.identity == before.identity,
            try !isOtherSpelling(source, destination)
        {
            return unlink(source)
        }
        return number
    }

    private func keeping(_ source: Place, _ destination: Place) throws(StorageError) -> Int32 {
        if usesFlags {
            let number = rename(source, destination, flags: UInt32(HEARTH_RENAME_NOREPLACE))
            if number == EEXIST, try isOtherSpelling(source, destination) {
                return rename(source, destination, flags: 0)
            }
            guard Self.meansUnsupported(number) else { return number }
            if number == EINVAL, try isInside(destination.directory, entry: source) { return EINVAL }
        }
        return try keepingWithoutFlags(source, destination)
    }

    /// Makes a second link, then the first one goes.
    ///
    /// Directories have no second link: they are renamed after a look.
    private func keepingWithoutFlags(_ source: Place, _ destination: Place) throws(StorageError) -> Int32 {
        guard let status = try FileStatus(of: source.name, in: source.directory) else { return ENOENT }
        if status.kind != .directory {
            let number = link(source, destination)
            if number == EEXIST, try isOtherSpelling(source, destination) {
                return rename(source, destination, flags: 0)
            }
            if number == 0 { return unlink(source) }
            guard number == EPERM || Self.meansUnsupported(number) else { return number }
        }
        if try FileStatus(of: destination.name, in: destination.directory) != nil {
            guard try isOtherSpelling(source, destination) else { return EEXIST }
        }
        return rename(source, destination, flags: 0)
    }

    private func link(_ source: Place, _ destination: Place) -> Int32 {
        errorNumber {
            source.name.withCString { from in
                destination.name.withCString { linkat(source.directory, from, destination.directory, $0, 0) }
            }
        }
    }

    private func unlink(_ place: Place) -> Int32 {
        errorNumber { place.name.withCString { unlinkat(place.directory, $0, 0) } }
    }

    /// Whether both names find one entry because the directory does not tell upper from lower case.
    ///
    /// The directory then lists only one of the names; two hard links would both be listed.
    private func isOtherSpelling(_ source: Place, _ destination: Place) throws(StorageError) -> Bool {
        guard let from = try FileStatus(of: source.name, in: source.directory),
            let to = try FileStatus(of: destination.name, in: destination.directory),
            from.identity == to.identity,
            try FileStatus(of: source.directory).identity == FileStatus(of: destination.directory).identity
        else {
            return false
        }
        let listing = try openDescriptor("openat", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(destination.directory, ".", $0, 0)
        }
        var isListed = false
        try DirectoryReader.forEach(in: listing.number) { entry throws(StorageError) in
            isListed = entry.name.elementsEqual(destination.name.bytes)
            return !isListed
        }
        return !isListed
    }
}
