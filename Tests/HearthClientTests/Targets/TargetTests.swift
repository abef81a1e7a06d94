import HearthClient
import HearthWire
import Testing

@Suite("Targets", .timeLimit(.minutes(1)))
struct TargetTests {
    private func sent(
        _ target: some Target,
        _ family: APIFamily = .hearth,
        _ reply: StubResponse = .data()
    ) async -> TransportRequest? {
        let transport = StubTransport([reply])
        let endpoint = FixedEndpoint("http://h", token: "t", family: family)
        let provider = Provider(endpoint: endpoint, transport: transport)
        _ = try? await provider.request(target)
        return transport.requests.first
    }

    private func body(_ request: TransportRequest?) -> String {
        guard case .bytes(let bytes)? = request?.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private let file = RemotePath("/s/12/90%hello/q?x") ?? .home

    @Test(
        "paths stand behind each base",
        arguments: [
            (APIFamily.hearth, "http://h/api/v1"), (.wangpan, "http://h/wangpan/api"),
            (.plugin, "http://h/api/plugin/wangpan"),
        ]
    )
    func bases(_ family: APIFamily, _ base: String) async {
        let listed = await sent(ListResources(file, page: 2, pageSize: 30, password: "p"), family)
        #expect(listed?.url == base + "/resources/s/12/90%25hello/q%3Fx?type=0&page=2&page_size=30")
        #expect(listed?.headers["pwd"] == "p" && listed?.headers["scope-token"] == "t")
        #expect(await sent(MakeDirectory(file), family)?.url == base + "/resources/s/12/90%25hello/q%3Fx/")
        #expect(await sent(Download(file), family)?.url == base + "/download/s/12/90%25hello/q%3Fx")
        #expect(await sent(KnownChunks(hash: "ab-1"), family)?.url == base + "/chunks/ab-1")
        #expect(
            await sent(DropUpload(file, hash: "ab"), family)?.url == base + "/cache/s/12/90%25hello/q%3Fxab"
        )
        let hub = await sent(ListMembers(), family)?.url
        #expect(hub == (family == .hearth ? "http://h/api/v1/users" : "http://h/api/users"))
    }

    @Test("what Hearth alone has is not asked of others")
    func unsupported() async {
        #expect(await sent(CreateUpload(file), .wangpan) == nil)
        #expect(await sent(SignIn(accountName: "a", password: "b"), .plugin) == nil)
        #expect(await sent(SignIn(accountName: "a", password: "b"))?.method == "POST")
    }

    @Test("bodies are what the server reads")
    func bodies() async {
        #expect(
            body(await sent(CreateUpload(file, size: 3, onConflict: .fail)))
                == #"{"path":"/s/12/90%hello/q?x","size":3,"on_conflict":"fail"}"#
        )
        #expect(body(await sent(Rename(file, to: "n"))) == #"{"name":"n"}"#)
        let move = await sent(
            CopyOrMove(.move, .paths([file]), into: RemotePath(rootID: 1), prefersTask: true)
        )
        #expect(body(move) == #"{"action":"move","destination":"/s/1","sources":["/s/12/90%hello/q?x"]}"#)
        #expect(move?.headers["Prefer"] == "respond-async")
        let all = await sent(
            DeleteResources(.everything(in: RemotePath(rootID: 1), except: ["a"], tag: "W/\"1\""))
        )
        #expect(
            body(all) == #"{"parent":"/s/1","all":true,"except":["a"]}"#
                && all?.headers["If-Match"] == "W/\"1\""
        )
        let folder = CreateFolder(
            name: "n",
            mode: .private,
            poolName: "p",
            partitionName: "q",
            members: [FolderMember(userID: 1, canRead: true)],
            password: "secret"
        )
        #expect(
            body(await sent(folder)).hasPrefix(
                #"{"is_encrypt":1,"pwd":"secret","confirm_pwd":"secret","name":"n","mode":1"#
            )
        )
        #expect(
            body(await sent(folder)).contains(
                #""auth":[{"u_id":1,"nickname":"","face":"","read":1,"write":0,"deleted":0}]"#
            )
        )
        #expect(body(await sent(ChangeShare(4, canWrite: true))) == #"{"write":1}"#)
        #expect(
            body(await sent(CreatePartition("n", poolName: "p", capacity: 5, unit: .gigabytes)))
                == #"{"name":"n","pool_name":"p","capacity":5,"unit":"GB"}"#
        )
    }

    @Test("a whole list comes page after page")
    func pages() async throws {
        func page(_ name: String, _ more: Bool) -> StubResponse {
            .data(
                #"{"list":[{"name":"\#(name)","type":1,"path":"/s/1/\#(name)"}],"pager":{"page":1,"page_size":1,"total_rows":2,"has_more":\#(more),"cursor":"c"}}"#
            )
        }
        for (family, second) in [(APIFamily.hearth, "cursor=c"), (.wangpan, "page=2")] {
            let transport = StubTransport([page("a", true), page("b", false)])
            let provider = Provider(endpoint: FixedEndpoint("http://h", family: family), transport: transport)
            #expect(try await provider.entries(of: RemotePath(rootID: 1)).map(\.name) == ["a", "b"])
            #expect(transport.requests[1].url.contains(second))
        }
    }

    @Test("an unchanged list, a plain success and a task are told apart")
    func replies() async throws {
        func provider(_ response: StubResponse) -> Provider {
            Provider(endpoint: FixedEndpoint("http://h"), transport: StubTransport([response]))
        }
        var list = ListResources(file)
        list.knownTag = "W/\"1\""
        #expect(try await provider(StubResponse(status: 304)).request(list).isUnchanged)
        let quiet = provider(.data("\"\""))
        try await quiet.request(UnlockFolder(file, password: "p"))
        #expect(try await quiet.request(DeleteResources([file])).isRunning == false)
        let task = provider(.json(#"{"status":0,"data":{"task_id":"t"}}"#, status: 202))
        #expect(try await task.request(CopyOrMove(.copy, .paths([file]), into: file)).taskID == "t")
    }

    @Test("chunks of the form door are counted and cut as the contract says")
    func form() {
        let file = FormUploadFile(file, hash: "h", size: 20_971_520)
        #expect(
            file.chunkCount == 3 && file.length(ofChunk: 1) == 8_388_608
                && file.length(ofChunk: 3) == 4_194_304
        )
        #expect(FormUploadFile(self.file, hash: "h", size: 0).chunkCount == 1)
        guard case .form(let fields) = FormMerge(file).task else {
            Issue.record("no form")
            return
        }
        #expect(fields.map { $0.0 + "=" + $0.1 } == ["action=merge", "hash=h", "total_chunks=3"])
    }
}
