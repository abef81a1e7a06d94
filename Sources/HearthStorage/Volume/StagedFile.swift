/// A file that is being written and is not visible under its final name yet.
///
/// It outlives the process as `<partition>/.hearth/uploads/<id>` until it is published or discarded. Any thread;
/// writes at different offsets may run side by side.
package protocol StagedFile: AnyObject, Sendable {
    /// The name given to ``Volume/stage(id:size:)``.
    var id: String { get }
    /// The file's number, which it keeps when it is published.
    var inode: UInt64 { get }
    /// Writes all bytes at an offset, in any order.
    ///
    /// - Throws: `.noSpace` or `.io`, with an unknown part written.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError)
    /// Reads back; fewer bytes than asked for only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Int
    /// Copies a range of another unfinished file to the same place in this one, inside the kernel where it can.
    ///
    /// - Throws: `.changed` when the other file is shorter; `.noSpace`; `.crossVolume` for another kind of file.
    func copy(_ range: Range<Int64>, from other: any StagedFile) throws(StorageError)
    /// Copies the first `size` bytes of a file that is open for reading, by sharing blocks or inside the kernel where
    /// it can; this file has nothing in it yet.
    ///
    /// - Throws: `.changed` when the other file is shorter; `.noSpace`; `.crossVolume` for a file whose bytes are not
    ///   on a disk as they are; what `progress` threw, which hears the bytes copied since its last call.
    func copy(_ size: Int64, of file: any ReadableFile, progress: (Int64) throws -> Void) throws
    /// Makes everything written so far, and the file itself, survive a power cut.
    func sync() throws(StorageError)
    /// Sets the length; bytes beyond it and space reserved beyond it are given back.
    func truncate(to size: Int64) throws(StorageError)
    /// Reserves blocks up to a size; nothing happens where the file system cannot.
    ///
    /// - Throws: `.noSpace`, with nothing reserved that was not before.
    func reserve(upTo size: Int64) throws(StorageError)
    /// Sets the modification time; to be called after the last write.
    func setModified(_ time: FileTime) throws(StorageError)
    /// What the file is now.
    func info() throws(StorageError) -> FileInfo
    /// Gives back space that was reserved and never written; what was written stays.
    func releaseUnwritten() throws(StorageError)
}
