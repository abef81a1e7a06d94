/// A regular file that is open for reading; closed with its last reference.
///
/// It goes on reading the file that was opened, also when that is renamed, replaced or removed. Any thread.
package protocol ReadableFile: AnyObject, Sendable {
    /// What the file was when it was opened.
    var info: FileInfo { get }
    /// The descriptor for `sendfile`; nil when the bytes must pass through `read`. Valid as long as this object.
    var descriptor: Int32? { get }
    /// Reads at an offset without moving anything; fewer bytes than asked for only at the end of the file.
    ///
    /// - Throws: `.io`.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Int
    /// What the open file is now: to notice that it grew, shrank or was written to.
    func currentInfo() throws(StorageError) -> FileInfo
}
