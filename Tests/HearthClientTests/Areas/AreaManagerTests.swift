import HearthClient
import HearthWire
import Synchronization
import Testing

/// A home for tests.
func someArea(
    _ homeID: String = "7",
    user: Int = 3,
    alias: String = "home",
    cloud: CloudAccount? = nil
) -> Area {
    Area(
        homeID: homeID,
        alias: alias,
        name: "Family",
        lanURL: "https://192.168.1.2:8089",
        accountName: "ann",
        userID: user,
        cloud: cloud
    )
}

@Suite("Areas", .timeLimit(.minutes(5)))
struct AreaManagerTests {
    let secrets = MemorySecretStore()
    let storage = MemoryAreaStorage()
    var manager: AreaManager { AreaManager(storage: storage, secrets: secrets) }

    @Test("keeps several homes, the newest current")
    func several() async throws {
        let manager = manager
        try await manager.add(someArea("1", alias: "one"), token: "t1")
        try await manager.add(someArea("2", alias: "two"), token: "t2")
        #expect(try await manager.areas.map(\.alias) == ["one", "two"])
        #expect(try await manager.current?.alias == "two")
        try await manager.use("one")
        #expect(try await manager.current?.alias == "one")
        #expect(try await manager.area(named: "two").homeID == "2")
        #expect(try await manager.token(of: "2-3") == "t2")
    }

    @Test("gives clashing aliases numbers, and keeps the alias of a home that signs in again")
    func aliases() async throws {
        let manager = manager
        try await manager.add(someArea("1"), token: "t")
        let second = try await manager.add(someArea("2"), token: "t")
        #expect(second.alias == "home-2")
        try await manager.rename("home-2", to: "garden")
        let again = try await manager.add(someArea("2", alias: ""), token: "new")
        #expect(again.alias == "garden")
        #expect(try await manager.areas.count == 2)
        #expect(try await manager.token(of: second.id) == "new")
        let third = try await manager.add(someArea("3", alias: "a/b:c"), token: "t")
        #expect(third.alias == "abc")
    }

    @Test("refuses aliases that are taken or cannot stand before a path")
    func refusedAliases() async throws {
        let manager = manager
        try await manager.add(someArea("1", alias: "one"), token: "t")
        try await manager.add(someArea("2", alias: "two"), token: "t")
        await #expect(throws: SessionError(.aliasTaken("one"))) { try await manager.rename("two", to: "one") }
        await #expect(throws: SessionError(.badAlias("a:b"))) { try await manager.rename("two", to: "a:b") }
        await #expect(throws: SessionError(.noArea(name: "x"))) { try await manager.use("x") }
    }

    @Test("tells two people in one home, and two homes that call themselves 0, apart")
    func keys() {
        #expect(
            Area.makeID(homeID: "5", userID: 1, lanURL: nil)
                != Area.makeID(homeID: "5", userID: 2, lanURL: nil)
        )
        let first = Area.makeID(homeID: "0", userID: 1, lanURL: "http://10.0.0.1:8089")
        #expect(first != Area.makeID(homeID: "0", userID: 1, lanURL: "http://10.0.0.2:8089"))
        #expect(first == Area.makeID(homeID: "0", userID: 1, lanURL: "http://10.0.0.1:8089"))
    }

    @Test("removes a home with its tokens, its passwords and its channel")
    func removal() async throws {
        let channels = MemoryChannelCache()
        let manager = AreaManager(storage: storage, secrets: secrets, channels: channels)
        let one = try await manager.add(someArea("1", alias: "one"), token: "t", cloudSession: "c")
        let two = try await manager.add(someArea("2", alias: "two"), token: "t2")
        try await secrets.write([1], for: .folderPassword(area: one.id, root: 9))
        await channels.put(TemporaryChannel(host: "h:1", expiresTime: 60, saved: 0), for: one.id)
        try await manager.use("one")
        try await manager.remove("one")
        #expect(try await secrets.read(.token(area: one.id)) == nil)
        #expect(try await secrets.read(.cloudSession(area: one.id)) == nil)
        #expect(try await secrets.read(.folderPassword(area: one.id, root: 9)) == nil)
        #expect(await channels.channel(of: one.id) == nil)
        #expect(try await secrets.text(.token(area: two.id)) == "t2")
        #expect(try await manager.useFirstRemaining()?.id == two.id)
    }

    @Test("ends a session once, however many calls fail at a time")
    func endsOnce() async throws {
        let manager = manager
        let area = try await manager.add(someArea(), token: "t")
        var events = await manager.events().makeAsyncIterator()
        let ends = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask { await manager.endSession(of: area.id, token: "t", code: .unauthorized) }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(ends == 1)
        #expect(await events.next() == .sessionEnded(area, .unauthorized))
        #expect(try await manager.token(of: area.id) == nil)
        // The home stays, with what is pinned; so the next sign-in finds its transfers.
        #expect(try await manager.areas == [area])
        try await manager.add(area, token: "new")
        #expect(await events.next() == .changed(area))
        #expect(await events.next() == .currentChanged(area))
        #expect(await manager.endSession(of: area.id, token: "t", code: .unauthorized) == false)
        #expect(try await manager.token(of: area.id) == "new")
    }

    /// Lets somebody sign in between the look at a token and what follows.
    private final class Interrupted: SecretStore {
        let store = MemorySecretStore()
        let between = Mutex<(@Sendable () async -> Void)?>(nil)

        func read(_ key: SecretKey) async throws(SessionError) -> [UInt8]? {
            let secret = try await store.read(key)
            let work = between.withLock { work in
                defer { work = nil }
                return work
            }
            await work?()
            return secret
        }
        func write(_ secret: [UInt8], for key: SecretKey) async throws(SessionError) {
            try await store.write(secret, for: key)
        }
        func remove(_ key: SecretKey) async throws(SessionError) { try await store.remove(key) }
        func removeAll(area: String) async throws(SessionError) { try await store.removeAll(area: area) }
        func removeAll(area: String, whereTokenIs token: [UInt8]) async throws(SessionError) -> Bool {
            try await store.removeAll(area: area, whereTokenIs: token)
        }
        var holdsFolderPasswords: Bool { true }
    }

    @Test("takes no token along that comes while an older one's session ends")
    func signsInMeanwhile() async throws {
        let secrets = Interrupted()
        let manager = AreaManager(storage: storage, secrets: secrets)
        let area = try await manager.add(someArea(), token: "old")
        secrets.between.withLock { $0 = { _ = try? await manager.add(area, token: "new") } }
        await manager.endSession(of: area.id, token: "old", code: .unauthorized)
        // Where nobody looked before removing, the sign-in comes now.
        let left = secrets.between.withLock { work in
            defer { work = nil }
            return work
        }
        await left?()
        #expect(try await manager.token(of: area.id) == "new")
    }

    @Test("adds nothing when the token cannot be kept")
    func failingStore() async throws {
        let directory = try TestFolder()
        try directory.write("not json", to: "secrets.json")
        let manager = AreaManager(
            storage: storage,
            secrets: FileSecretStore(path: directory.path("secrets.json"))
        )
        await #expect(throws: SessionError(.corrupt(path: directory.path("secrets.json")))) {
            try await manager.add(someArea(), token: "t")
        }
        #expect(try await manager.areas.isEmpty)
    }
}
