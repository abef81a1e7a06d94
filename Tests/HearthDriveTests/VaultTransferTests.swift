import Glibc
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Testing

@testable import HearthDrive

@Suite("Copies, moves and deletions in encrypted folders", .timeLimit(.minutes(10)))
struct VaultTransferTests {
    private static let marker = "MarkerNameOfTransfer"

    /// `a/f` = [1], `a/sub/g` = [2], `c` = [3], `b/`, below a root.
    private func fill(_ root: Int, _ fixture: DriveFixture) async throws {
        try await fixture.upload([1], to: fixture.path(root, "a/f"), modified: 1_000_000_000)
        try await fixture.upload([2], to: fixture.path(root, "a/sub/g"))
        try await fixture.upload([3], to: fixture.path(root, "c"))
        try await fixture.makeDirectory(fixture.path(root, "b"))
    }

    @Test("inside a folder: rename, move, copy, remove, without a row")
    func inside() async throws {
        let fixture = try await DriveFixture.make()
        let vault = try await fixture.openVault()
        try await fill(vault, fixture)
        let (files, owner) = (fixture.drive.files, fixture.owner)
        let renamed = try await files.rename(
            fixture.path(vault, "a"),
            owner,
            to: Self.marker,
            policy: .open
        )
        #expect(renamed.path.last?.display == Self.marker)
        try await fixture.transfer(.move, ["\(vault)/\(Self.marker)"], to: "\(vault)/b")
        try await fixture.transfer(.copy, ["\(vault)/b/\(Self.marker)"], to: "\(vault)")
        try await fixture.transfer(.copy, ["\(vault)/c"], to: "\(vault)", .rename)
        #expect(try await fixture.names(fixture.path(vault)) == ["b", Self.marker, "c", "c(1)"])
        #expect(try await fixture.read(fixture.path(vault, "\(Self.marker)/sub/g")) == [2])
        let copy = try await files.open(fixture.path(vault, "\(Self.marker)/f"), owner).resource.info
        #expect(copy.modified.seconds == 1_000_000_000 && copy.size == 1)
        // Over a file, leaving one, refusing one.
        try await fixture.transfer(.copy, ["\(vault)/\(Self.marker)/sub/g"], to: "\(vault)/\(Self.marker)")
        try await fixture.upload([9, 9], to: fixture.path(vault, "g"))
        for conflict in [nil, ConflictPolicy.fail] {
            #expect(
                await code {
                    try await fixture.transfer(.move, ["\(vault)/g"], to: "\(vault)/\(Self.marker)", conflict)
                } == 10_001
            )
        }
        try await fixture.transfer(.move, ["\(vault)/g"], to: "\(vault)/\(Self.marker)", .skip)
        #expect(try await fixture.read(fixture.path(vault, "\(Self.marker)/g")) == [2])
        try await fixture.transfer(.copy, ["\(vault)/g"], to: "\(vault)/\(Self.marker)", .replace)
        #expect(try await fixture.read(fixture.path(vault, "\(Self.marker)/g")) == [9, 9])
        try await fixture.transfer(.move, ["\(vault)/c"], to: "\(vault)/b", .replace)
        for (source, destination, expected) in [
            ("b", "\(vault)/b", 10_025), ("\(Self.marker)", "\(vault)/\(Self.marker)/sub", 10_025),
            ("g", "\(vault)", 10_002), ("gone", "\(vault)/b", 10_000), ("g", "\(vault)/b/c", 10_007),
        ] {
            #expect(
                await code { try await fixture.transfer(.move, ["\(vault)/\(source)"], to: destination) }
                    == expected
            )
        }
        let removed = try await files.remove(
            [
                fixture.path(vault, Self.marker), fixture.path(vault, "g"), fixture.path(vault, "b/c"),
                fixture.path(vault, "\(Self.marker)/f"),
            ],
            owner
        )
        #expect(removed == 3)
        #expect(try await fixture.names(fixture.path(vault)) == ["b", "c(1)"])
        #expect(try await fixture.rows("files", of: vault) == 0)
        #expect(try await fixture.places(of: Self.marker) == [])
    }

    @Test("plain files and trees go in, sealed, and a move takes them away")
    func goesIn() async throws {
        let fixture = try await DriveFixture.make()
        let (home, vault) = (try await fixture.home(), try await fixture.openVault())
        try await fill(home, fixture)
        var random = SplitMix64(seed: 3)
        let large = random.bytes(300_000)
        try await fixture.upload(large, to: fixture.path(home, "a/sub/large"))
        try await fixture.transfer(.copy, ["\(home)/a", "\(home)/c"], to: "\(vault)")
        #expect(try await fixture.names(fixture.path(vault)) == ["a", "c"])
        #expect(try await fixture.read(fixture.path(vault, "a/sub/large")) == large)
        #expect(try await fixture.read(fixture.path(home, "a/sub/large")) == large)
        for conflict in [nil, ConflictPolicy.fail] {
            #expect(
                await code { try await fixture.transfer(.move, ["\(home)/a"], to: "\(vault)", conflict) }
                    == 10_001
            )
        }
        try await fixture.transfer(.move, ["\(home)/a"], to: "\(vault)", .rename)
        #expect(try await fixture.names(fixture.path(vault)) == ["a", "a(1)", "c"])
        #expect(try await fixture.read(fixture.path(vault, "a(1)/sub/large")) == large)
        let info = try await fixture.drive.files.open(fixture.path(vault, "a(1)/f"), fixture.owner)
            .resource.info
        #expect(info.modified.seconds == 1_000_000_000)
        #expect(try await fixture.names(fixture.path(home)) == ["b", "c"])
        let known = try await fixture.database.read {
            try $0.first("SELECT count(*) FROM files WHERE path >= 'a' AND path < 'b'")?.int(0)
        }
        #expect(known == 0)
        // A file over a file, copied and moved.
        try await fixture.upload([7, 7], to: fixture.path(home, "c"), conflict: .replace)
        try await fixture.transfer(.copy, ["\(home)/c"], to: "\(vault)", .replace)
        #expect(try await fixture.read(fixture.path(vault, "c")) == [7, 7])
        try await fixture.upload([8], to: fixture.path(home, "c"), conflict: .replace)
        try await fixture.transfer(.move, ["\(home)/c"], to: "\(vault)", .skip)
        #expect(try await fixture.read(fixture.path(vault, "c")) == [7, 7])
        try await fixture.transfer(.move, ["\(home)/c"], to: "\(vault)", .replace)
        #expect(try await fixture.read(fixture.path(vault, "c")) == [8])
        #expect(try await fixture.names(fixture.path(home)) == ["b"])
        #expect(try fixture.staged().isEmpty)
    }

    @Test("links do not go in with a move, and names that no vault has neither")
    func odd() async throws {
        let fixture = try await DriveFixture.make()
        let (home, vault) = (try await fixture.home(), try await fixture.openVault())
        try await fill(home, fixture)
        let top = "\(fixture.directory.path)/partition/__\(fixture.owner.user.id)__"
        #expect(Disk.link("f", "\(top)/a/link"))
        #expect(await code { try await fixture.transfer(.move, ["\(home)/a"], to: "\(vault)") } == 10_005)
        #expect(try await fixture.names(fixture.path(home, "a")) == ["sub", "f", "link"])
        unlink("\(top)/a/link")
        #expect(mkdir(Array("\(top)/".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0], 0o755) == 0)
        let path = try ResourcePath(bytes: Array("/s/\(home)/".utf8) + [0xFF])
        for action in [TransferRequest.Action.copy, .move] {
            let request = TransferRequest(
                action: action,
                destination: try fixture.path(vault),
                sources: [path],
                conflict: nil
            )
            #expect(
                await code { _ = try await fixture.drive.files.transfer(request, fixture.owner) } == 20_027
            )
        }
        // Two names that are one in a vault.
        try await fixture.upload([1], to: fixture.path(home, "twins/Caf\u{E9}"))
        try await fixture.upload([2], to: fixture.path(home, "twins/Cafe\u{301}"))
        for conflict in [nil, ConflictPolicy.rename, .skip] {
            for action in [TransferRequest.Action.copy, .move] {
                #expect(
                    await code {
                        try await fixture.transfer(action, ["\(home)/twins"], to: "\(vault)", conflict)
                    } == 20_027
                )
            }
        }
        #expect(try await fixture.names(fixture.path(home, "twins")).count == 2)
        #expect(try await fixture.names(fixture.path(vault)) == [])
    }

    @Test("nothing leaves: 10024 on copy and move, locked or not, before anything is touched")
    func staysInside() async throws {
        let fixture = try await DriveFixture.make()
        let (home, vault) = (try await fixture.home(), try await fixture.openVault())
        let other = try await fixture.openVault("Other")
        try await fill(vault, fixture)
        try await fixture.upload([1], to: fixture.path(home, "plain"))
        for isLocked in [false, true] {
            if isLocked { fixture.lock(vault) }
            for action in [TransferRequest.Action.copy, .move] {
                for destination in ["\(home)", "\(other)"] {
                    #expect(
                        await code {
                            try await fixture.transfer(action, ["\(vault)/a"], to: destination)
                        } == 10_024
                    )
                }
                // What stands before it in the request is not touched either.
                #expect(
                    await code {
                        try await fixture.transfer(action, ["\(home)/plain", "\(vault)/a"], to: "\(other)")
                    } == 10_024
                )
            }
        }
        try await fixture.upload([1], to: fixture.path(home, "c"))
        // The name is held against the destination first (wangpan-api, 4.7 d).
        #expect(await code { try await fixture.transfer(.copy, ["\(vault)/c"], to: "\(home)") } == 10_001)
        #expect(try await fixture.names(fixture.path(home)) == ["c", "plain"])
        #expect(try await fixture.names(fixture.path(other)) == [])
        try await fixture.unlock(vault)
        #expect(try await fixture.names(fixture.path(vault)) == ["a", "b", "c"])
    }

    @Test("a locked destination asks for its password last")
    func password() async throws {
        let fixture = try await DriveFixture.make()
        let (home, vault) = (try await fixture.home(), try await fixture.openVault())
        try await fill(home, fixture)
        try await fill(vault, fixture)
        fixture.lock(vault)
        #expect(await code { try await fixture.transfer(.copy, ["\(home)/a"], to: "\(vault)/b") } == 20_009)
        #expect(
            await code {
                try await fixture.transfer(.copy, ["\(home)/a"], to: "\(vault)/b", password: "wrong!")
            } == 20_009
        )
        #expect(
            await code { try await fixture.transfer(.move, ["\(vault)/b/x"], to: "\(vault)/b") } == 10_002
        )
        #expect(await code { try await fixture.transfer(.move, ["\(vault)/b"], to: "\(vault)/b") } == 10_025)
        #expect(await code { try await fixture.transfer(.move, ["\(vault)/c"], to: "\(vault)/b") } == 20_009)
        // The destination's password opens the source of a move inside the same folder, the presented one too.
        try await fixture.transfer(
            .move,
            ["\(vault)/c"],
            to: "\(vault)/b",
            password: DriveFixture.folderPassword
        )
        fixture.lock(vault)
        try await fixture.transfer(
            .move,
            ["\(vault)/b/c"],
            to: "\(vault)",
            as: fixture.owner.presenting(DriveFixture.folderPassword)
        )
        fixture.lock(vault)
        try await fixture.transfer(
            .copy,
            ["\(home)/a"],
            to: "\(vault)/b",
            password: DriveFixture.folderPassword
        )
        #expect(try await fixture.read(fixture.path(vault, "b/a/sub/g")) == [2])
        fixture.lock(vault)
        let files = fixture.drive.files
        #expect(await code { _ = try await fixture.names(fixture.path(vault)) } == 20_009)
        #expect(
            await code { _ = try await files.remove([fixture.path(vault, "c")], fixture.owner) } == 20_009
        )
        #expect(
            await code {
                _ = try await files.rename(fixture.path(vault, "c"), fixture.owner, to: "d", policy: .open)
            } == 20_009
        )
        #expect(await code { try await fixture.makeDirectory(fixture.path(vault, "n")) } == 20_009)
        #expect(await code { _ = try await fixture.read(fixture.path(vault, "c")) } == 20_009)
    }

    @Test("a shared directory stays outside")
    func shared() async throws {
        let fixture = try await DriveFixture.make()
        let (home, vault) = (try await fixture.home(), try await fixture.openVault())
        let anna = try await fixture.member("anna")
        try await fill(home, fixture)
        try await fixture.drive.shares.share(
            [{ try fixture.path(home, "a/sub") }],
            with: [anna.user.id],
            .all,
            fixture.owner
        )
        #expect(await code { try await fixture.transfer(.move, ["\(home)/a"], to: "\(vault)") } == 20_026)
        try await fixture.transfer(.copy, ["\(home)/a"], to: "\(vault)")
        #expect(try await fixture.read(fixture.path(vault, "a/sub/g")) == [2])
        for path in ["", "a"] {
            #expect(
                await code {
                    try await fixture.drive.shares.share(
                        [{ try fixture.path(vault, path) }],
                        with: [anna.user.id],
                        .all,
                        fixture.owner
                    )
                } == 20_026
            )
        }
        fixture.lock(vault)
        #expect(
            await code {
                try await fixture.drive.shares.share(
                    [{ try fixture.path(vault, "a") }],
                    with: [anna.user.id],
                    .all,
                    fixture.owner
                )
            } == 20_026
        )
    }

    @Test("what is added to a tree while it goes in stays outside or goes in too, and is never lost")
    func busy() async throws {
        let fixture = try await DriveFixture.make()
        let (home, vault) = (try await fixture.home(), try await fixture.openVault())
        for number in 0..<60 {
            try await fixture.upload([UInt8(number)], to: fixture.path(home, "a/f\(number)"))
        }
        async let moving = code { try await fixture.transfer(.move, ["\(home)/a"], to: "\(vault)") }
        for number in 0..<20 { try await fixture.upload([100], to: fixture.path(home, "a/new\(number)")) }
        let outcome = await moving
        #expect(outcome == nil || outcome == 90_007)
        var found: Set<String> = []
        for root in [home, vault] {
            if let names = try? await fixture.names(fixture.path(root, "a")) { found.formUnion(names) }
        }
        #expect(found.count == 80)
        if outcome == nil {
            for number in 0..<60 {
                #expect(try await fixture.read(fixture.path(vault, "a/f\(number)")) == [UInt8(number)])
            }
        }
    }

    @Test("whole directories by their list's tag, and archives by their link")
    func selections() async throws {
        let fixture = try await DriveFixture.make()
        let vault = try await fixture.openVault()
        try await fill(vault, fixture)
        let files = fixture.drive.files
        let tag = try await files.listTag(of: fixture.path(vault, "a"), fixture.owner)
        let except = try Set([#require(FileName("f"))])
        let selection = ResourceSelection.all(
            parent: try fixture.path(vault, "a"),
            except: except,
            expected: [tag]
        )
        let moved = try await files.transfer(
            TransferRequest(
                action: .move,
                destination: fixture.path(vault, "b"),
                selection: selection,
                conflict: nil
            ),
            fixture.owner
        )
        #expect(moved.count == 1)
        #expect(await code { _ = try await files.remove(selection, fixture.owner) } == 90_005)
        #expect(try await fixture.names(fixture.path(vault, "b")) == ["sub"])

        let archives = fixture.drive.archives
        let request = try ArchiveRequest(
            paths: [fixture.path(vault, "b"), fixture.path(try await fixture.home())],
            format: "tar",
            name: "\(Self.marker)s"
        )
        let ticket = try await archives.issue(request, fixture.owner)
        for marker in [Self.marker, "/s/\(vault)/b"] {
            #expect(try await fixture.places(of: marker) == [])
        }
        let stream = try await archives.open(ticket: ticket.id)
        #expect(String(decoding: stream.name, as: UTF8.self) == "\(Self.marker)s.tar")
        fixture.lock(vault)
        #expect(await code { _ = try await archives.open(ticket: ticket.id) } == 20_009)
        try await fixture.unlock(vault)
        _ = try await archives.open(ticket: ticket.id)
    }
}
