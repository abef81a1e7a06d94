import HearthArchive
import HearthLog
import HearthStorage
import HearthWire

/// An archive that is ready to be sent: everything was checked, nothing was built.
package struct ArchiveStream: Sendable {
    /// Takes the bytes, front to back; returning is the back-pressure.
    package typealias Sink = @Sendable ([UInt8]) async throws -> Void

    /// What the download is called, with its ending.
    package let name: [UInt8]
    /// The media type.
    package let contentType: String
    /// How many bytes it will have, where that was cheap to find out; if so, a file that changes meanwhile ends it.
    package let length: Int64?

    let format: ArchiveFormat
    /// What was found first; all there is when the length is known.
    let first: [ArchiveWalk.Item]
    let walk: ArchiveWalk
    let log: Logger

    /// Content goes out in pieces of this size.
    private static let piece = 256 << 10
    /// Files up to this size are gathered.
    private static let small = 64 << 10

    /// Writes the whole archive.
    ///
    /// - Throws: what the sink throws; a failure of a file, a change of one while it was read, a directory that may not be read,
    ///   and anything that was seen and went away before its turn (its whole folder may be on its way to another disk): the
    ///   archive must then be cut, so that nobody takes it for whole.
    package func write(to sink: @escaping Sink) async throws {
        var run = Run(encoder: format.encoder(), isExact: length != nil, sink: sink)
        do {
            var items = first
            while !items.isEmpty {
                for item in items { try await run.add(item) }
                items = length == nil ? try await walk.next() : []
            }
            try await run.finish()
        } catch let error as DriveError {
            throw cut(error, "\(error.code.rawValue)")
        } catch let error as StorageError {
            throw cut(error, "\(error.code)")
        } catch let error as ArchiveError {
            throw cut(error, "\(error.code)")
        }
    }

    private func cut(_ error: any Error, _ reason: String) -> any Error {
        log.warning(
            "an archive was cut off: a file could not be read or changed",
            ["reason": .string(reason)]
        )
        return error
    }

    /// The length of an archive of these items.
    ///
    /// - Throws: 10029 for a path that the format cannot hold.
    static func length(of items: [ArchiveWalk.Item], format: ArchiveFormat) throws -> Int64 {
        var encoder = format.encoder()
        var length: Int64 = 0
        do throws(ArchiveError) {
            for item in items {
                let entry = item.archiveEntry(item.info)
                length += Int64(try encoder.begin(entry).count) + entry.size
                encoder.skipContent()
                length += Int64(try encoder.end().count)
            }
        } catch {
            throw DriveError(error.code == .pathTooLong ? .nameTooLong : .internalError, cause: error)
        }
        return encoder.finish().reduce(length) { $0 + Int64($1.count) }
    }

    /// One writing of it.
    private struct Run {
        var encoder: any ArchiveEncoder
        /// Whether what was found must still be there as it was.
        let isExact: Bool
        let sink: Sink
        var buffer: [UInt8] = []

        init(encoder: any ArchiveEncoder, isExact: Bool, sink: @escaping Sink) {
            self.encoder = encoder
            self.isExact = isExact
            self.sink = sink
        }

        mutating func add(_ item: ArchiveWalk.Item) async throws {
            if item.info.kind == .directory {
                buffer += try encoder.begin(item.archiveEntry(item.info))
                buffer += try encoder.end()
                return try await flush(over: ArchiveStream.piece)
            }
            if let text = item.text {
                buffer += try encoder.begin(item.archiveEntry(item.info))
                try text.withUnsafeBytes { try encoder.content($0) }
                buffer += text + (try encoder.end())
                return try await flush(over: ArchiveStream.piece)
            }
            let file = try item.volume.open(item.path)
            let info = file.info
            if isExact, !info.isSameVersion(as: item.info) {
                throw StorageError(.changed, "a file changed before it was read")
            }
            buffer += try encoder.begin(item.archiveEntry(info))
            try await copy(file, info.size)
            guard try file.currentInfo().isSameVersion(as: info) else {
                throw StorageError(.changed, "a file changed while it was read")
            }
            buffer += try encoder.end()
            try await flush(over: ArchiveStream.piece)
        }

        mutating func finish() async throws {
            for piece in encoder.finish() {
                buffer += piece
                try await flush(over: ArchiveStream.piece)
            }
            try await flush(over: 0)
        }

        private mutating func copy(_ file: any ReadableFile, _ size: Int64) async throws {
            if size > ArchiveStream.small { try await flush(over: 0) }
            var offset: Int64 = 0
            while offset < size {
                let want = Int(min(Int64(ArchiveStream.piece), size - offset))
                let bytes = try [UInt8](unsafeUninitializedCapacity: want) { space, count in
                    count = try file.read(into: UnsafeMutableRawBufferPointer(space), at: offset)
                }
                guard !bytes.isEmpty else { throw StorageError(.changed, "a file became shorter") }
                try bytes.withUnsafeBytes { try encoder.content($0) }
                offset += Int64(bytes.count)
                if size > ArchiveStream.small { try await sink(bytes) } else { buffer += bytes }
            }
        }

        private mutating func flush(over limit: Int) async throws {
            guard buffer.count > limit else { return }
            let full = buffer
            buffer = []
            try await sink(full)
        }
    }
}

extension ArchiveWalk.Item {
    /// As the archive describes it: the size and time of the file that was opened.
    func archiveEntry(_ info: FileInfo) -> ArchiveEntry {
        ArchiveEntry(
            path: entry,
            kind: info.kind == .directory ? .directory : .file(size: info.size),
            seconds: info.modified.seconds,
            nanoseconds: info.modified.nanoseconds
        )
    }
}
