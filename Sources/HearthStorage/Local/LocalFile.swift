import Glibc

/// A regular file of a ``DirectoryVolume``, open for reading.
final class LocalFile: ReadableFile {
    let info: FileInfo
    private let handle: Descriptor

    /// Takes over a descriptor whose file is known to be regular.
    init(_ handle: consuming Descriptor, info: FileInfo) {
        self.info = info
        self.handle = handle
    }

    var descriptor: Int32? { handle.number }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        try readFully(handle.number, into: buffer, at: offset)
    }

    func currentInfo() throws(StorageError) -> FileInfo {
        try FileStatus(of: handle.number).info
    }
}

/// Reads until the buffer is full or the file ends.
func readFully(
    _ descriptor: Int32,
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int64
) throws(StorageError) -> Int {
    var done = 0
    while done < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        let count = try counted("pread") {
            pread(descriptor, rest.baseAddress, rest.count, Int(offset) + done)
        }
        if count == 0 { break }
        done += count
    }
    return done
}

/// Writes all bytes.
func writeFully(
    _ descriptor: Int32,
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int64
) throws(StorageError) {
    var done = 0
    while done < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        done += try counted("pwrite") {
            pwrite(descriptor, rest.baseAddress, rest.count, Int(offset) + done)
        }
    }
}
