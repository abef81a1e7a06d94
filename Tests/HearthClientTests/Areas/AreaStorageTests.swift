import HearthClient
import Testing

@Suite("Area storages", .timeLimit(.minutes(5)))
struct AreaStorageTests {
    enum Kind: CaseIterable { case memory, json }

    private func storage(_ kind: Kind, _ folder: TestFolder) -> any AreaStorage {
        switch kind {
        case .memory: MemoryAreaStorage()
        case .json: JSONAreaStorage(path: folder.path("areas.json"))
        }
    }

    @Test("gives back what was saved, every field of it", arguments: Kind.allCases)
    func roundTrip(_ kind: Kind) async throws {
        let folder = try TestFolder()
        let storage = storage(kind, folder)
        #expect(try await storage.load() == AreaList())
        let pin = try #require(KeyFingerprint(bytes: (0..<32).map { UInt8($0) }))
        var areas = [
            someArea("1", alias: "家"),
            someArea(
                "2",
                cloud: CloudAccount(url: "https://c", userID: 5, phone: "1", channelTrust: .pinned(pin))
            ),
            someArea("3"),
        ]
        areas[0].trust = .pinned(pin)
        areas[1].trust = .authorities(pem: "PEM")
        areas[2].trust = .pinnedUnder(pem: "PEM", pin)
        let list = AreaList(areas: areas, currentID: areas[1].id)
        try await storage.save(list)
        #expect(try await storage.load() == list)
    }

    @Test("loses no change of many at a time", arguments: Kind.allCases)
    func concurrent(_ kind: Kind) async throws {
        let folder = try TestFolder()
        let shared = storage(kind, folder)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                // The file's users are programs of their own.
                let storage = kind == .memory ? shared : self.storage(kind, folder)
                group.addTask {
                    try? await storage.update { list throws(SessionError) in
                        list.areas.append(someArea("\(number)"))
                    }
                }
            }
        }
        #expect(try await shared.load().areas.count == 20)
    }

    @Test("saves nothing of a change that throws", arguments: Kind.allCases)
    func throwing(_ kind: Kind) async throws {
        let folder = try TestFolder()
        let storage = storage(kind, folder)
        await #expect(throws: SessionError(.noHomes)) {
            try await storage.update { list throws(SessionError) in
                list.areas.append(someArea())
                throw SessionError(.noHomes)
            }
        }
        #expect(try await storage.load().areas.isEmpty)
        withExtendedLifetime(folder) {}
    }

    @Test("writes a file for its owner alone, and leaves no draft")
    func file() async throws {
        let folder = try TestFolder()
        let storage = storage(.json, folder)
        try await storage.save(AreaList(areas: [someArea()]))
        #expect(folder.mode("areas.json") == 0o600)
        #expect(folder.names == ["areas.json", "areas.json.lock"])
    }

    @Test("says that a damaged file is damaged, and leaves it")
    func corrupt() async throws {
        let folder = try TestFolder()
        try folder.write("{", to: "areas.json")
        let storage = storage(.json, folder)
        let error = SessionError(.corrupt(path: folder.path("areas.json")))
        await #expect(throws: error) { try await storage.load() }
        await #expect(throws: error) {
            try await storage.update { list throws(SessionError) in list.areas.append(someArea()) }
        }
        #expect(try folder.text("areas.json") == "{")
    }
}
