import Glibc
import HearthStorage
import HearthTesting
import Testing

@Suite("A directory volume conforms", .timeLimit(.minutes(10)))
struct DirectoryVolumeConformanceTests {
    /// Where the partition lies and what the kernel may do.
    struct Setting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let base: String?
        let features: KernelFeatures
        var limit: Int64?
    }

    /// More file systems, for example `HEARTH_TEST_VOLUMES=/mnt/btrfs:/mnt/xfs`.
    static let extra = (getenv("HEARTH_TEST_VOLUMES").map { String(cString: $0) } ?? "").split(separator: ":")
        .map {
            Setting(testDescription: "on \($0)", base: String($0), features: .detected)
        }

    static let settings: [Setting] =
        ([
            Setting(testDescription: "on disk", base: nil, features: .detected),
            Setting(testDescription: "on tmpfs", base: "/dev/shm", features: .detected),
            Setting(testDescription: "without openat2", base: nil, features: KernelFeatures(openat2: false)),
            Setting(
                testDescription: "without rename flags",
                base: nil,
                features: KernelFeatures(renameFlags: false)
            ),
            Setting(testDescription: "with a limit", base: nil, features: .detected, limit: 1 << 30),
        ] + extra).filter { $0.base.map { access($0, W_OK) == 0 } ?? true }

    @Test("in each setting, each part", arguments: settings, VolumeConformance.parts)
    func conforms(_ setting: Setting, _ part: VolumeConformance.Part) throws {
        let fixture = try Self.fixture(setting)
        try part.run(make: { fixture })
        // Whatever a part did, the account is what a scan finds.
        let partition = try #require((fixture.volume as? DirectoryVolume)?.partition)
        guard let quota = partition.quota else { return }
        let counted = quota.used
        #expect(try partition.scan())
        #expect(quota.used == counted)
    }

    static func fixture(_ setting: Setting) throws -> VolumeFixture {
        let main =
            try setting.base.map {
                try TestPartition(in: $0, features: setting.features, limit: setting.limit)
            }
            ?? TestPartition(features: setting.features, limit: setting.limit)
        let other = try TestPartition(
            in: setting.base == nil && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
            id: "q"
        )
        return VolumeFixture(
            volume: try main.root("main"),
            sibling: try main.root("sibling"),
            foreign: try other.root("foreign"),
            rootPath: main.path("main"),
            owner: [main, other]
        )
    }
}
