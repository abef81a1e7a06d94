import Glibc
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire
import Testing

@testable import HearthDrive

@Suite("Encrypted folders and their keys", .timeLimit(.minutes(10)))
struct VaultFolderTests {
    private let right = DriveFixture.folderPassword
    private let new = "new&4567"

    private func change(
        _ fixture: DriveFixture,
        _ id: Int,
        _ old: String,
        _ new: String,
        _ confirmation: String? = nil,
        by caller: Caller? = nil
    ) async -> Int? {
        await code {
            try await fixture.drive.folders.changePassword(
                FolderPasswordChange(id: id, old: old, new: new, confirmation: confirmation ?? new),
                caller ?? fixture.owner
            )
        }
    }

    /// The keys that a password opens on the disk, by the format alone.
    private func keys(_ fixture: DriveFixture, _ name: String, _ password: String) throws -> VaultKeys? {
        let volume = try fixture.partition.volume(at: VolumePath([#require(FileName(name))]))
        let (file, token) = (try VaultFiles.masterkey(on: volume), try VaultFiles.configuration(on: volume))
        do throws(CryptoError) {
            let keys = try MasterkeyFile(json: file).unlock(password: Array(password.utf8))
            try VaultConfiguration.verify(token, keys: keys)
            return keys
        } catch {
            guard error.code == .authenticationFailed else { throw error }
            return nil
        }
    }

    @Test("a new folder is a vault before anybody sees it, and private")
    func made() async throws {
        let fixture = try await DriveFixture.make()
        let made = try await fixture.vault("v")
        #expect(made.recoveryKey.flatMap { RecoveryKey(text: $0) } != nil)
        #expect(try keys(fixture, "v", right) != nil)
        #expect(try keys(fixture, "v", new) == nil)
        for name in ["masterkey.cryptomator", "vault.cryptomator", "d", "hearth/recovery.json"] {
            #expect(fixture.exists("partition/v/\(name)"), "\(name)")
        }
        let detail = try await fixture.drive.folders.detail(made.id, fixture.owner)
        #expect(detail.root.isEncrypted && detail.root.mode == 1)
        #expect(try await fixture.folder("plain", [fixture.owner]) > made.id)
        #expect(try fixture.staged() == [])
    }

    @Test(
        "a creation that was killed before its row does not keep the name; a vault with something in it does"
    )
    func abandoned() async throws {
        let fixture = try await DriveFixture.make()
        let first = try await fixture.vault("v")
        try await fixture.database.write { try $0.run("DELETE FROM roots WHERE id = ?", first.id) }
        fixture.drive.roots.invalidate()
        let second = try await fixture.vault("v")
        #expect(await fixture.check(second.id, right) == nil)
        // Anything that is not of a new vault keeps it.
        let content = try #require(try Self.content(fixture.directory.path + "/partition/v/d"))
        #expect(mkdir(content + "/someone", 0o755) == 0)
        try await fixture.database.write { try $0.run("DELETE FROM roots WHERE id = ?", second.id) }
        fixture.drive.roots.invalidate()
        #expect(await code { _ = try await fixture.vault("v") } == 20_013)
        #expect(fixture.exists("partition/v/masterkey.cryptomator"))
    }

    /// `d/XX/YYYY` of a vault that has only its root.
    private static func content(_ place: String) throws -> String? {
        var path = place
        for _ in 0..<2 {
            guard let stream = opendir(path) else { return nil }
            defer { closedir(stream) }
            var found: String?
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if !name.hasPrefix(".") { found = name }
            }
            guard let found else { return nil }
            path += "/" + found
        }
        return path
    }

    @Test("a password change refuses in the contract's order")
    func order() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.vault("v").id
        let anna = try await fixture.member("anna")
        #expect(await change(fixture, id, "", new) == 20_024)
        #expect(await change(fixture, id, right, "", new) == 20_024)
        #expect(await change(fixture, 4_711, right, "short") == 20_003)
        #expect(await change(fixture, 4_711, right, new) == 20_001)
        #expect(await change(fixture, id, right, new, by: anna) == 20_001)
        #expect(await change(fixture, id, "wrong", "abc-123") == 20_025)
        #expect(await change(fixture, id, right, "abc-123", "x") == 20_003)
        #expect(await change(fixture, id, right, new, new + "x") == 20_002)
        #expect(await change(fixture, id, right, right) == 20_016)
        #expect(try await change(fixture, fixture.home(), right, new) == 20_025)
        #expect(try keys(fixture, "v", right) != nil)
        for n in 0..<5 { #expect(await change(fixture, id, "wrong\(n)", new) == 20_025) }
        #expect(await change(fixture, id, "wrong", new) == 20_025)
        #expect(await change(fixture, id, right, new) == 90_001)
    }

    @Test("after a change one password opens it, the changer stays in and nobody else")
    func changed() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.vault("v").id
        let other = try await fixture.token()
        for caller in [fixture.owner, other] { #expect(await fixture.check(id, right, caller) == nil) }
        let before = try #require(try keys(fixture, "v", right))
        let place = fixture.directory.path + "/partition/v/"
        for name in ["masterkey.cryptomator.0A1B2C3D.bkup", "masterkey.cryptomator.txt"] {
            close(open(place + name, O_CREAT | O_WRONLY, 0o600))
        }
        #expect(await change(fixture, id, right, new) == nil)
        #expect(await fixture.entry(id) == nil)
        #expect(await fixture.entry(id, other) == 20_009)
        #expect(await fixture.check(id, right, other) == 20_009)
        #expect(await fixture.entry(id, password: right) == 20_009)
        #expect(await fixture.check(id, new, other) == nil)
        #expect(await fixture.entry(id, password: new) == nil)
        #expect(try keys(fixture, "v", right) == nil)
        let after = try #require(try keys(fixture, "v", new))
        #expect(try before.authenticate([1], purpose: .rows) == after.authenticate([1], purpose: .rows))
        #expect(!fixture.exists("partition/v/masterkey.cryptomator.0A1B2C3D.bkup"))
        #expect(fixture.exists("partition/v/masterkey.cryptomator.txt"))
        // Somebody who changes it without having it open is not let in by that.
        fixture.drive.vaults.lock(id, of: fixture.owner)
        #expect(await change(fixture, id, new, right) == nil)
        #expect(await fixture.entry(id) == 20_009)
        #expect(await fixture.entry(id, other) == 20_009)
    }

    @Test("unlocking against changing: whoever is in afterwards is in by the password that holds")
    func races() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.vault("v").id
        let others = try await [fixture.token(), fixture.token(), fixture.token()]
        var (old, next) = (right, new)
        for _ in 0..<10 {
            await withTaskGroup(of: Void.self) { group in
                for other in others { group.addTask { [old] in _ = await fixture.check(id, old, other) } }
                group.addTask { [old, next] in
                    #expect(await change(fixture, id, old, next) == nil)
                }
            }
            swap(&old, &next)
            for other in others {
                #expect(await fixture.entry(id, other) == 20_009)
                #expect(await fixture.check(id, old, other) == nil)
                fixture.drive.vaults.lock(nil, of: other)
            }
            fixture.clock.advance(by: .seconds(3_600))
        }
    }

    @Test("a recovery key sets a new password, once")
    func recovery() async throws {
        let fixture = try await DriveFixture.make()
        let made = try await fixture.vault("v")
        let first = try #require(made.recoveryKey)
        let folders = fixture.drive.folders
        func recover(_ key: String, _ password: String, by caller: Caller? = nil) async throws -> String {
            try await folders.recover(
                made.id,
                key: key,
                password: password,
                confirmation: password,
                caller ?? fixture.owner
            )
        }
        let stranger = try #require(try? RecoveryKey.random()).text
        #expect(await code { _ = try await recover(stranger, new) } == 20_009)
        #expect(await code { _ = try await recover("no key", new) } == 20_009)
        #expect(await code { _ = try await recover(first, "short") } == 20_003)
        let anna = try await fixture.member("anna")
        #expect(await code { _ = try await recover(first, new, by: anna) } == 20_001)
        let other = try await fixture.token()
        #expect(await fixture.check(made.id, right, other) == nil)
        let second = try await recover(first.lowercased().replacing("-", with: " "), new)
        #expect(second != first)
        #expect(await fixture.entry(made.id, other) == 20_009)
        #expect(await fixture.check(made.id, right) == 20_009)
        #expect(await fixture.check(made.id, new) == nil)
        #expect(await code { _ = try await recover(first, right) } == 20_009)
        let third = try await folders.renewRecoveryKey(made.id, password: new, fixture.owner)
        #expect(
            await code { _ = try await folders.renewRecoveryKey(made.id, password: right, fixture.owner) }
                == 20_009
        )
        #expect(await code { _ = try await recover(second, right) } == 20_009)
        _ = try await recover(third, right)
        #expect(await fixture.check(made.id, right) == nil)
    }

    @Test("a vault on the disk becomes an encrypted folder of one member, untouched until it is opened")
    func adopted() async throws {
        let fixture = try await DriveFixture.make()
        let first = try await fixture.vault("v")
        let anna = try await fixture.member("anna")
        try await fixture.database.write { try $0.run("DELETE FROM roots WHERE id = ?", first.id) }
        fixture.drive.roots.invalidate()
        let folders = fixture.drive.folders
        let place = "/_default_/_default_/v"
        #expect(
            await code { _ = try await folders.adopt(place, name: nil, members: ["owner", "anna"]) } == 20_014
        )
        let adopted = try await folders.adopt(place, name: "Mine", members: ["anna"])
        #expect(adopted.root.isEncrypted && adopted.root.mode == 1)
        #expect(await fixture.entry(adopted.root.id, anna) == 20_009)
        #expect(await fixture.check(adopted.root.id, "wrong", anna) == 20_009)
        #expect(await fixture.check(adopted.root.id, right, anna) == nil)
        #expect(await fixture.entry(adopted.root.id, anna) == nil)
    }

    @Test("vaults of other formats, and what lacks a part, are refused with a reason")
    func strange() async throws {
        let fixture = try await DriveFixture.make()
        let place = fixture.directory.path + "/partition/"
        let folders = fixture.drive.folders
        func put(_ text: String, _ name: String) {
            let file = open(place + name, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
            _ = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            close(file)
        }
        func adopt(_ name: String) async -> Int? {
            await code { _ = try await folders.adopt("/_default_/_default_/\(name)", name: nil, members: []) }
        }
        let old = Base64URL.encode(Array("{\"format\":7,\"cipherCombo\":\"SIV_CTRMAC\"}".utf8))
        let head = Base64URL.encode(Array("{\"typ\":\"JWT\",\"alg\":\"HS256\"}".utf8))
        for name in ["seven", "six", "none"] { _ = mkdir(place + name, 0o755) }
        put("\(head).\(old).\(Base64URL.encode([1]))", "seven/vault.cryptomator")
        put("{}", "seven/masterkey.cryptomator")
        #expect(await adopt("seven") == 90_014)
        _ = mkdir(place + "six/d", 0o755)
        put("{\"version\": 6}", "six/masterkey.cryptomator")
        #expect(await adopt("six") == 90_014)
        put("no token", "none/vault.cryptomator")
        #expect(await adopt("none") == 90_013)
        #expect(try await folders.all().isEmpty)
    }
}
