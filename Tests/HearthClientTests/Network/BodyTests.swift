import HearthClient
import HearthTesting
import HearthWire
import Testing

@Suite("Bodies and queries")
struct BodyTests {
    private func bytes(of body: TransportBody) async throws -> [UInt8] {
        switch body {
        case .bytes(let bytes): return bytes
        case .stream(let stream):
            var bytes: [UInt8] = []
            while let piece = try await stream.next() { bytes += piece }
            #expect(stream.length.map { $0 == Int64(bytes.count) } ?? true)
            return bytes
        default: return []
        }
    }

    @Test("multipart has its parts, lengths and escaped names")
    func multipart() async throws {
        try await AnonymousFile.with(Array("0123456789".utf8)) { try await checkMultipart($0) }
    }

    private func checkMultipart(_ descriptor: Int32) async throws {
        let name = "a\"b\r\nc%41é.txt"
        let body = MultipartBody([
            .field("action", "chunk"),
            MultipartPart(
                name: "uploadfile",
                fileName: name,
                contentType: "text/plain",
                content: .file(FilePart(descriptor: descriptor, offset: 2, length: 5))
            ),
        ])
        let mark = "--\(body.boundary)\r\n"
        let expected =
            mark + "Content-Disposition: form-data; name=\"action\"\r\n\r\nchunk\r\n" + mark
            + "Content-Disposition: form-data; name=\"uploadfile\"; filename=\"a%22b%0D%0Ac%41é.txt\"\r\n"
            + "Content-Type: text/plain\r\n\r\n23456\r\n--\(body.boundary)--\r\n"
        #expect(try await bytes(of: body.transportBody) == Array(expected.utf8))
        #expect(body.length == Int64(expected.utf8.count))
        #expect(body.contentType == "multipart/form-data; boundary=\(body.boundary)")
    }

    @Test("a file that became shorter fails the body")
    func shortFile() async throws {
        try await AnonymousFile.with([]) { descriptor in
            let part = FilePart(descriptor: descriptor, offset: 0, length: 5)
            let body = MultipartBody([MultipartPart(name: "f", content: .file(part))])
            let error = await #expect(throws: TransportError.self) { try await bytes(of: body.transportBody) }
            #expect(error?.kind == .sourceChanged)
        }
    }

    @Test("queries and forms are encoded byte by byte")
    func encoding() async throws {
        struct Odd: Target {
            typealias Response = Void
            var path: String { "/x" }
            var task: TargetTask
        }
        let items = [("q", "a+b&c=d %41#é"), ("u\u{308}", "")]
        let transport = StubTransport([.data()])
        let provider = Provider(endpoint: FixedEndpoint("http://h/"), transport: transport)
        try await provider.request(Odd(task: .query(items)))
        try await provider.request(Odd(task: .form(items)))
        let expected = "q=a%2Bb%26c%3Dd%20%2541%23%C3%A9&u%CC%88="
        #expect(transport.requests[0].url == "http://h/api/v1/x?" + expected)
        #expect(try await bytes(of: transport.requests[1].body) == Array(expected.utf8))
        #expect(transport.requests[1].headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test("replies are read as real servers send them")
    func lenient() throws {
        func read<Model: Decodable>(_ type: Model.Type, _ text: String) throws -> Model {
            try LenientDecoding.decode(type, from: try JSONValue(parsing: Array(text.utf8)))
        }
        let pool = try read(Pool.self, #"{"id":5,"name":"__system__","capacity":"100","use_capacity":2.0}"#)
        #expect(
            pool.id == "5" && pool.capacity == 100 && pool.used == 2 && pool.isSystem
                && pool.partitions.isEmpty
        )
        #expect(try read(Home.self, #"{"id":0,"name":"H"}"#).id == "0")
        #expect(try read(DriveSettings.self, #"{"is_auto_del":true}"#).deletesLeaving)
        #expect(try read(DriveSettings.self, #"{"is_auto_del":1}"#).deletesLeaving)
        #expect(try read(BackupState.self, #"{"identifications":null}"#).identifications.isEmpty)
        let reply = try read(
            ResourceReply.self,
            #"{"resources":{"name":"a","type":"1","read":"1","size":"7"}}"#
        )
        #expect(reply.resource?.size == 7 && reply.resource?.canRead == true && reply.chunks.isEmpty)
        #expect(
            try read(ResourceReply.self, #"{"resource":{"name":"","type":0},"chunks":[{"id":1}]}"#).resource
                == nil
        )
        #expect(try read(ListPage<Folder>.self, #"{"list":[{"id":3}]}"#).list.first?.mode == .private)
        #expect(throws: ClientError.self) { try read(Pool.self, #"{"id":"x"}"#) }
        #expect(throws: ClientError.self) { try read(Pool.self, #"{"name":"p","capacity":"many"}"#) }
    }

    @Test("Retry-After is seconds or a date, texts are ours for codes we know")
    func texts() {
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        #expect(HTTPDate.seconds("Thu, 29 Feb 2024 00:00:00 GMT") == 1_709_164_800)
        #expect(HTTPDate.seconds("yesterday") == nil)
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 9223372036854775807:00:00 GMT") == nil)
        let endless = TransportResponse.Head(
            status: 206,
            headers: ["Content-Range": "bytes 0-9223372036854775807/*"]
        )
        #expect(DownloadReply(endless).length == nil)
        let known = ClientError(.server(code: .nameInUse, reason: "theirs"))
        #expect(known.text(.english) == WireCode.nameInUse.reason(.english))
        let unknown = ClientError(.server(code: WireCode(rawValue: 123_456), reason: "theirs"))
        #expect(unknown.text(.english) == "theirs")
    }
}
