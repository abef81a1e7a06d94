import Glibc
import HearthCrypto
import HearthDrive
import HearthHTTP
import HearthSQL
import HearthTesting
import HearthWire
import Testing

@Suite("Encrypted folders over HTTP", .timeLimit(.minutes(10)))
struct VaultRouteTests {
    private static let password = "abc@123"
    private static let bases = ["/api/v1", "/wangpan/api", "/api/plugin/wangpan"]

    /// A drive with an encrypted folder, unlocked.
    private func scene(_ name: String = "Vault") async throws -> (APIFixture, Int) {
        let fixture = try await APIFixture.make()
        return (fixture, try await vault(name, fixture))
    }

    private func vault(_ name: String, _ fixture: APIFixture) async throws -> Int {
        let user = try #require(try await fixture.send(.get, "/api/v1/users").data?["users"]?.array?.first)
        let id = try #require(user["user_id"]?.int)
        let body = """
            {"name":"\(name)","mode":1,"pool_name":"_default_","partition_name":"_default_","is_encrypt":1,\
            "pwd":"\(Self.password)","confirm_pwd":"\(Self.password)",\
            "auth":[{"u_id":\(id),"read":1,"write":1,"deleted":1}]}
            """
        let made = try await fixture.send(.post, "/api/v1/folders", json: body)
        #expect(made.code == 0)
        let folder = Int(try #require(made.data?["id"]?.int))
        let opened = try await fixture.send(
            .patch,
            "/api/v1/folders/s/\(folder)",
            json: #"{"password":"\#(Self.password)"}"#
        )
        #expect(opened.code == 0)
        return folder
    }

    private func lock(_ fixture: APIFixture, _ vault: Int) async throws {
        #expect(try await fixture.send(.delete, "/api/v1/unlocks/\(vault)").code == 0)
    }

    private func put(_ bytes: [UInt8], _ path: String, _ fixture: APIFixture) async throws {
        let answer = try await fixture.post(
            "/api/v1/resources/s/\(path)",
            APIFixture.uploadFields(bytes),
            file: bytes
        )
        #expect(answer.code == 0)
    }

    private func text(_ count: Int) -> [UInt8] {
        var random = SplitMix64(seed: 5)
        return random.bytes(count)
    }

    /// Changes a byte of every cipher file of more than one block.
    private func damage(_ fixture: APIFixture, at offset: off_t) -> Int {
        var count = 0
        var pending = [fixture.directory.appending("partition/Vault/d")]
        while let path = pending.popLast() {
            guard let directory = opendir(path) else { continue }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name == "." || name == ".." { continue }
                var status = stat()
                lstat("\(path)/\(name)", &status)
                if status.st_mode & S_IFMT == S_IFDIR { pending.append("\(path)/\(name)") }
                guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 40_000 else { continue }
                let file = open("\(path)/\(name)", O_RDWR)
                defer { close(file) }
                var byte: UInt8 = 0
                pread(file, &byte, 1, offset)
                byte ^= 1
                count += pwrite(file, &byte, 1, offset)
            }
        }
        return count
    }

    @Test("lists show plain names and sizes, on every base")
    func lists() async throws {
        let (fixture, vault) = try await scene()
        for (path, size) in [("\(vault)/d/a", 0), ("\(vault)/d/b", 70_000), ("\(vault)/c", 5)] {
            try await put(text(size), path, fixture)
        }
        for base in Self.bases {
            let own = try await fixture.send(.get, base + "/resources/")
            let root = try #require(
                own.data?["list"]?.array?.first { $0["path"]?.string == "/s/\(vault)" }
            )
            #expect(root["is_encrypt"] == .int(1))
            let answer = try await fixture.send(.get, base + "/resources/s/\(vault)/d")
            let rows = try #require(answer.data?["list"]?.array)
            #expect(rows.map { $0["name"]?.string } == ["a", "b"])
            #expect(rows.map { $0["size"]?.int } == [0, 70_000])
            #expect(rows.allSatisfy { $0["is_encrypt"] == .int(1) && $0["thumbnail_url"] == .string("") })
            #expect((answer.data?["damaged"] == .int(0)) == (base == "/api/v1"))
            let tree = try await fixture.send(.get, base + "/resources/s/\(vault)?type=1")
            #expect(
                tree.data?["list"]?.array?.map { $0["path"]?.string } == [
                    "/s/\(vault)/d/a", "/s/\(vault)/d/b", "/s/\(vault)/d", "/s/\(vault)/c",
                ]
            )
        }
        let list = try await fixture.send(.get, "/api/v1/resources/s/\(vault)?limit=1")
        #expect(list.headers["Cache-Control"] == "no-store")
        let cursor = try #require(list.data?["pager"]?["cursor"]?.string)
        let next = try await fixture.send(.get, "/api/v1/resources/s/\(vault)?limit=1&cursor=\(cursor)")
        #expect(next.data?["list"]?.array?.map { $0["name"]?.string } == ["c"])
        let tag = try #require(list.headers["ETag"])
        let again = try await fixture.send(
            .get,
            "/api/v1/resources/s/\(vault)?limit=1",
            headers: [("If-None-Match", tag)]
        )
        #expect(again.status == 304)
        try await lock(fixture, vault)
        for base in Self.bases {
            let answer = try await fixture.send(.get, base + "/resources/s/\(vault)/d")
            #expect(answer.code == 20_009 && answer.status == (base == "/api/v1" ? 403 : 200))
            let opened = try await fixture.send(
                .get,
                base + "/resources/s/\(vault)/d",
                headers: [("pwd", Self.password)]
            )
            #expect(opened.code == 0)
            try await lock(fixture, vault)
        }
    }

    @Test("downloads have ranges, validators and no hash, and may not be kept")
    func downloads() async throws {
        let (fixture, vault) = try await scene()
        let data = text(100_000)
        try await put(data, "\(vault)/f.bin", fixture)
        let path = "/api/v1/download/s/\(vault)/f.bin"
        let whole = try await fixture.send(.get, path)
        #expect(whole.status == 200 && whole.body == data)
        #expect(whole.headers["Repr-Digest"] == nil)
        #expect(whole.headers["Cache-Control"] == "private, no-store")
        #expect(whole.headers["Last-Modified"] != nil)
        for (range, expected) in [
            ("bytes=0-0", 0..<1), ("bytes=32767-32768", 32_767..<32_769), ("bytes=-10", 99_990..<100_000),
            ("bytes=65536-", 65_536..<100_000),
        ] {
            let part = try await fixture.send(.get, path, headers: [("Range", range)])
            #expect(part.status == 206 && part.body == Array(data[expected]))
        }
        #expect(try await fixture.send(.get, path, headers: [("Range", "bytes=100000-")]).status == 416)
        let head = try await fixture.send(.head, path)
        #expect(head.status == 200 && head.headers["ETag"] == whole.headers["ETag"])
        try await lock(fixture, vault)
        #expect(try await fixture.send(.get, path).code == 20_009)
        // Players can set no headers.
        let query = "?scope-token=\(fixture.token)&pwd=abc%40123"
        #expect(try await fixture.send(.get, path + query, token: "").body == data)
    }

    @Test("damage is told before the head where it shows at the beginning, and by cutting off later")
    func damaged() async throws {
        let (fixture, vault) = try await scene()
        let data = text(100_000)
        try await put(data, "\(vault)/f.bin", fixture)
        try await put([1], "\(vault)/g", fixture)
        // In the second block.
        #expect(damage(fixture, at: 68 + 32_796 + 100) == 1)
        let path = "/s/\(vault)/f.bin"
        let part = try await fixture.send(
            .get,
            "/api/v1/download" + path,
            headers: [("Range", "bytes=0-99")]
        )
        #expect(part.status == 206 && part.body == Array(data[..<100]))
        let bad = try await fixture.send(
            .get,
            "/api/v1/download" + path,
            headers: [("Range", "bytes=40000-")]
        )
        #expect(bad.code == 90_013 && bad.status == 409)
        await #expect(throws: (any Error).self) {
            _ = try await fixture.send(.get, "/api/v1/download" + path)
        }
        await #expect(throws: (any Error).self) {
            _ = try await fixture.send(.get, "/api/v1/archive?path=" + path)
        }
        // In the header.
        #expect(damage(fixture, at: 20) == 1)
        for base in Self.bases {
            let answer = try await fixture.send(.get, base + "/download" + path)
            #expect(answer.code == 90_013 && answer.status == (base == "/api/v1" ? 409 : 200))
        }
        // It is listed, its siblings are well, and it can be replaced and removed.
        let list = try await fixture.send(.get, "/api/v1/resources/s/\(vault)")
        #expect(list.data?["list"]?.array?.map { $0["name"]?.string } == ["f.bin", "g"])
        #expect(try await fixture.send(.get, "/api/v1/download/s/\(vault)/g").body == [1])
        let removed = try await fixture.send(
            .delete,
            "/api/v1/resources",
            json: #"{"paths":["\#(path)"]}"#
        )
        #expect(removed.code == 0)
    }

    @Test("both orders of a form, chunks by either door, and no task and no hash in any row")
    func uploads() async throws {
        let (fixture, vault) = try await scene()
        let data = Array("MarkerOfForm 0123456789".utf8)
        for (name, isFirst) in [("first", true), ("last", false)] {
            let answer = try await fixture.post(
                "/wangpan/api/resources/s/\(vault)/new/\(name)",
                APIFixture.uploadFields(data) + [("identification", "phone-\(name)")],
                file: data,
                fileFirst: isFirst
            )
            #expect(answer.code == 0 && answer.data?["resource"]?["size"]?.int == Int64(data.count))
            #expect(try await fixture.send(.get, "/api/v1/download/s/\(vault)/new/\(name)").body == data)
        }
        let hash = try SHA256.hash(data).hex
        let chunk = [
            ("action", "chunk"), ("hash", hash), ("total_size", "\(data.count)"), ("chunk_number", "1"),
            ("chunk_size", "\(data.count)"), ("total_chunks", "1"),
        ]
        let sent = try await fixture.post(
            "/wangpan/api/resources/s/\(vault)/chunked",
            chunk,
            file: data,
            fileFirst: true
        )
        #expect(sent.data?["chunks"]?.array?.count == 1)
        for target in ["/wangpan/api/chunks/\(hash)", "/api/v1/chunks/\(hash)?path=/s/\(vault)/chunked"] {
            #expect(try await fixture.send(.get, target).data?["chunks"]?.array?.count == 1)
        }
        try await lock(fixture, vault)
        #expect(
            try await fixture.send(.get, "/wangpan/api/chunks/\(hash)").data?["chunks"]?.array?.count == 0
        )
        let merge = [("action", "merge"), ("hash", hash), ("total_chunks", "1")]
        let target = "/wangpan/api/resources/s/\(vault)/chunked"
        #expect(try await fixture.post(target, merge).code == 20_009)
        let opened = try await fixture.send(
            .get,
            "/wangpan/api/resources/s/\(vault)",
            headers: [("pwd", Self.password)]
        )
        #expect(opened.code == 0)
        #expect(try await fixture.post(target, merge).code == 0)
        let backups = try await fixture.send(.get, "/api/v1/backups")
        #expect(backups.data?["identifications"]?.array?.isEmpty == true)
        let counts = try await fixture.database.read { session in
            try ["files", "tasks", "intents"].map { table in
                try session.first("SELECT count(*) FROM \(table)")?.int(0)
            }
        }
        #expect(counts == [0, 0, 0])
    }

    @Test("long work is done at once where an encrypted folder is concerned; nothing leaves one")
    func transfers() async throws {
        let (fixture, vault) = try await scene()
        let other = try await self.vault("Other", fixture)
        try await put([1, 2, 3], "\(fixture.home)/plain", fixture)
        func transfer(
            _ base: String,
            _ action: String,
            _ source: String,
            _ destination: String,
            _ more: String = ""
        ) async throws -> APIFixture.Answer {
            let body = """
                {"action":"\(action)","sources":["/s/\(source)"],"destination":"/s/\(destination)"\(more)}
                """
            return try await fixture.send(
                .patch,
                base + "/resources",
                headers: [("Prefer", "respond-async"), ("Content-Type", "application/json")],
                body: Array(body.utf8)
            )
        }
        let copied = try await transfer("/api/v1", "copy", "\(fixture.home)/plain", "\(vault)")
        #expect(copied.status == 200 && copied.headers["Preference-Applied"] == nil)
        #expect(copied.data?["count"]?.int == 1)
        for base in Self.bases {
            for action in ["copy", "move"] {
                for destination in [fixture.home, other] {
                    let answer = try await transfer(base, action, "\(vault)/plain", "\(destination)")
                    // At home the name is taken, which stands before (wangpan-api, 4.7).
                    #expect(answer.code == (destination == fixture.home ? 10_001 : 10_024))
                }
            }
        }
        try await lock(fixture, other)
        let asked = try await transfer("/wangpan/api", "copy", "\(fixture.home)/plain", "\(other)")
        #expect(asked.code == 20_009)
        let given = try await transfer(
            "/wangpan/api",
            "move",
            "\(fixture.home)/plain",
            "\(other)",
            #","destination_pwd":"abc@123""#
        )
        #expect(given.code == 0)
        #expect(try await fixture.send(.get, "/api/v1/download/s/\(other)/plain").body == [1, 2, 3])
        let removed = try await fixture.send(
            .delete,
            "/api/v1/resources",
            headers: [("Prefer", "respond-async"), ("Content-Type", "application/json")],
            body: Array(#"{"paths":["/s/\#(other)/plain"]}"#.utf8)
        )
        #expect(removed.status == 200)
        let tasks = try await fixture.database.read { try $0.first("SELECT count(*) FROM tasks")?.int(0) }
        #expect(tasks == 0)
    }
}
