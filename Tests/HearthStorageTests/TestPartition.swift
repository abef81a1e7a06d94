import Glibc
import HearthStorage
import HearthTesting

/// A partition in a temporary directory.
final class TestPartition: Sendable {
    let directory: TemporaryDirectory
    let partition: Partition

    init(features: KernelFeatures = .detected, id: String = "p", limit: Int64? = nil) throws {
        directory = try TemporaryDirectory()
        partition = try Partition(path: directory.path, id: id, features: features, limit: limit)
    }

    /// In a directory of the caller's choice, such as `/dev/shm`.
    init(in base: String, features: KernelFeatures = .detected, id: String = "p", limit: Int64? = nil) throws
    {
        directory = try TemporaryDirectory(in: base)
        partition = try Partition(path: directory.path, id: id, features: features, limit: limit)
    }

    /// In a directory that somebody else keeps.
    init(_ directory: TemporaryDirectory, id: String = "p", limit: Int64? = nil) throws {
        self.directory = directory
        partition = try Partition(path: directory.path, id: id, limit: limit)
    }

    func root(_ name: String) throws -> DirectoryVolume {
        let path = try VolumePath(name)
        _ = try partition.createRoot(at: path, xattrID: [UInt8](repeating: 1, count: 16))
        return try partition.volume(at: path)
    }

    func path(_ name: String) -> String { directory.appending(name) }

    /// How many things lie under `.hearth/tmp`.
    func temporaryCount() throws -> Int {
        let outer = try Partition(path: path(".hearth"), id: "outer")
        return try outer.volume(at: VolumePath("tmp")).names().count
    }
}

extension TestPartition {
    /// Plants a symbolic link.
    func link(_ target: String, at name: String) throws {
        guard symlink(target, path(name)) == 0 else { throw StorageError(errno: errno, "symlink") }
    }
}
