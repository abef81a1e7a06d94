import CLinux
import Glibc

/// Creates directories below a handle, each durable.
struct DirectoryMaker {
    let walker: PathWalker
    var isDurable = true
    private static let flags = O_RDONLY | O_DIRECTORY

    /// Creates whatever is missing; returns how many.
    func makeDirectories(_ names: [FileName], below root: Int32) throws(StorageError) -> Int {
        let existing = try deepestExisting(names, below: root)
        var directory = try walker.open(Array(names[..<existing]), below: root, flags: Self.flags)
        for name in names[existing...] {
            let number = Self.make(name, in: directory.number)
            guard number == 0 || number == EEXIST else { throw StorageError(errno: number, "mkdirat") }
            if number == 0, isDurable { try syncDirectory(directory.number) }
            // Made by somebody else meanwhile: it may be a link, which is not followed here.
            directory = try openDescriptor(name, in: directory.number, flags: Self.flags | O_NOFOLLOW)
        }
        return names.count - existing
    }

    /// Creates one; the error number, 0 for success.
    static func make(_ name: FileName, in directory: Int32) -> Int32 {
        errorNumber { name.withCString { mkdirat(directory, $0, Partition.directoryMode) } }
    }

    /// How many of the names lead to a directory that is there.
    private func deepestExisting(_ names: [FileName], below root: Int32) throws(StorageError) -> Int {
        var count = names.count
        while true {
            do throws(StorageError) {
                _ = try walker.open(Array(names[..<count]), below: root, flags: Self.flags)
                return count
            } catch {
                guard error.code == .notFound, count > 0 else { throw error }
                count -= 1
            }
        }
    }
}
