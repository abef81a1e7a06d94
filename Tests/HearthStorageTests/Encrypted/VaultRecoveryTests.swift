import HearthCrypto
import HearthStorage
import HearthTesting
import Testing

@Suite("Deleting what interrupted changes left in a vault", .timeLimit(.minutes(20)))
struct VaultRecoveryTests {
    /// A removal that came as far as taking the tree's name away.
    private static func interrupted(_ vault: TestVault, _ name: String) throws {
        try vault.inner.rename(
            vault.node(name),
            to: VolumePath("hearth/tmp/left-\(name)"),
            on: vault.inner,
            replace: false
        )
    }

    /// How many content directories there are.
    private static func count(_ vault: TestVault) throws -> Int {
        try vault.inner.names(in: VolumePath("d")).reduce(0) { sum, name in
            try sum + vault.inner.names(in: VolumePath("d").appending(#require(FileName(name)))).count
        }
    }

    @Test("can be ended anywhere, and goes on later, beside others")
    func ended() throws {
        let vault = try TestVault()
        let before = try vault.volume()
        for name in ["gone", "kept"] {
            try before.makeDirectories(VolumePath("\(name)/b/c/d"))
            try before.write("x", to: "\(name)/b/f")
        }
        try Self.interrupted(vault, "gone")
        let volume = try EncryptedVolume(
            Vault(inner: vault.inner, keys: vault.keys, records: vault.records, epoch: 2)
        )
        let names = try volume.leftovers()
        #expect(names.count == 1)
        let name = try #require(names.first)
        #expect(try Self.count(vault) == 9)
        try volume.recover(name) { false }
        #expect(try Self.count(vault) == 9)
        var left = 3
        try volume.recover(name) {
            left -= 1
            return left > 0
        }
        let rest = try Self.count(vault)
        #expect(rest < 9 && rest > 5)
        #expect(try volume.listing() == ["kept"])
        try volume.makeDirectory(VolumePath("gone"))
        try volume.write("new", to: "gone/f")
        try volume.recover(name) { true }
        #expect(try Self.count(vault) == 6)
        #expect(try volume.leftovers() == [])
        #expect(try volume.text(of: "gone/f") == "new")
        #expect(try volume.text(of: "kept/b/f") == "x")
        try volume.recover(name) { true }
    }

    @Test("leaves alone what somebody of this process works on")
    func atWork() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.makeDirectories(VolumePath("a/b/c"))
        let other = try vault.reopened()
        var seen = 0
        try volume.remove(VolumePath("a")) { count in
            for name in try other.leftovers() {
                let before = try Self.count(vault)
                try other.recover(name) { true }
                #expect(try Self.count(vault) == before)
                seen += 1
            }
        }
        #expect(seen > 1)
        #expect(try volume.leftovers() == [])
        #expect(try Self.count(vault) == 1)
    }

    @Test("a lease ends what was opened under it, and nothing else")
    func leases() throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        try volume.write(String(repeating: "x", count: 100_000), to: "f")
        let (lease, other) = (VaultLease(), VaultLease())
        let file = try volume.leased(under: lease).open(VolumePath("f"))
        let files = [try volume.leased(under: other).open(VolumePath("f")), try volume.open(VolumePath("f"))]
        var bytes = [UInt8](repeating: 0, count: 1_000)
        func read(_ file: any ReadableFile) throws -> Int {
            try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 50_000) }
        }
        #expect(try read(file) == 1_000)
        lease.end()
        expect(.accessDenied) { _ = try read(file) }
        for file in files { #expect(try read(file) == 1_000) }
        volume.close()
        for file in files { expect(.accessDenied) { _ = try read(file) } }
    }
}
