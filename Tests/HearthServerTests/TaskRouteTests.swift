import HearthDrive
import HearthHTTP
import HearthWire
import Testing

@Suite("Long work over HTTP", .timeLimit(.minutes(10)))
struct TaskRouteTests {
    /// Two directories and a file.
    private func scene() async throws -> APIFixture {
        let fixture = try await APIFixture.make()
        for path in ["a", "b"] {
            _ = try await fixture.send(.post, "/api/v1/resources/s/\(fixture.home)/\(path)/")
        }
        let bytes = Array("hello".utf8)
        _ = try await fixture.post(
            "/api/v1/resources/s/\(fixture.home)/a/f",
            APIFixture.uploadFields(bytes),
            file: bytes
        )
        return fixture
    }

    private func copy(_ fixture: APIFixture) -> [UInt8] {
        let body =
            #"{"action":"copy","sources":["/s/\#(fixture.home)/a"],"destination":"/s/\#(fixture.home)/b"}"#
        return Array(body.utf8)
    }

    @Test(
        "the preference is heard in every spelling, and on /api/v1 only",
        arguments: [
            ("/api/v1", "respond-async", 202), ("/api/v1", "Respond-Async", 202),
            ("/api/v1", "wait=10, respond-async", 202), ("/api/v1", "respond-async; wait=10", 202),
            ("/api/v1", "respond-asynchronously", 200), ("/api/v1", "wait=10", 200),
            ("/wangpan/api", "respond-async", 200), ("/api/plugin/wangpan", "respond-async", 200),
        ]
    )
    func preference(_ base: String, _ value: String, _ status: Int) async throws {
        let fixture = try await scene()
        let answer = try await fixture.send(
            .patch,
            base + "/resources",
            headers: [("Prefer", value), ("Content-Type", "application/json")],
            body: copy(fixture)
        )
        #expect(answer.status == status && answer.code == 0)
        #expect((answer.headers["Preference-Applied"] == "respond-async") == (status == 202))
        #expect((answer.data?["task_id"]?.string?.hasPrefix("TaskCopyFiles_") == true) == (status == 202))
    }

    @Test("a task is listed, told by its id in the caller's language, retried and dismissed on each base")
    func life() async throws {
        let fixture = try await scene()
        let answer = try await fixture.send(
            .patch,
            "/api/v1/resources",
            headers: [("Prefer", "respond-async"), ("Content-Type", "application/json")],
            body: copy(fixture)
        )
        let id = try #require(answer.data?["task_id"]?.string)
        let waiting = try await fixture.send(.get, "/api/v1/tasks/\(id)")
        #expect(waiting.data?["state"]?.string == "queued" && waiting.data?["state_code"]?.int == 1)
        #expect(waiting.data?["status"]?.string == "TaskCopyFiles_1")
        #expect(waiting.data?["result"] == .null && waiting.data?["code"]?.int == 0)
        _ = try await fixture.send(.post, "/api/v1/resources/s/\(fixture.home)/b/a/")
        await fixture.drive.tasks.drain()
        for (language, isASCII) in [("en", true), ("zh", false)] {
            let failed = try await fixture.send(
                .get,
                "/api/v1/tasks/\(id)",
                headers: [("Accept-Language", language)]
            )
            #expect(failed.data?["state"]?.string == "failed" && failed.data?["code"]?.int == 10_001)
            #expect(failed.data?["status"]?.string == "TaskCopyFiles_0")
            let reason = try #require(failed.data?["reason"]?.string)
            #expect(!reason.isEmpty && reason.utf8.allSatisfy { $0 < 0x80 } == isASCII)
        }
        for base in ["/api/v1", "/wangpan/api", "/api/plugin/wangpan"] {
            let retried = try await fixture.send(.put, "\(base)/tasks/\(id)")
            #expect(retried.status == 200 && retried.data == .object([:]))
            let again = try await fixture.send(.put, "\(base)/tasks/\(id)")
            #expect(again.code == 70_001 && again.status == (base == "/api/v1" ? 409 : 200))
            await fixture.drive.tasks.drain()
            let unknown = try await fixture.send(.delete, "\(base)/tasks/TaskDelPool_none")
            #expect(unknown.code == 70_000 && unknown.status == (base == "/api/v1" ? 404 : 200))
        }
        let list = try await fixture.send(.get, "/api/v1/tasks")
        #expect(list.data?["list"]?.array?.compactMap { $0["task_id"]?.string } == [id])
        #expect(list.data?["pager"]?["total_rows"]?.int == 1)
        #expect(try await fixture.send(.delete, "/wangpan/api//tasks/\(id)/").code == 0)
        #expect(try await fixture.send(.get, "/api/v1/tasks/\(id)").code == 70_000)
    }
}
