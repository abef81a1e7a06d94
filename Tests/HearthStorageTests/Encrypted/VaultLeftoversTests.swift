import HearthCrypto
import HearthStorage
import HearthTesting
import Testing

@Suite("What an interrupted change leaves in a vault", .timeLimit(.minutes(20)))
struct VaultLeftoversTests {
    static let short = "name"
    static let long = String(repeating: "n", count: 200)

    /// A node without content.
    enum Shell: String, CaseIterable, Sendable {
        case short, long, unnamed, misnamed

        var name: String { self == .short ? VaultLeftoversTests.short : VaultLeftoversTests.long }
    }

    static func plant(_ shell: Shell, in vault: TestVault) throws {
        let node = try vault.node(shell.name)
        try vault.inner.makeDirectory(node)
        let nameFile = node.appending(try #require(FileName("name.c9s")))
        switch shell {
        case .short, .unnamed: break
        case .long:
            try vault.inner.write(vault.keys.cipherName(of: Array(shell.name.utf8), in: .root), to: nameFile)
        case .misnamed: try vault.inner.write([1, 2, 3], to: nameFile)
        }
    }

    @Test("is not listed, and taken over", arguments: Shell.allCases)
    func takenOver(_ shell: Shell) throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let path = try VolumePath(shell.name)
        func check(_ expected: [String: [UInt8]?]) throws {
            #expect(try volume.tree() == expected)
            #expect(try vault.reopened().tree() == expected)
            if !expected.isEmpty { try volume.remove(path) { _ in } }
            #expect(try volume.listing().isEmpty)
        }
        try Self.plant(shell, in: vault)
        try check([:])
        expect(.notFound) { _ = try volume.info(path) }
        expect(.notFound) { _ = try volume.open(path) }
        expect(.notFound) { _ = try volume.listing(shell.name) }
        expect(.notFound) { try volume.remove(path) { _ in } }
        expect(.notFound) { try volume.removeFiles(path.names, in: .root) {} }
        expect(.notFound) { try volume.rename(path, to: VolumePath("x"), on: volume, replace: false) }
        #expect(try DirectoryIndex().page(of: .root, on: volume).damaged == 0)
        try volume.makeDirectory(path)
        try check([shell.name: nil])

        for mode in [PublishMode.failIfExists, .replace(expecting: nil)] {
            try Self.plant(shell, in: vault)
            try volume.write("x", to: shell.name, mode: mode)
            try check([shell.name: [0x78]])
        }
        for source in ["source", String(repeating: "s", count: 200)] {
            try Self.plant(shell, in: vault)
            try volume.write("x", to: source)
            try volume.rename(VolumePath(source), to: path, on: volume, replace: false)
            try check([shell.name: [0x78]])
            try Self.plant(shell, in: vault)
            try volume.makeDirectory(VolumePath(source))
            try volume.rename(VolumePath(source), to: path, on: volume, replace: false)
            try check([shell.name: nil])
        }
        try Self.plant(shell, in: vault)
        try volume.makeDirectories(VolumePath("tree/\(Self.long)"))
        try volume.copy(VolumePath("tree"), to: path, on: volume) { _ in }
        try volume.remove(VolumePath("tree")) { _ in }
        #expect(try volume.tree() == [shell.name: nil, "\(shell.name)/\(Self.long)": nil])
    }

    @Test("in hearth/tmp is deleted with the trees it leads to")
    func recovers() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.makeDirectories(VolumePath("tree/a/b"))
        try volume.write("x", to: "tree/a/b/f")
        try volume.write("x", to: "stays")
        let contents = try ["tree", "tree/a", "tree/a/b"].map { try vault.content($0) }
        let tmp = try VolumePath("hearth/tmp")
        try vault.inner.rename(
            vault.node("tree"),
            to: tmp.appending(#require(FileName("removed"))),
            on: vault.inner,
            replace: false
        )
        // What else may lie there: an empty node, a file, a link that leads nowhere, one that is no link.
        try vault.inner.makeDirectories(VolumePath("hearth/tmp/empty"))
        try vault.inner.write("x", to: "hearth/tmp/file")
        try vault.inner.makeDirectories(VolumePath("hearth/tmp/nowhere"))
        try vault.inner.write("0123", to: "hearth/tmp/nowhere/dir.c9r")
        try vault.inner.makeDirectories(VolumePath("hearth/tmp/none"))
        try vault.inner.write("", to: "hearth/tmp/none/dir.c9r")
        let again = try vault.reopened()
        #expect(try vault.temporary().isEmpty)
        for content in contents { expect(.notFound) { _ = try vault.inner.info(content) } }
        #expect(try again.tree() == ["stays": [0x78]])
        // Of the file, and of the link that was taken away behind our back.
        #expect(vault.records.count == 2)
    }

    @Test("of a removal that was ended goes at the next opening")
    func endedRemoval() throws {
        struct Ended: Error {}
        let vault = try TestVault()
        let volume = try vault.volume()
        for number in 0..<4 {
            try volume.makeDirectories(VolumePath("tree/\(number)"))
            try volume.write("x", to: "tree/\(number)/f")
        }
        let content = try vault.content("tree/0")
        var calls = 0
        #expect(throws: Ended.self) {
            try volume.remove(VolumePath("tree")) { _ in
                calls += 1
                if calls > 3 { throw Ended() }
            }
        }
        #expect(try volume.listing().isEmpty)
        #expect(try vault.temporary().count == 1)
        _ = try vault.reopened()
        #expect(try vault.temporary().isEmpty)
        expect(.notFound) { _ = try vault.inner.info(content) }
        #expect(vault.records.count == 0)
    }

    @Test("by somebody who is still at work stays")
    func atWork() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.write("x", to: "f")
        try vault.partition.root("plain").makeDirectory(VolumePath("d"))
        let plain = try vault.partition.partition.volume(at: VolumePath("plain"))
        try plain.write("content", to: "d/f")
        try plain.copy(VolumePath("d"), to: VolumePath("copy"), on: volume) { _ in
            let before = try vault.temporary()
            _ = try vault.reopened()
            let after = try vault.temporary()
            #expect(before.count == 1 && after == before)
        }
        #expect(try volume.text(of: "copy/f") == "content")
        #expect(try vault.temporary().isEmpty)
    }
}
