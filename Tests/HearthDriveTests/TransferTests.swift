import HearthDrive
import HearthStorage
import Testing

@Suite("Copy, move, rename, delete", .timeLimit(.minutes(10)))
struct TransferTests {
    private func run(
        _ action: TransferRequest.Action,
        _ sources: [String],
        to destination: String,
        _ fixture: DriveFixture,
        _ conflict: ConflictPolicy? = nil
    ) async throws -> [Resource] {
        let home = try await fixture.home()
        return try await fixture.drive.files.transfer(
            TransferRequest(
                action: action,
                destination: fixture.path(home, destination),
                sources: sources.map { try fixture.path(home, $0) },
                conflict: conflict
            ),
            fixture.owner
        ).resources
    }

    /// `a/f` = [1], `a/sub/g` = [2], `b/` empty, `c` = [3].
    private func tree() async throws -> (DriveFixture, Int) {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        try await fixture.upload([1], to: fixture.path(home, "a/f"), modified: 1_000_000_000)
        try await fixture.upload([2], to: fixture.path(home, "a/sub/g"))
        try await fixture.upload([3], to: fixture.path(home, "c"))
        _ = try await fixture.drive.files.makeDirectory(
            fixture.path(home, "b"),
            fixture.owner,
            policy: .open,
            autoRename: false
        )
        return (fixture, home)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let action: TransferRequest.Action
        let sources: [String]
        let destination: String
        let code: Int
        var testDescription: String { "\(action) \(sources) to '\(destination)' is \(code)" }
    }

    @Test(
        "what is refused, with nothing touched",
        arguments: [
            Refusal(action: .move, sources: [], destination: "b", code: 2),
            Refusal(action: .copy, sources: ["c"], destination: "gone", code: 10_000),
            Refusal(action: .copy, sources: ["a/f"], destination: "c", code: 10_007),
            Refusal(action: .move, sources: ["c"], destination: "", code: 10_002),
            Refusal(action: .copy, sources: ["a/f"], destination: "a", code: 10_002),
            Refusal(action: .move, sources: ["a"], destination: "a/sub", code: 10_025),
            Refusal(action: .copy, sources: ["a"], destination: "a", code: 10_025),
            Refusal(action: .copy, sources: ["nothing"], destination: "b", code: 10_000),
            Refusal(action: .move, sources: ["c", "nothing"], destination: "b", code: 10_000),
            Refusal(action: .move, sources: [""], destination: "b", code: 10_025),
        ]
    )
    func refused(_ item: Refusal) async throws {
        let (fixture, home) = try await tree()
        #expect(
            await code { _ = try await run(item.action, item.sources, to: item.destination, fixture) }
                == item.code
        )
        #expect(try await fixture.names(fixture.path(home)) == ["a", "b", "c"])
        #expect(try await fixture.names(fixture.path(home, "b")).isEmpty)
        #expect(try await fixture.read(fixture.path(home, "a/sub/g")) == [2])
    }

    @Test("a copy is whole and keeps times; the source stays")
    func copies() async throws {
        let (fixture, home) = try await tree()
        _ = try await run(.copy, ["a", "c"], to: "b", fixture)
        #expect(try await fixture.names(fixture.path(home, "b")) == ["a", "c"])
        #expect(try await fixture.read(fixture.path(home, "b/a/sub/g")) == [2])
        let copied = try await fixture.drive.files.open(fixture.path(home, "b/a/f"), fixture.owner)
        #expect(copied.resource.info.modified.seconds == 1_000_000_000)
        #expect(try await fixture.read(fixture.path(home, "a/f")) == [1])
    }

    @Test("a move takes the hash with it")
    func moves() async throws {
        let (fixture, home) = try await tree()
        let before = try await fixture.drive.files.open(fixture.path(home, "a/f"), fixture.owner).hash
        _ = try await run(.move, ["a"], to: "b", fixture)
        #expect(try await fixture.names(fixture.path(home)) == ["b", "c"])
        let after = try await fixture.drive.files.open(fixture.path(home, "b/a/f"), fixture.owner).hash
        #expect(before != nil && before == after)
    }

    @Test("a name that is taken is refused unless the caller says what to do")
    func clashes() async throws {
        let (fixture, home) = try await tree()
        try await fixture.upload([9], to: fixture.path(home, "b/c"))
        #expect(await code { _ = try await run(.move, ["c"], to: "b", fixture) } == 10_001)
        #expect(try await run(.copy, ["c"], to: "b", fixture, .skip).isEmpty)
        #expect(try await run(.copy, ["c"], to: "b", fixture, .rename).first?.path.last?.display == "c(1)")
        #expect(try await fixture.read(fixture.path(home, "b/c")) == [9])
        _ = try await run(.move, ["c"], to: "b", fixture, .replace)
        #expect(try await fixture.read(fixture.path(home, "b/c")) == [3])
        #expect(await code { _ = try await run(.copy, ["a/f"], to: "b", fixture, .replace) } == nil)
    }

    @Test("moving a folder onto its own parent's name loses nothing")
    func ontoAncestor() async throws {
        let fixture = try await DriveFixture.make()
        let home = try await fixture.home()
        try await fixture.upload([7], to: fixture.path(home, "T/N/N/k"))
        for policy in [nil, ConflictPolicy.replace] {
            #expect(await code { _ = try await run(.move, ["T/N/N"], to: "T", fixture, policy) } == 10_001)
        }
        #expect(try await fixture.read(fixture.path(home, "T/N/N/k")) == [7])
    }

    @Test("rename")
    func renames() async throws {
        let (fixture, home) = try await tree()
        let files = fixture.drive.files
        let path = try fixture.path(home, "c")
        #expect(
            await code { _ = try await files.rename(path, fixture.owner, to: "b", policy: .open) } == 10_012
        )
        #expect(
            await code { _ = try await files.rename(path, fixture.owner, to: "x/y", policy: .open) } == 20_027
        )
        #expect(
            await code { _ = try await files.rename(path, fixture.owner, to: "..", policy: .open) } == 20_027
        )
        #expect(
            await code {
                _ = try await files.rename(
                    path,
                    fixture.owner,
                    to: String(repeating: "n", count: 256),
                    policy: .open
                )
            } == 10_029
        )
        #expect(
            await code {
                _ = try await files.rename(fixture.path(home), fixture.owner, to: "x", policy: .open)
            } == 10_023
        )
        #expect(
            await code {
                _ = try await files.rename(fixture.path(home, "z"), fixture.owner, to: "x", policy: .open)
            } == 10_000
        )
        _ = try await files.rename(path, fixture.owner, to: "C", policy: .open)
        #expect(try await fixture.read(fixture.path(home, "C")) == [3])
        _ = try await files.rename(fixture.path(home, "C"), fixture.owner, to: "C", policy: .open)
    }

    @Test("delete checks everything first, takes nested paths once, and never a root")
    func deletes() async throws {
        let (fixture, home) = try await tree()
        let files = fixture.drive.files
        let paths = try ["c", "gone"].map { try fixture.path(home, $0) }
        #expect(await code { _ = try await files.remove(paths, fixture.owner) } == 10_000)
        #expect(await code { _ = try await files.remove([fixture.path(home)], fixture.owner) } == 10_023)
        #expect(await code { _ = try await files.remove([.virtualRoot], fixture.owner) } == 10_005)
        #expect(try await fixture.names(fixture.path(home)) == ["a", "b", "c"])
        let nested = try ["a", "a/f", "a/sub", "c", "c"].map { try fixture.path(home, $0) }
        #expect(try await files.remove(nested, fixture.owner) == 2)
        #expect(try await fixture.names(fixture.path(home)) == ["b"])
        #expect(try await files.remove([], fixture.owner) == 0)
    }

    @Test("a selection of 20 000 paths is looked through once, and refused whole for one that is missing")
    func largeSelection() async throws {
        let (fixture, home) = try await tree()
        let paths = try (0..<20_000).map { try fixture.path(home, "n\($0)") }
        // Quadratic work would take minutes and run into the suite's limit.
        let found = await code {
            _ = try await fixture.drive.files.remove([fixture.path(home, "c")] + paths, fixture.owner)
        }
        #expect(found == 10_000)
        #expect(try await fixture.read(fixture.path(home, "c")) == [3])
    }

    @Test("a whole tree lists descendants before their directory")
    func walk() async throws {
        let (fixture, home) = try await tree()
        let (_, walk) = try await fixture.drive.files.walk(fixture.path(home), fixture.owner)
        var seen: [String] = []
        while true {
            let items = try await walk.next(2)
            if items.isEmpty { break }
            seen += items.map { String(decoding: $0.path.bytes, as: UTF8.self) }
        }
        #expect(seen == ["a/sub/g", "a/sub", "a/f", "a", "b", "c"])
    }
}
