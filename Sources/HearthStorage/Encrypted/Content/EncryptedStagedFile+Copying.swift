extension EncryptedStagedFile {
    /// Plain bytes that are in memory at once while content is copied.
    private static let pieceSize = 1 << 20

    func copy(_ range: Range<Int64>, from other: any StagedFile) throws(StorageError) {
        do {
            try copy(range, reading: other.read(into:at:), progress: { _ in })
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.io, "copying between unfinished files: \(error)")
        }
    }

    func copy(_ size: Int64, of file: any ReadableFile, progress: (Int64) throws -> Void) throws {
        try copy(0..<size, reading: file.read(into:at:), progress: progress)
        if size == 0 { try progress(0) }
    }

    /// Through memory, whatever the source: its bytes are sealed here with another key, or for the first time.
    private func copy(
        _ range: Range<Int64>,
        reading read: (UnsafeMutableRawBufferPointer, Int64) throws -> Int,
        progress: (Int64) throws -> Void
    ) throws {
        let length = Int(min(Int64(Self.pieceSize), range.upperBound - range.lowerBound))
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 64)
        defer { memory.deallocate() }
        var position = range.lowerBound
        while position < range.upperBound {
            let want = Int(min(Int64(length), range.upperBound - position))
            let piece = UnsafeMutableRawBufferPointer(rebasing: memory[..<want])
            guard try read(piece, position) == want else {
                throw StorageError(.changed, "the file became shorter while it was copied")
            }
            try write(UnsafeRawBufferPointer(piece), at: position)
            position += Int64(want)
            try progress(Int64(want))
        }
    }
}
