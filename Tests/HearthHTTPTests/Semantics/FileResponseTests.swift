import HearthHTTP
import HearthTesting
import Testing

@Suite("File responses")
struct FileResponseTests {
    static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"

    /// `seq 1000`: 3893 bytes.
    static let file = MemoryFile(Array((1...1000).map { "\($0)\n" }.joined().utf8))

    struct Case: Sendable, CustomTestStringConvertible {
        let range: String
        let status: Int
        let count: Int
        var contentRange: String?
        var testDescription: String { range }
    }

    @Test(
        "the table of trap 21",
        arguments: [
            Case(range: "-10", status: 206, count: 10, contentRange: "bytes 3883-3892/3893"),
            Case(range: "-99999", status: 206, count: 3893, contentRange: "bytes 0-3892/3893"),
            Case(range: "0-99999", status: 206, count: 3893, contentRange: "bytes 0-3892/3893"),
            Case(range: "5-1", status: 200, count: 3893),
            Case(range: "abc-", status: 200, count: 3893),
            Case(range: "999999-", status: 416, count: 0, contentRange: "bytes */3893"),
            Case(range: "0-0", status: 206, count: 1, contentRange: "bytes 0-0/3893"),
        ]
    )
    func trap21(_ item: Case) async throws {
        let response = Self.respond([("Range", "bytes=\(item.range)")])
        #expect(response.status == item.status)
        #expect(response.headers["Content-Range"] == item.contentRange)
        let bytes = try await content(of: response)
        #expect(bytes.count == item.count)
        if item.status == 206 {
            let bounds = try #require(item.contentRange?.split { " -/".contains($0) }.compactMap { Int($0) })
            #expect(bytes == Array(Self.file.bytes[bounds[0]...bounds[1]]))
        }
    }

    @Test("several ranges are multipart/byteranges with an exact length")
    func multipart() async throws {
        let response = Self.respond([("Range", "bytes=0-0,5-6,-3")])
        #expect(response.status == 206)
        #expect(response.headers["Content-Range"] == nil)
        let type = try #require(response.headers["Content-Type"])
        let prefix = "multipart/byteranges; boundary="
        try #require(type.hasPrefix(prefix))
        let boundary = type.dropFirst(prefix.count)
        let expected = """
            --\(boundary)\r
            Content-Type: text/plain\r
            Content-Range: bytes 0-0/3893\r
            \r
            1\r
            --\(boundary)\r
            Content-Type: text/plain\r
            Content-Range: bytes 5-6/3893\r
            \r
            \n4\r
            --\(boundary)\r
            Content-Type: text/plain\r
            Content-Range: bytes 3890-3892/3893\r
            \r
            00\n\r
            --\(boundary)--\r\n
            """
        let bytes = try await content(of: response)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        #expect(response.contentLength == Int64(bytes.count))
        #expect(
            Self.respond([("Range", "bytes=0-0,5-6")]).headers["Content-Type"] != type,
            "a new boundary each time"
        )
    }

    @Test("one satisfiable range of several is sent alone")
    func single() async throws {
        let response = Self.respond([("Range", "bytes=9999-,0-1")])
        #expect(response.status == 206)
        #expect(response.headers["Content-Range"] == "bytes 0-1/3893")
        #expect(response.headers["Content-Type"] == "text/plain")
        #expect(try await content(of: response) == Array("1\n".utf8))
    }

    @Test("an empty file: whole 200, any position 416")
    func empty() {
        let empty = MemoryFile([])
        #expect(Self.respond([], file: empty).status == 200)
        #expect(Self.respond([], file: empty).contentLength == 0)
        let refused = Self.respond([("Range", "bytes=0-0")], file: empty)
        #expect(refused.status == 416)
        #expect(refused.headers["Content-Range"] == "bytes */0")
        #expect(Self.respond([("Range", "bytes=-5")], file: empty).status == 200)
    }

    @Test("HEAD has GET's fields and ignores Range")
    func head() {
        let get = Self.respond([])
        let head = Self.respond([("Range", "bytes=0-0")], method: .head)
        #expect(head.status == 200)
        #expect(head.headers == get.headers)
        #expect(head.contentLength == 3893)
    }

    struct IfRange: Sendable, CustomTestStringConvertible {
        let value: String
        var isWeak = false
        let status: Int
        var testDescription: String { value + (isWeak ? " on a weak tag" : "") }
    }

    @Test(
        "If-Range compares strongly",
        arguments: [
            IfRange(value: #""v1""#, status: 206),
            IfRange(value: #""v0""#, status: 200),
            IfRange(value: #"W/"v1""#, status: 200),
            IfRange(value: #""v1""#, isWeak: true, status: 200),
            IfRange(value: #"W/"v1""#, isWeak: true, status: 200),
            IfRange(value: modified, status: 206),
            IfRange(value: modified, isWeak: true, status: 200),
            IfRange(value: "Sunday, 06-Nov-94 08:49:37 GMT", status: 206),
            IfRange(value: "Sun, 06 Nov 1994 08:49:38 GMT", status: 200),
            IfRange(value: "Sun, 06 Nov 1994 08:49:36 GMT", status: 200),
            IfRange(value: "nonsense", status: 200),
            IfRange(value: "*", status: 200),
            IfRange(value: #""v1", "v0""#, status: 200),
        ]
    )
    func ifRange(_ item: IfRange) {
        let fields = [("Range", "bytes=0-1"), ("If-Range", item.value)]
        #expect(Self.respond(fields, isWeak: item.isWeak).status == item.status)
    }

    @Test("If-Range does not bring back a range past the end")
    func ifRangePastTheEnd() {
        #expect(Self.respond([("Range", "bytes=9999-"), ("If-Range", #""v1""#)]).status == 416)
        #expect(Self.respond([("Range", "bytes=9999-"), ("If-Range", #""v0""#)]).status == 200)
    }

    @Test("two Range lines are none")
    func twoLines() {
        #expect(Self.respond([("Range", "bytes=0-1"), ("Range", "bytes=3-4")]).status == 200)
    }

    @Test("304 and 412 carry validators, no content fields, and beat 416")
    func conditions() {
        let notModified = Self.respond([("If-None-Match", #""v1""#), ("Range", "bytes=9999-")])
        #expect(notModified.status == 304)
        #expect(notModified.headers["ETag"] == #""v1""#)
        #expect(notModified.headers["Last-Modified"] == Self.modified)
        #expect(notModified.headers["Cache-Control"] == "private, no-cache")
        #expect(notModified.headers["Content-Type"] == nil)
        #expect(notModified.headers["Content-Disposition"] == nil)
        #expect(notModified.contentLength == 0)
        let failed = Self.respond([("If-Match", #""v0""#), ("Range", "bytes=0-1")])
        #expect(failed.status == 412)
        #expect(failed.contentLength == 0)
        #expect(Self.respond([("If-Match", #""v1""#), ("Range", "bytes=0-1")]).status == 206)
    }

    private static func respond(
        _ fields: [(String, String)],
        method: HTTPMethod = .get,
        file: MemoryFile = file,
        isWeak: Bool = false
    ) -> HTTPResponse {
        fileResponse(
            to: HTTPRequest(method, "/f", headers: HTTPFields(fields)),
            content: file,
            validators: FileValidators(etag: isWeak ? #"W/"v1""# : #""v1""#, lastModified: 784_111_777),
            headers: HTTPFields([
                ("Content-Type", "text/plain"), ("Content-Disposition", "attachment"),
                ("Cache-Control", "private, no-cache"),
            ])
        )
    }

    private func content(of response: HTTPResponse) async throws -> [UInt8] {
        guard case .file(let file, let parts) = response.body else { return [] }
        var bytes: [UInt8] = []
        for part in parts {
            bytes += part.prefix
            var stretch = [UInt8](repeating: 0, count: part.range.count)
            let memory = try #require(file as? MemoryFile)
            let read = stretch.withUnsafeMutableBytes { memory.copy(into: $0, at: part.range.lowerBound) }
            #expect(read == stretch.count)
            bytes += stretch
        }
        return bytes
    }
}

/// A file in memory.
struct MemoryFile: FileContent {
    let bytes: [UInt8]
    let descriptor: Int32? = nil

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int64 { Int64(bytes.count) }

    func copy(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        let start = min(Int(offset), bytes.count)
        let end = min(start + buffer.count, bytes.count)
        buffer.copyBytes(from: bytes[start..<end])
        return end - start
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) async throws -> Int {
        copy(into: buffer, at: offset)
    }
}
