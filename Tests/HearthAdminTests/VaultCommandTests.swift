import Glibc
import HearthAdmin
import HearthCrypto
import HearthServer
import HearthStorage
import HearthTesting
import Synchronization
import Testing

@Suite("hearth vault check", .timeLimit(.minutes(10)))
struct VaultCommandTests {
    private static let password = "correct & horse"

    private let temporary: TemporaryDirectory
    private let vault: String
    private let keys: VaultKeys

    init() throws {
        temporary = try TemporaryDirectory()
        vault = temporary.appending("vault")
        try OperatorFiles.makeDirectory(vault, mode: 0o700)
        try OperatorFiles.write(
            Array("\(Self.password)\n".utf8),
            to: temporary.appending("password"),
            mode: 0o600
        )
        keys = try VaultKeys.random()
        let site = try VaultSite(path: vault, writes: true)
        defer { site.close() }
        try Vault.create(on: site.volume, keys: keys)
        try VaultFiles.writeConfiguration(try VaultConfiguration.make(keys), on: site.volume)
        let file = try MasterkeyFile.make(
            keys,
            password: Array(Self.password.utf8),
            cost: ScryptCost(rounds: 2, blockSize: 1)
        )
        try VaultFiles.writeMasterkey(file.json, on: site.volume)
        let plain = try EncryptedVolume(
            Vault(inner: site.volume, keys: keys, records: NoVaultRecords(), epoch: 1)
        )
        try plain.makeDirectory(VolumePath("photos"))
        try plain.write("a", to: "photos/a")
    }

    private func check(
        _ options: String...,
        path: String? = nil,
        password: String? = nil
    ) -> (code: Int32, out: String, err: String) {
        let lines = Mutex<(out: [String], err: [String])>(([], []))
        let console = Console(
            print: { line in lines.withLock { $0.out.append(line) } },
            complain: { line in lines.withLock { $0.err.append(line) } },
            environment: { $0 == "HEARTH_SERVER_DATA" ? "/nonexistent/data" : nil },
            input: -1
        )
        let file = ["--password-file", password ?? temporary.appending("password")]
        let code = HearthCommand.run(["vault", "check", path ?? vault] + file + options, console: console)
        return lines.withLock { (code, $0.out.joined(separator: "\n"), $0.err.joined(separator: "\n")) }
    }

    /// The names at the vault's top.
    private func top() throws -> [String] {
        var names: [String] = []
        try ReadOnlyDirectory(path: vault).forEachEntry(of: .root) { entry in
            names.append(String(decoding: entry.name, as: UTF8.self))
            return true
        }
        return names.sorted()
    }

    private func place(_ names: String...) throws -> String {
        let (first, second) = try keys.contentPath(of: .root)
        let directory = "\(vault)/d/\(String(decoding: first, as: UTF8.self))/"
        return directory + ([String(decoding: second, as: UTF8.self)] + names).joined(separator: "/")
    }

    private func entry(_ name: String) throws -> String {
        try place(String(decoding: try keys.cipherName(of: Array(name.utf8), in: .root), as: UTF8.self))
    }

    @Test("a sound vault is sound, and nothing of ours is left in it")
    func sound() throws {
        let before = try top()
        #expect(before == ["d", "hearth", "masterkey.cryptomator", "vault.cryptomator"])
        for options in [[], ["--quick"], ["--mend"]] {
            let done = options.isEmpty ? check() : check(options[0])
            #expect(done.code == 0, "\(done)")
            #expect(done.out.contains("No damage found."))
            #expect(done.err.isEmpty)
            #expect(try top() == before)
        }
    }

    @Test("a finding is told with its place, and mended when that is asked for")
    func mending() throws {
        let link = try entry("photos") + "/dir.c9r"
        #expect(unlink(link) == 0)
        let found = check()
        #expect(found.code == 1)
        #expect(found.out.contains("orphan-directory [remains]"))
        #expect(found.out.contains("empty-shell [remains]"))
        #expect(found.out.contains("path   /photos"))
        #expect(
            found.err
                == "error: 2 findings left; --mend puts right what can be put right without loss"
        )
        let mended = check("--mend")
        #expect(mended.code == 0, "\(mended)")
        #expect(mended.out.contains("brought back as /recovered/"))
        #expect(check().code == 0)
    }

    @Test("a wrong password, a folder that is no vault, an older vault: refused, and said why")
    func refused() throws {
        let wrong = temporary.appending("wrong")
        try OperatorFiles.write(Array("wrong\n".utf8), to: wrong, mode: 0o600)
        #expect(check(password: wrong).err == "error: the password does not open this vault")
        #expect(check(path: temporary.path).err.contains("is no vault"))
        #expect(check(path: "/nonexistent").err.contains("there is no directory"))
        #expect(check("--accept").err.contains("no folder of this drive"))
        #expect(unlink("\(vault)/vault.cryptomator") == 0)
        #expect(check().err == "error: vault.cryptomator is missing")
        let keyFile = "\(vault)/masterkey.cryptomator"
        let bytes = try #require(try OperatorFiles.read(keyFile, limit: 1 << 16))
        let older = String(decoding: bytes, as: UTF8.self).split(separator: "999", maxSplits: 1)
        #expect(unlink(keyFile) == 0)
        try OperatorFiles.write(Array(older.joined(separator: "7").utf8), to: keyFile, mode: 0o600)
        let refused = check()
        #expect(refused.code == 1)
        #expect(refused.err.contains("format 7"), "\(refused.err)")
    }

    @Test("without a terminal and without a file there is no password")
    func noTerminal() {
        let errors = Mutex("")
        let console = Console(
            print: { _ in },
            complain: { line in errors.withLock { $0 = line } },
            input: -1
        )
        #expect(HearthCommand.run(["vault", "check", vault], console: console) == 2)
        #expect(errors.withLock { $0 }.contains("--password-file"))
    }

    @Test("on a partition of a drive that is not named, nothing is changed")
    func anotherDrive() throws {
        // What the top of a partition looks like.
        try OperatorFiles.makeDirectory(temporary.appending(".hearth"), mode: 0o700)
        try OperatorFiles.makeDirectory(temporary.appending(".hearth/uploads"), mode: 0o700)
        #expect(check().code == 0)
        let refused = check("--mend")
        #expect(refused.code == 1)
        #expect(refused.err.contains("--data"))
    }

    @Test("names do nothing to a terminal")
    func printable() throws {
        let site = try VaultSite(path: vault, writes: true)
        let plain = try EncryptedVolume(
            Vault(inner: site.volume, keys: keys, records: NoVaultRecords(), epoch: 1)
        )
        try plain.makeDirectory(VolumePath("\u{1B}[31mred"))
        site.close()
        #expect(unlink(try entry("\u{1B}[31mred") + "/dir.c9r") == 0)
        let found = check()
        #expect(!found.out.contains("\u{1B}"))
        #expect(found.out.contains("/\\u{1b}[31mred"))
    }
}
