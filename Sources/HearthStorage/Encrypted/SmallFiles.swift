/// The small files of a vault on its inner volume: written whole and durably, read up to a bound.
enum SmallFiles {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: a regular file; a link in its place is not read.
    ///   - volume: the inner volume.
    ///   - limit: the most bytes that it may have.
    /// - Returns: the bytes, and what the file was when it was opened.
    /// - Throws: `.notFound`; `.damaged` for a file over the limit.
    static func read(
        _ path: VolumePath,
        on volume: any Volume,
        limit: Int
    ) throws(StorageError) -> (bytes: [UInt8], info: FileInfo) {
        let file = try volume.open(path)
        guard file.info.size <= Int64(limit) else {
            throw StorageError(.damaged, "a small file of a vault is longer than it can be")
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(file.info.size), alignment: 1)
        defer { buffer.deallocate() }
        let count = try file.read(into: buffer, at: 0)
        return (Array(buffer[..<count]), file.info)
    }

    /// Writes a whole file in one durable step.
    ///
    /// - Returns: what the file is now.
    /// - Throws: as ``Volume/publish(_:at:mode:)``; nothing is left behind.
    @discardableResult
    static func write(
        _ bytes: [UInt8],
        at path: VolumePath,
        on volume: any Volume,
        mode: PublishMode = .failIfExists
    ) throws(StorageError) -> FileInfo {
        let id = "vault-\(RandomName.text())"
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: bytes)
        let file = try volume.stage(id: id, size: Int64(bytes.count))
        do throws(StorageError) {
            try file.write(UnsafeRawBufferPointer(buffer), at: 0)
            try file.sync()
            return try volume.publish(file, at: path, mode: mode)
        } catch {
            try? volume.discardStaged(id: id)
            throw error
        }
    }
}

/// Names that nothing has yet.
enum RandomName {
    /// 32 hexadecimal digits.
    static func text() -> String {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".utf8)
        let bytes = (0..<32).map { _ in digits[Int(random.next() & 15)] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
