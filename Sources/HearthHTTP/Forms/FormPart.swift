/// One part of a form; its bytes are read once, before the reader goes on.
package struct FormPart {
    private let reader: FormReader
    private let number: Int
    private let header: FormPartHeader

    init(reader: FormReader, number: Int, header: FormPartHeader) {
        self.reader = reader
        self.number = number
        self.header = header
    }

    /// The field's name; invalid UTF-8 is shown as U+FFFD.
    package var name: String { String(decoding: header.name, as: UTF8.self) }
    /// The name of the file as the client gave it, or nil for a field that is no file.
    ///
    /// Untrusted: may be empty, hold `/` or control characters, or be a whole path.
    package var filename: String? { header.filename.map { String(decoding: $0, as: UTF8.self) } }
    /// The same as bytes.
    package var filenameBytes: [UInt8]? { header.filename }
    /// The media type that the client gave for the part.
    package var contentType: String? { header.contentType }

    /// The part's text.
    ///
    /// - Parameter limit: the most bytes allowed; nil takes ``FormLimits/fieldBytes``.
    /// - Returns: what has not been read yet.
    /// - Throws: `.bodyTooLarge` past the limit, `.badRequest` for invalid UTF-8 or a broken form, `.closed` when
    ///   the reader has gone on, or what the body throws.
    package nonisolated(nonsending) func text(limit: Int? = nil) async throws(HTTPError) -> String {
        guard let text = String(validating: try await bytes(limit: limit), as: UTF8.self) else {
            throw HTTPError(.badRequest, "a field of a form is not UTF-8")
        }
        return text
    }

    /// The part's bytes in memory; for small parts.
    ///
    /// - Parameter limit: the most bytes allowed; nil takes ``FormLimits/fieldBytes``.
    /// - Returns: what has not been read yet.
    /// - Throws: as ``text(limit:)``, invalid UTF-8 aside.
    package nonisolated(nonsending) func bytes(limit: Int? = nil) async throws(HTTPError) -> [UInt8] {
        let limit = limit ?? reader.fieldLimit
        var bytes: [UInt8] = []
        while let piece = try await reader.read(part: number) {
            guard piece.count <= limit - bytes.count else {
                throw HTTPError(.bodyTooLarge, "a field of a form is over \(limit) bytes")
            }
            bytes += piece
        }
        return bytes
    }

    /// Hands all of the part to `sink`, piece by piece as it arrives.
    ///
    /// - Parameter sink: gets pieces of at most 64 KiB, valid during the call only; it may block briefly.
    /// - Throws: as ``bytes(limit:)`` without a limit, or what `sink` throws, which ends the reading.
    package nonisolated(nonsending) func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        while let piece = try await reader.read(part: number) { try piece.withUnsafeBytes(sink) }
    }
}
