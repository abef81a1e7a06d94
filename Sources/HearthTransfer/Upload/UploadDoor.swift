import HearthClient
import HearthWire

/// One open source and where it goes.
struct UploadDoor: Sendable {
    let context: TransferContext
    let file: LocalFile
    let facts: FileFacts
    let path: RemotePath

    /// Whether one request is enough, and no more than a chunk is lost with it.
    var fitsOneRequest: Bool { facts.size <= BlockSet.blockSize }

    var lane: TransferRemote.Lane { facts.size > context.configuration.largeThreshold ? .large : .small }

    /// Whether the file is still what it was when it was opened, under its name too.
    func isUnchanged() async throws(TransferError) -> Bool {
        let (file, facts) = (file, facts)
        return try await context.work.run { () throws(TransferError) in try Self.isUnchanged(file, facts) }
    }

    private static func isUnchanged(_ file: LocalFile, _ facts: FileFacts) throws(TransferError) -> Bool {
        guard try file.facts().identity == facts.identity else { return false }
        return try LocalFile.facts(file.path)?.identity == facts.identity
    }

    /// Holds the bytes against the hash under which they were ordered.
    ///
    /// The home would otherwise take an identity for that of other bytes, and nobody would ever send those.
    ///
    /// - Throws: ``TransferError/Code/sourceChanged``.
    func identify(_ row: TransferRow, _ hash: String) throws(TransferError) {
        guard let ordered = row.orderedHash, ordered != hash else { return }
        throw TransferError(.sourceChanged, file.path.description)
    }

    /// Turns failures into what the sending does next.
    static func restart(_ error: TransferError) -> FileUpload.Restart {
        if error.code == .sourceChanged { return .sourceChanged }
        // The bytes that came are not those that were hashed: the file changed between the two.
        if error.wireCode == .hashMismatch { return .sourceChanged }
        if error.wireCode == .notFound { return .uploadLost }
        return .failed(error)
    }

    // MARK: One request

    /// Sends a small file with its hash in one form.
    func sendWhole(_ row: inout TransferRow) async throws(FileUpload.Restart) -> WireResource {
        do throws(TransferError) {
            let size = facts.size
            let (file, facts) = (file, facts)
            let isHeld = size <= TransferRemote.memoryLimit
            let (bytes, hash) = try await context.work.run { () throws(TransferError) -> ([UInt8], String) in
                let hasher = SHA256Hasher()
                var bytes: [UInt8] = []
                var failure: TransferError?
                let piece = isHeld ? Int(size) : 256 << 10
                var position: Int64 = 0
                while position < size || piece == 0 && position == 0 {
                    let want = min(piece, Int(size - position))
                    bytes = [UInt8](unsafeUninitializedCapacity: want) { buffer, count in
                        do throws(TransferError) {
                            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: position)
                        } catch {
                            failure = error
                            count = 0
                        }
                    }
                    if let failure { throw failure }
                    guard bytes.count == want else {
                        throw TransferError(.sourceChanged, file.path.description)
                    }
                    hasher.update(bytes)
                    position += Int64(want)
                    if want == 0 { break }
                }
                guard try Self.isUnchanged(file, facts) else {
                    throw TransferError(.sourceChanged, file.path.description)
                }
                return (isHeld ? bytes : [], hasher.hexadecimal())
            }
            try identify(row, hash)
            row.hash = hash
            let (conflict, modified, identification) = (row.conflict, row.modified, row.identification)
            return try await Retrier.run(context) { () async throws(ClientError) -> WireResource in
                let attempt = context.meter.attempt()
                var settled: Int64 = 0
                defer { attempt.settle(settled) }
                let content: MultipartPart.Content
                if isHeld {
                    content = .bytes(bytes)
                    attempt.add(bytes.count)
                } else {
                    content = .file(
                        FilePart(descriptor: file.descriptor, offset: 0, length: size) { attempt.add($0) }
                    )
                }
                let resource = try await context.remote.uploadWhole(
                    path,
                    content,
                    size: size,
                    hash: hash,
                    modified: modified,
                    conflict: conflict,
                    identification: identification
                )
                settled = size
                return resource
            }
        } catch {
            throw Self.restart(error)
        }
    }
}
