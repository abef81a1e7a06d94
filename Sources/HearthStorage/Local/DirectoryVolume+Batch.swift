import CLinux
import Glibc

extension DirectoryVolume: BatchVolume {
    /// The same root, held open once more.
    func undurable() throws(StorageError) -> any Volume {
        let again = try openDescriptor("openat", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(root.number, ".", $0, 0)
        }
        return try DirectoryVolume(partition: partition, location: location, root: again, isDurable: false)
    }

    /// One `syncfs`: it also writes back what others left unwritten, so it is for many changes, not for few.
    func syncAll() throws(StorageError) {
        try check("syncfs") { hearth_syncfs(root.number) }
    }
}
