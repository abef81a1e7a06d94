import Synchronization

extension EncryptedStagedFile {
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        guard !buffer.isEmpty else { return 0 }
        let first = SealedBlocks.place(of: offset).block
        let wanted = first...SealedBlocks.place(of: offset + Int64(buffer.count) - 1).block
        let size = try state.withLock { state throws(StorageError) in
            try flush(&state) { wanted.contains($0.number) }
            return state.size
        }
        let outcome = try read(into: buffer, at: offset, size: size)
        if !outcome.hasHoles, outcome.count > 0 {
            let last = SealedBlocks.place(of: offset + Int64(outcome.count) - 1).block
            state.withLock { state in
                // Cut meanwhile: then nothing is known of what was there.
                if state.size >= size { state.written.insert(first..<(last + 1)) }
            }
        }
        return outcome.count
    }

    private func read(
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int64,
        size: Int64
    ) throws(StorageError) -> SealedBlocks.Outcome {
        let source = { (bytes: UnsafeMutableRawBufferPointer, offset: Int64) throws(StorageError) in
            try self.inner.read(into: bytes, at: offset)
        }
        do throws(StorageError) {
            return try SealedBlocks(key: key, size: size, allowsHoles: true)
                .read(into: buffer, at: offset, from: source)
        } catch {
            guard error.code == .damaged else { throw error }
            // Perhaps the block was being sealed anew just then, at another length: once more, and nobody does.
            return try state.withLock { state throws(StorageError) in
                try SealedBlocks(key: key, size: state.size, allowsHoles: true)
                    .read(into: buffer, at: offset, from: source)
            }
        }
    }
}
