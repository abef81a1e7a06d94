import CLinux
import Glibc

/// Reads a directory with `getdents64`, without `.` and `..`.
enum DirectoryReader {
    /// One entry, lent for the duration of the call.
    struct Entry {
        /// The bytes of the name, followed by a terminator.
        let name: UnsafeBufferPointer<UInt8>
        /// `DT_REG` and so on; `DT_UNKNOWN` where the file system does not tell.
        let type: UInt8
        /// The entry's number.
        let inode: UInt64

        /// The terminated name for system calls.
        var cString: UnsafePointer<CChar>? {
            name.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
        }
        /// The name as a component.
        var fileName: FileName { FileName(unchecked: Array(name)) }
    }

    private static let bufferSize = 64 << 10
    /// Of `linux_dirent64`: where the length, the type and the name begin.
    private static let lengthOffset = 16
    private static let typeOffset = 18
    private static let nameOffset = 19

    /// Calls for every entry from the start, until false comes back.
    ///
    /// - Parameters:
    ///   - directory: opened for reading and not yet read.
    ///   - failure: makes the caller's error of ours.
    ///   - body: returns false to stop.
    /// - Throws: what `body` threw; `.notADirectory`, `.io`.
    static func forEach<Failure: Error>(
        in directory: Int32,
        failure: (StorageError) -> Failure,
        _ body: (Entry) throws(Failure) -> Bool
    ) throws(Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 8)
        defer { buffer.deallocate() }
        while true {
            let length: Int
            do throws(StorageError) {
                length = try counted("getdents64") {
                    hearth_getdents64(directory, buffer.baseAddress, buffer.count)
                }
            } catch {
                throw failure(error)
            }
            if length == 0 { return }
            var position = 0
            while position < length {
                let size = Int(buffer.loadUnaligned(fromByteOffset: position + lengthOffset, as: UInt16.self))
                guard size > nameOffset, position + size <= length else { break }
                let entry = entry(in: UnsafeRawBufferPointer(rebasing: buffer[position..<(position + size)]))
                position += size
                if let entry, try !body(entry) { return }
            }
        }
    }

    /// The same for a body that fails in this layer only.
    static func forEach(
        in directory: Int32,
        _ body: (Entry) throws(StorageError) -> Bool
    ) throws(StorageError) {
        try forEach(in: directory, failure: { $0 }, body)
    }

    private static func entry(in record: UnsafeRawBufferPointer) -> Entry? {
        let text = UnsafeRawBufferPointer(rebasing: record[nameOffset...])
        let length = text.firstIndex(of: 0) ?? text.count
        guard length > 0, length <= FileName.maximumLength, length < text.count else { return nil }
        let dot = UInt8(ascii: ".")
        if text[0] == dot, length == 1 || (length == 2 && text[1] == dot) { return nil }
        return Entry(
            name: UnsafeBufferPointer(
                start: text.baseAddress?.assumingMemoryBound(to: UInt8.self),
                count: length
            ),
            type: record[typeOffset],
            inode: record.loadUnaligned(as: UInt64.self)
        )
    }
}
