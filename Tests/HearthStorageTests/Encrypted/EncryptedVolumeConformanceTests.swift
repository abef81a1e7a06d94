import Glibc
import HearthCrypto
import HearthStorage
import HearthTesting
import Testing

@Suite("An encrypted volume conforms", .timeLimit(.minutes(20)))
struct EncryptedVolumeConformanceTests {
    /// What lies beneath.
    struct Setting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let base: String?
        var features = KernelFeatures.detected
        var limit: Int64?
    }

    static let settings = [
        Setting(testDescription: "over a directory", base: nil),
        Setting(testDescription: "over tmpfs", base: "/dev/shm"),
        Setting(
            testDescription: "without rename flags",
            base: TestVault.base,
            features: KernelFeatures(renameFlags: false)
        ),
        Setting(testDescription: "with a limit", base: TestVault.base, limit: 1 << 30),
    ].filter { $0.base.map { access($0, W_OK) == 0 } ?? true }

    @Test("in each setting, each part", arguments: settings, VolumeConformance.parts)
    func conforms(_ setting: Setting, _ part: VolumeConformance.Part) throws {
        let fixture = try Self.fixture(setting)
        try part.run(make: { fixture })
        let owner = try #require(fixture.owner as? [TestVault])
        let vault = try #require(owner.first)
        // Nothing is left lying about, whatever a part did.
        #expect(try vault.inner.names(in: VolumePath("hearth/tmp")).isEmpty)
        guard let quota = vault.partition.partition.quota else { return }
        let counted = quota.used
        #expect(try vault.partition.partition.scan())
        #expect(quota.used == counted)
    }

    /// The parts that need no second volume, on the vault's own root.
    @Test(
        "at the root of a vault",
        arguments: VolumeConformance.parts.filter { part in
            !["publishes without overwriting", "renames", "copies trees"].contains(part.testDescription)
        }
    )
    func conformsAtRoot(_ part: VolumeConformance.Part) throws {
        let vault = try TestVault()
        let volume = try vault.volume()
        let fixture = VolumeFixture(
            volume: volume,
            sibling: volume,
            foreign: nil,
            rootPath: nil,
            owner: vault
        )
        try part.run(make: { fixture })
    }

    static func fixture(_ setting: Setting) throws -> VolumeFixture {
        let partition =
            try setting.base.map {
                try TestPartition(in: $0, features: setting.features, limit: setting.limit)
            }
            ?? TestPartition(features: setting.features, limit: setting.limit)
        let vault = try TestVault(partition)
        let top = try vault.volume()
        for name in ["main", "sibling"] { try top.makeDirectory(VolumePath(name)) }
        let other = try TestVault(TestPartition(in: TestVault.base, id: "q"))
        return VolumeFixture(
            volume: try EncryptedVolume(vault.vault, at: VolumePath("main")),
            sibling: try EncryptedVolume(vault.vault, at: VolumePath("sibling")),
            foreign: try other.volume(),
            rootPath: nil,
            owner: [vault, other]
        )
    }
}
