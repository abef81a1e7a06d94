import HearthConcurrency
import HearthCrypto
package import HearthStorage
import HearthWire

/// Whole files in one request, received before it is decided where they go.
extension Uploads {
    /// Takes a whole file in one request; nothing of it is kept unless everything fits.
    ///
    /// - Throws: 10013 for other bytes than announced; 10014 for another length.
    package func uploadWhole(
        _ key: UploadKey?,
        to access: RootAccess,
        _ destination: VolumePath,
        _ source: any ByteSource,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> Resource {
        let spooled = try await spool(source, on: access, size: attributes.plan.size ?? source.length)
        return try await publish(spooled, key, to: access, destination, caller, attributes)
    }

    /// Bytes received before it was known where they belong: a form that sends its file first.
    package struct Spooled: Sendable {
        let staged: any StagedFile
        let volume: any Volume
        let hash: SHA256Digest
        /// Bytes received.
        package let size: Int64
    }

    /// Receives a body into a temporary file on the root's partition.
    package func spool(_ source: any ByteSource, on access: RootAccess, size: Int64?) async throws -> Spooled
    {
        if let size { try checkSpace(access, for: size) }
        let volume = access.volume
        let id = try UploadID.make(prefix: "whole")
        let staged = try await blocking.run { try storage { try volume.stage(id: id, size: size) } }
        do {
            var hasher = try SHA256Hasher()
            let beside =
                size ?? .max < PieceHasher.leastSize
                ? nil : PieceHasher(try SHA256Hasher(), beside: blocking)
            var received: Int64 = 0
            try await source.drain { piece in
                guard received + Int64(piece.count) <= ChunkPlan.largestFile else {
                    throw DriveError(.fileTooLarge)
                }
                beside?.add(piece)
                try storage { try staged.write(piece, at: received) }
                if beside == nil { try hasher.update(piece) }
                received += Int64(piece.count)
            }
            if let beside { hasher = try beside.take() }
            return Spooled(staged: staged, volume: volume, hash: try hasher.finish(), size: received)
        } catch {
            try? await blocking.run { try volume.discardStaged(id: id) }
            throw error
        }
    }

    /// Publishes a spooled body as a whole file.
    package func publish(
        _ spooled: Spooled,
        _ key: UploadKey?,
        to access: RootAccess,
        _ destination: VolumePath,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> Resource {
        do {
            if let size = attributes.plan.size, size != spooled.size { throw DriveError(.chunksIncomplete) }
            if let key, key.hash != spooled.hash { throw DriveError(.hashMismatch) }
            return try await roots.changing([access.root.id]) {
                let access = try await current(access, caller)
                let resource = try await publishNow(spooled, to: access, destination, caller, attributes)
                whenPlaced((resource, caller))
                return resource
            }
        } catch {
            await drop(spooled)
            throw error
        }
    }

    private func publishNow(
        _ spooled: Spooled,
        to access: RootAccess,
        _ destination: VolumePath,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> Resource {
        let order = Publisher.Order(
            access: access,
            destination: destination,
            conflict: attributes.conflict,
            expected: attributes.expected,
            hash: spooled.hash,
            modified: attributes.modified,
            identification: attributes.identification,
            user: caller.user.id,
            upload: nil
        )
        let staged = try await transplant(spooled, to: access.volume)
        if staged === spooled.staged { return try await publisher.publish(staged, order) }
        let volume = access.volume
        do {
            let resource = try await publisher.publish(staged, order)
            await drop(spooled)
            return resource
        } catch {
            let id = staged.id
            try? await blocking.run { try volume.discardStaged(id: id) }
            throw error
        }
    }

    /// Removes a spooled body that nobody published.
    package func drop(_ spooled: Spooled) async {
        let volume = spooled.volume
        let id = spooled.staged.id
        try? await blocking.run { try volume.discardStaged(id: id) }
    }

    /// Hands a spooled body on to whoever asks for bytes.
    package func source(of spooled: Spooled) -> any ByteSource { SpooledSource(spooled: spooled) }
}

private struct SpooledSource: ByteSource {
    let spooled: Uploads.Spooled
    var length: Int64? { spooled.size }

    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 4_096)
        defer { buffer.deallocate() }
        var position: Int64 = 0
        while position < spooled.size {
            let want = Int(min(Int64(buffer.count), spooled.size - position))
            let got = try storage {
                try spooled.staged.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<want]),
                    at: position
                )
            }
            if got <= 0 { throw DriveError(.internalError) }
            try sink(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
            position += Int64(got)
        }
    }
}
