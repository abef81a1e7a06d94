import HearthHTTP

/// One part as a test wants to see it.
struct ReadPart: Equatable, Sendable {
    var name: String
    var filename: String?
    var type: String?
    var bytes: [UInt8]

    init(_ name: String, filename: String? = nil, type: String? = nil, _ text: String) {
        self.init(name, filename: filename, type: type, bytes: Array(text.utf8))
    }

    init(_ name: String, filename: String? = nil, type: String? = nil, bytes: [UInt8]) {
        self.name = name
        self.filename = filename
        self.type = type
        self.bytes = bytes
    }
}

/// A form on its way to a reader.
enum FormFixture {
    static let multipart = "multipart/form-data; boundary=XyZ"
    static let urlencoded = "application/x-www-form-urlencoded"

    /// A request whose body arrives in these pieces.
    static func request(_ pieces: [[UInt8]], type: String, isLengthKnown: Bool = false) -> HTTPRequest {
        HTTPRequest(
            .post,
            "/",
            headers: HTTPFields([("Content-Type", type)]),
            body: HTTPRequestBody(pieces: pieces, isLengthKnown: isLengthKnown)
        )
    }

    /// Everything a reader finds.
    static func read(
        _ pieces: [[UInt8]],
        type: String = multipart,
        limits: FormLimits = FormLimits()
    ) async throws -> [ReadPart] {
        let reader = try FormReader(request: request(pieces, type: type), limits: limits)
        var parts: [ReadPart] = []
        while let part = try await reader.next() {
            var bytes: [UInt8] = []
            try await part.drain { bytes += $0 }
            parts.append(ReadPart(part.name, filename: part.filename, type: part.contentType, bytes: bytes))
        }
        return parts
    }

    /// Lines with CRLF between them.
    static func lines(_ lines: String...) -> [UInt8] { Array(lines.joined(separator: "\r\n").utf8) }
}
