import Glibc

/// A hidden directory for what is complete before it may be seen.
extension Partition {
    /// An empty directory that only this process knows.
    ///
    /// What is copied there takes its visible place by ``Volume/rename(_:to:on:replace:)``. It goes at
    /// ``clearTemporary()`` unless it is dropped before.
    package func scratch() throws(StorageError) -> Scratch {
        let name = Self.temporaryName()
        try check("mkdirat") { name.withCString { mkdirat(temporary.number, $0, 0o700) } }
        let root = try openDescriptor(name, in: temporary.number, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        let location = VolumePath([FileName(fixed: ".hearth"), FileName(fixed: "tmp"), name])
        return Scratch(
            volume: try DirectoryVolume(partition: self, location: location, root: root),
            name: name
        )
    }

    /// A directory made by ``scratch()``.
    package struct Scratch: Sendable {
        /// The directory as a volume of this partition.
        package let volume: DirectoryVolume
        let name: FileName

        /// Deletes the directory with what is left in it.
        package func drop() throws(StorageError) {
            let partition = volume.partition
            try TreeRemoval.remove(name, in: partition.temporary.number, quota: partition.quota)
        }
    }
}
