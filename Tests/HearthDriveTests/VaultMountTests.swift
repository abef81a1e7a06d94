import Glibc
import HearthStorage
import HearthTesting
import Testing

@testable import HearthDrive

@Suite("Vaults while they are open", .timeLimit(.minutes(10)))
struct VaultMountTests {
    private static func read(_ file: any ReadableFile) throws -> Int {
        try [UInt8](unsafeUninitializedCapacity: 1_000) { buffer, count in
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
        }.count
    }

    @Test("what a token reads ends with its lock, whoever else has the folder open")
    func leases() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.openVault()
        let other = try await fixture.token()
        try await fixture.unlock(id, as: other)
        let path = try fixture.path(id, "f")
        try await fixture.upload([UInt8](repeating: 1, count: 100_000), to: path)
        let mine = try await fixture.drive.files.open(path, fixture.owner).file
        let theirs = try await fixture.drive.files.open(path, other).file
        fixture.lock(id)
        #expect(throws: StorageError.self) { try Self.read(mine) }
        #expect(try Self.read(theirs) == 1_000)
        try await fixture.unlock(id)
        #expect(throws: StorageError.self) { try Self.read(mine) }
        #expect(try await fixture.read(path).count == 100_000)
        fixture.drive.vaults.lock(nil, of: fixture.owner, everywhere: true)
        #expect(throws: StorageError.self) { try Self.read(theirs) }
    }

    /// A drive that was killed while a directory `gone` with others in it was removed.
    private static func killed() async throws -> (fixture: DriveFixture, id: Int) {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.openVault()
        try await fixture.upload([1], to: fixture.path(id, "gone/a/b/f"))
        try await fixture.upload([2], to: fixture.path(id, "kept/f"))
        let access = try await fixture.drive.roots.access(id, for: fixture.owner)
        let volume = try #require(access.volume as? EncryptedVolume)
        let node = try volume.location(of: VolumePath("gone"))
        let top = fixture.directory.path + "/partition/Vault/"
        let names = node.names.map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(rename(top + names.joined(separator: "/"), top + "hearth/tmp/left") == 0)
        return (try await fixture.restarted(), id)
    }

    private static func isLeft(_ fixture: DriveFixture) -> Bool {
        access(fixture.directory.path + "/partition/Vault/hearth/tmp/left", F_OK) == 0
    }

    @Test("the first unlock does not wait until what a crash left is deleted")
    func background() async throws {
        let (fixture, id) = try await Self.killed()
        // Nothing is deleted while the folder is on its way elsewhere; unlocking it is not kept waiting.
        try await fixture.drive.roots.gate.alone(id) {
            try await fixture.unlock(id)
            #expect(try await fixture.names(fixture.path(id)) == ["kept"])
            #expect(Self.isLeft(fixture))
        }
        await fixture.drive.vaults.idle()
        #expect(!Self.isLeft(fixture))
        #expect(try await fixture.read(fixture.path(id, "kept/f")) == [2])
        try await fixture.upload([3], to: fixture.path(id, "gone/f"))
        #expect(try await fixture.read(fixture.path(id, "gone/f")) == [3])
        await fixture.drive.close()
    }

    @Test("deleting it ends with the lock, and goes on after the next unlock")
    func goingOn() async throws {
        let (fixture, id) = try await Self.killed()
        try await fixture.drive.roots.gate.alone(id) {
            try await fixture.unlock(id)
            fixture.lock(id)
        }
        await fixture.drive.vaults.idle()
        #expect(Self.isLeft(fixture))
        try await fixture.unlock(id)
        await fixture.drive.vaults.idle()
        #expect(!Self.isLeft(fixture))
    }
}
