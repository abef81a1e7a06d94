import HearthDrive
import HearthStorage
import HearthTesting
import Testing

/// Each verb against each set of rights, and what it answers.
@Suite("Verbs and rights", .timeLimit(.minutes(10)))
struct RightsTests {
    enum Verb: String, CaseIterable, Sendable {
        case list, walk, download, makeDirectory, upload, createSession, rename, delete, copyFrom, copyTo,
            moveFrom, moveTo
        case dropCache
    }

    enum Standing: String, CaseIterable, Sendable {
        case read, readWrite, readDelete, all, rowWithoutRead, writeOnly, foreign, missing

        var rights: Rights? {
            switch self {
            case .read: .read
            case .readWrite: [.read, .write]
            case .readDelete: [.read, .delete]
            case .all: .all
            case .rowWithoutRead: []
            case .writeOnly: [.write, .delete]
            case .foreign, .missing: nil
            }
        }
    }

    struct Cell: Sendable, CustomTestStringConvertible {
        let verb: Verb
        let standing: Standing
        var testDescription: String { "\(verb.rawValue) with \(standing.rawValue)" }

        /// The contract's code; nil is success.
        var expected: Int? {
            guard let rights = standing.rights else { return 10_018 }
            guard rights.contains(.read) else { return 10_019 }
            let canWrite = rights.contains(.write)
            let canDelete = rights.contains(.delete)
            return switch verb {
            case .list, .walk, .download, .copyFrom: nil
            case .makeDirectory, .upload, .createSession, .rename, .dropCache: canWrite ? nil : 10_020
            case .delete: canDelete ? nil : 10_021
            case .copyTo: canWrite ? nil : 10_023
            case .moveTo: canWrite ? nil : 10_022
            case .moveFrom: canDelete ? nil : 10_022
            }
        }
    }

    static let cells = Verb.allCases.flatMap { verb in
        Standing.allCases.map { Cell(verb: verb, standing: $0) }
    }

    @Test("every cell of the table", arguments: cells)
    func cell(_ cell: Cell) async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        try await fixture.upload([1], to: fixture.path(home, "file"))
        let member = try await fixture.member("max")
        let own = try await fixture.home(of: member)
        try await fixture.upload([2], to: fixture.path(own, "mine"), as: member)
        if let rights = cell.standing.rights {
            try await fixture.drive.roots.grant(rights, on: home, to: member.user.id)
        }
        let target = cell.standing == .missing ? 999_999 : home
        let found = await code { try await perform(cell.verb, fixture, on: target, own: own, member) }
        #expect(found == cell.expected)
    }

    private func perform(
        _ verb: Verb,
        _ fixture: DriveFixture,
        on root: Int,
        own: Int,
        _ caller: Caller
    ) async throws {
        let files = fixture.drive.files
        let file = try fixture.path(root, "file")
        switch verb {
        case .list: _ = try await fixture.names(fixture.path(root), as: caller)
        case .walk: _ = try await files.walk(fixture.path(root), caller).1.next(10)
        case .download: _ = try await fixture.read(file, as: caller)
        case .makeDirectory:
            _ = try await files.makeDirectory(
                fixture.path(root, "new"),
                caller,
                policy: .open,
                autoRename: false
            )
        case .upload: try await fixture.upload([3], to: fixture.path(root, "up"), as: caller)
        case .createSession:
            _ = try await fixture.drive.uploads.create(
                fixture.path(root, "up"),
                caller,
                Uploads.Attributes(plan: ChunkPlan(size: 1, count: nil))
            )
        case .rename: _ = try await files.rename(file, caller, to: "renamed", policy: .open)
        case .delete: _ = try await files.remove([file], caller)
        case .copyFrom: try await transfer(.copy, file, to: fixture.path(own), fixture, caller)
        case .moveFrom: try await transfer(.move, file, to: fixture.path(own), fixture, caller)
        case .copyTo:
            try await transfer(.copy, fixture.path(own, "mine"), to: fixture.path(root), fixture, caller)
        case .moveTo:
            try await transfer(.move, fixture.path(own, "mine"), to: fixture.path(root), fixture, caller)
        case .dropCache:
            let name = Array(("f" + String(repeating: "a", count: 64)).utf8)
            try await fixture.drive.uploads.dropCache(
                segments: [Array("s".utf8), Array("\(root)".utf8), name],
                caller
            )
        }
    }

    private func transfer(
        _ action: TransferRequest.Action,
        _ source: ResourcePath,
        to destination: ResourcePath,
        _ fixture: DriveFixture,
        _ caller: Caller
    ) async throws {
        _ = try await fixture.drive.files.transfer(
            TransferRequest(action: action, destination: destination, sources: [source], conflict: nil),
            caller
        )
    }

    @Test("rights are looked at again at every chunk and at the end")
    func withdrawn() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        let member = try await fixture.member("max")
        try await fixture.drive.roots.grant(.all, on: home, to: member.user.id)
        let uploads = fixture.drive.uploads
        let id = try await uploads.create(
            fixture.path(home, "a"),
            member,
            Uploads.Attributes(plan: ChunkPlan(size: 1, count: nil))
        ).id
        _ = try await uploads.putChunk(id, 1, MemorySource([1]), member)
        try await fixture.drive.roots.grant(.read, on: home, to: member.user.id)
        #expect(await code { _ = try await uploads.putChunk(id, 1, MemorySource([1]), member) } == 10_020)
        #expect(await code { _ = try await uploads.complete(id, member, hash: nil, size: nil) } == 10_020)
        #expect(await code { _ = try await uploads.status(id, fixture.owner) } == 3)
    }
}
