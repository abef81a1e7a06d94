import HearthCrypto
import Testing

@Suite("Key files of vaults")
struct MasterkeyFileTests {
    /// Cheap enough to be tried thousands of times.
    static let cheap = ScryptCost(rounds: 2, blockSize: 1)

    private func expectVectorKeys(_ keys: VaultKeys) throws {
        try VaultConfiguration.verify(VaultVectors.configuration, keys: keys)
        #expect(try keys.openSmall(VaultVectors.small) == VaultVectors.smallContent)
    }

    @Test("opens what another implementation wrote")
    func agreement() throws {
        let file = try MasterkeyFile(json: VaultVectors.keyFile)
        #expect(file.cost == .standard)
        try expectVectorKeys(file.unlock(password: VaultVectors.password))
        // The same text in form D.
        try expectVectorKeys(file.unlock(password: Array("Pa\u{308}sswo\u{308}rter@Haus".utf8)))
        for wrong in ["", "Pässwörter@haus", "Passworter@Haus", "Pässwörter@Haus "] {
            expectFailure(.authenticationFailed) { _ = try file.unlock(password: Array(wrong.utf8)) }
        }
        expectFailure(.authenticationFailed) { _ = try file.unlock(password: [0xFF]) }
    }

    @Test("what is written is read, at the standard cost")
    func roundTrip() throws {
        let keys = try VaultVectors.keys()
        let file = try MasterkeyFile.make(keys, password: Array("Geheim1".utf8))
        let again = try MasterkeyFile(json: file.json)
        #expect(again.cost == .standard)
        #expect(again.json == file.json)
        try expectVectorKeys(again.unlock(password: Array("Geheim1".utf8)))
        expectFailure(.authenticationFailed) { _ = try again.unlock(password: Array("Geheim2".utf8)) }
    }

    @Test("every file has a salt of its own")
    func salts() throws {
        let keys = try VaultVectors.keys()
        let one = try MasterkeyFile.make(keys, password: [0x61], cost: Self.cheap)
        #expect(try MasterkeyFile.make(keys, password: [0x61], cost: Self.cheap).json != one.json)
    }

    @Test("a flipped bit anywhere fails, or changes nothing")
    func flipped() throws {
        let password = Array("Geheim1".utf8)
        let json = try MasterkeyFile.make(VaultVectors.keys(), password: password, cost: Self.cheap).json
        var unread = 0
        for other in flips(of: json) {
            guard let keys = try? MasterkeyFile(json: other).unlock(password: password) else { continue }
            unread += 1
            try expectVectorKeys(keys)
        }
        // White space that turns into other white space, and nothing else.
        #expect(unread < 20)
    }

    @Test("the version is authenticated")
    func version() throws {
        let json = try MasterkeyFile.make(VaultVectors.keys(), password: [0x61], cost: Self.cheap).json
        let other = String(decoding: json, as: UTF8.self).replacing("999", with: "998")
        expectFailure(.invalidInput) {
            _ = try MasterkeyFile(json: Array(other.utf8)).unlock(password: [0x61])
        }
    }

    @Test(
        "damaged files are refused",
        arguments: [
            ("\"gYXrVBW2wTE=\"", "\"\""), ("\"gYXrVBW2wTE=\"", "\"gYXrVBW2wTE\""), ("\"gYXrVBW2wTE=\"", "7"),
            ("999", "\"999\""), ("999", "-1"), ("999", "4294967296"), ("32768", "-32768"),
            ("32768", "32768.0"),
            ("primaryMasterKey", "primaryKey"), ("hmacMasterKey", "primaryMasterKey"), ("Pg==", ""),
            ("lw==", "lw="),
            ("HZI=", "HZJ="), ("{", ""), ("}", ""), (": 8,", ": null,"),
        ]
    )
    func damaged(_ old: String, _ new: String) {
        let json = String(decoding: VaultVectors.keyFile, as: UTF8.self).replacing(old, with: new)
        expectFailure(.invalidInput) { _ = try MasterkeyFile(json: Array(json.utf8)) }
    }

    @Test("costs out of bounds are refused", arguments: ["0", "1", "3", "1048576", "9223372036854775807"])
    func costs(_ rounds: String) {
        let json = String(decoding: VaultVectors.keyFile, as: UTF8.self).replacing("32768", with: rounds)
        expectFailure(.unsupported) { _ = try MasterkeyFile(json: Array(json.utf8)) }
        let keys = try? VaultVectors.keys()
        expectFailure(.parameters) {
            _ = try MasterkeyFile.make(
                #require(keys),
                password: [0x61],
                cost: ScryptCost(rounds: UInt64(rounds) ?? 0, blockSize: 8)
            )
        }
    }

    @Test("long files and passwords that are not UTF-8 are refused")
    func bounds() throws {
        let space = Array(repeating: UInt8(ascii: " "), count: MasterkeyFile.longestFile)
        expectFailure(.invalidInput) { _ = try MasterkeyFile(json: VaultVectors.keyFile + space) }
        let keys = try VaultVectors.keys()
        expectFailure(.invalidInput) { _ = try MasterkeyFile.make(keys, password: [0xFF], cost: Self.cheap) }
    }
}
