import HearthClient
import HearthWire
import Testing

@Suite("Small pictures as targets", .timeLimit(.minutes(1)))
struct ThumbnailTests {
    private let file = RemotePath("/s/12/a b&c.jpg") ?? .home

    private func call<T: Target>(
        _ target: T,
        _ family: APIFamily = .hearth,
        _ reply: StubResponse
    ) async -> (request: TransportRequest?, result: Result<T.Response, ClientError>) {
        let transport = StubTransport([reply])
        let endpoint = FixedEndpoint("http://h", token: "t", family: family)
        let provider = Provider(endpoint: endpoint, transport: transport)
        do throws(ClientError) {
            let response = try await provider.request(target)
            return (transport.requests.first, .success(response))
        } catch {
            return (transport.requests.first, .failure(error))
        }
    }

    @Test("the query says what is wanted, and a known tag is asked about")
    func request() async throws {
        let image = StubResponse(headers: ["ETag": "\"x\"", "Content-Type": "image/webp"], body: [1, 2])
        let (plain, result) = await call(Thumbnail(file), .hearth, image)
        #expect(
            plain?.url
                == "http://h/api/v1/thumbnails?path=%2Fs%2F12%2Fa%20b%26c.jpg&size=256&format=webp"
        )
        #expect(plain?.headers["scope-token"] == "t")
        let reply = try result.get()
        #expect(reply.bytes == [1, 2] && reply.tag == "\"x\"" && reply.contentType == "image/webp")
        let wanted = Thumbnail(file, size: .large, format: .jpeg, knownTag: "\"x\"", password: "p")
        let (large, known) = await call(
            wanted,
            .hearth,
            StubResponse(status: 304, headers: ["ETag": "\"x\""])
        )
        #expect(large?.url.hasSuffix("&size=1280&format=jpeg") == true)
        #expect(large?.headers["If-None-Match"] == "\"x\"" && large?.headers["pwd"] == "p")
        #expect(try known.get().isUnchanged)
        let (moving, _) = await call(Thumbnail(file, isAnimated: true), .hearth, image)
        #expect(moving?.url.hasSuffix("&animated=true") == true)
        #expect(await call(Thumbnail(file), .wangpan, image).request == nil, "old servers know no such path")
    }

    @Test("a file without one is refused with its code", arguments: [APIFamily.hearth, .plugin])
    func none(_ family: APIFamily) async {
        let refusal = StubResponse.refusal(.resourceNotFound, status: 404)
        let target = ListedThumbnail("file/ab/cd/abcd.png")
        guard let target else { return #expect(Bool(false)) }
        let (request, result) = await call(target, family, refusal)
        #expect(request?.url.hasSuffix("/file/ab/cd/abcd.png") == true)
        guard case .failure(let error) = result else { return #expect(Bool(false)) }
        #expect(error.code == .resourceNotFound)
    }

    @Test(
        "only what is relative to the base is an address",
        arguments: [
            ("thumbnails?path=/s/1/a:b%2e%2e&size=256&v=1", true), ("file/ab/cd/abcd.png", true), ("", false),
            ("/file/a.png", false), ("//evil/x", false), ("https://evil/x", false), ("../sessions", false),
            ("a/../../b", false), ("a#b", false), ("\\\\evil\\x", false),
        ]
    )
    func addresses(_ url: String, _ isOne: Bool) {
        #expect((ListedThumbnail(url) != nil) == isOne)
    }

    @Test("details are read, whatever else they tell")
    func details() async throws {
        let text = """
            {"resource":{"id":5,"name":"a.jpg","size":9,"mod_time":1,"type":1,"path":"/s/12/a.jpg","excerpt":"x"},\
            "etag":"\\"t\\"","sha256":"ab","media":{"kind":"hologram","width":4,"height":"3","duration":1.5},"new":1}
            """
        let (request, result) = await call(FileDetails(file), .hearth, .data(text))
        #expect(request?.url == "http://h/api/v1/details/s/12/a%20b%26c.jpg")
        let detail = try result.get()
        #expect(detail.resource.excerpt == "x" && detail.tag == "\"t\"" && detail.sha256 == "ab")
        #expect(detail.media == WireMedia(kind: nil, width: 4, height: 3, duration: 1.5))
    }

    @Test("samples are what targets give")
    func samples() async throws {
        let endpoint = FixedEndpoint("http://h", token: "t", family: .hearth)
        var configuration = ProviderConfiguration()
        configuration.stubs = .immediate
        let provider = Provider(
            endpoint: endpoint,
            transport: StubTransport([]),
            configuration: configuration
        )
        for format in Thumbnail.Format.allCases {
            let reply = try await provider.request(Thumbnail(file, format: format))
            #expect(!reply.bytes.isEmpty && reply.contentType == "image/\(format.rawValue)")
        }
        let detail = try await provider.request(FileDetails(file))
        #expect(detail.media?.kind == .picture && detail.resource.thumbnailURL.hasPrefix("thumbnails?"))
    }

    @Test("lists ask for first lines when they are wanted")
    func excerpts() async throws {
        let reply = StubResponse.data(#"{"list":[{"name":"a","type":1,"path":"/s/1/a","excerpt":"b\nc"}]}"#)
        let (request, result) = await call(ListResources(file, tellsExcerpts: true), .hearth, reply)
        #expect(request?.url.hasSuffix("&excerpt=1") == true)
        #expect(try result.get().resources.first?.excerpt == "b\nc")
    }
}
