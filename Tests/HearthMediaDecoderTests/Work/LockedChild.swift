import Glibc
import HearthLog
import HearthMedia
import HearthTesting

/// The real program, locked down, as the server uses it.
struct LockedChild {
    let decoder: MediaDecoder

    init() {
        var configuration = MediaDecoder.Configuration(
            program: BuiltProgram("hearth-media").path,
            children: 1
        )
        // A busy machine is no reason to fail.
        configuration.jobTime = .seconds(120)
        configuration.startTime = .seconds(120)
        decoder = MediaDecoder(
            configuration,
            logger: Logger(label: "media", level: .error, sink: StandardErrorSink())
        )
    }

    /// Has something made of bytes in a file that only this test can open.
    func run(
        _ file: [UInt8],
        _ kind: MediaKind = .picture,
        extension name: String = "",
        _ outputs: [MediaOutput] = [MediaOutput(edge: 256, format: .png)],
        flags: Int32 = O_RDONLY
    ) async throws -> MediaOutcome {
        let directory = try TemporaryDirectory("hearth-child")
        defer { withExtendedLifetime(directory) {} }
        let path = directory.appending("file")
        let made = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let written = file.withUnsafeBytes { write(made, $0.baseAddress, $0.count) }
        close(made)
        guard written == file.count else { throw MediaError(.input, "the test's own file") }
        let descriptor = open(path, flags | O_CLOEXEC)
        defer { close(descriptor) }
        let job = MediaJob(kind: kind, fileExtension: name, size: Int64(file.count), outputs: outputs)
        return try await decoder.run(job, on: .descriptor(descriptor), urgency: .interactive)
    }

    /// The same, but the child has to ask for the bytes.
    func run(
        reading file: [UInt8],
        _ kind: MediaKind = .picture,
        failsAt limit: Int = .max,
        pieces: Int = .max
    ) async throws -> MediaOutcome {
        let job = MediaJob(
            kind: kind,
            fileExtension: "",
            size: Int64(file.count),
            outputs: [MediaOutput(edge: 256, format: .png)]
        )
        let reader = BytesReader(bytes: file, limit: limit, pieces: pieces)
        return try await decoder.run(job, on: .reader(reader), urgency: .interactive)
    }
}

/// Hands out bytes in small pieces if wanted, up to where it fails.
private struct BytesReader: MediaReader {
    struct Failure: Error {}

    let bytes: [UInt8]
    let limit: Int
    let pieces: Int

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        guard Int(offset) < limit else { throw Failure() }
        let piece = bytes[min(Int(offset), bytes.count)...].prefix(min(buffer.count, pieces))
        buffer.copyBytes(from: piece)
        return piece.count
    }
}
