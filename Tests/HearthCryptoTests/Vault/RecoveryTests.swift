import HearthCrypto
import Testing

@Suite("Recovery keys")
struct RecoveryTests {
    @Test("as text: 14 groups of four, without letters that look like digits")
    func text() throws {
        let key = try RecoveryKey.random()
        let groups = key.text.split(separator: "-", omittingEmptySubsequences: false)
        #expect(groups.count == 14)
        #expect(groups.allSatisfy { $0.utf8.count == 4 })
        #expect(key.text.utf8.count == 69)
        #expect(key.text.wholeMatch(of: /[0-9A-HJKMNP-TV-Z\-]+/) != nil)
        #expect(try RecoveryKey.random() != key)
    }

    @Test("reads what people make of it")
    func forgiving() throws {
        for _ in 0..<50 {
            let key = try RecoveryKey.random()
            let text = key.text
            #expect(RecoveryKey(text: text) == key)
            #expect(RecoveryKey(text: text.lowercased()) == key)
            #expect(RecoveryKey(text: text.replacing("-", with: "")) == key)
            #expect(RecoveryKey(text: " \(text.replacing("-", with: " \u{2013}\u{A0}\n"))\r\n") == key)
            #expect(RecoveryKey(text: text.replacing("0", with: "O").replacing("1", with: "l")) == key)
            #expect(RecoveryKey(text: text.replacing("0", with: "o").replacing("1", with: "I")) == key)
        }
    }

    @Test("notices every slip of the pen")
    func slips() throws {
        let text = Array(try RecoveryKey.random().text.replacing("-", with: ""))
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        for index in text.indices {
            for other in alphabet where other != text[index] {
                var copy = text
                copy[index] = other
                #expect(RecoveryKey(text: String(copy)) == nil)
            }
        }
        for index in text.indices.dropLast() where text[index] != text[index + 1] {
            var copy = text
            copy.swapAt(index, index + 1)
            #expect(RecoveryKey(text: String(copy)) == nil)
        }
        let whole = String(text)
        for bad in [
            "", "-", String(whole.dropLast()), whole + "0", whole + whole, whole.dropLast() + "U",
            whole + "é",
        ] {
            #expect(RecoveryKey(text: String(bad)) == nil)
        }
        #expect(RecoveryKey(text: String(repeating: "0", count: 1 << 20)) == nil)
    }

    @Test("is never shown by accident")
    func printing() throws {
        let key = try RecoveryKey.random()
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "<recovery key>")
        #expect(String(reflecting: key) == "<recovery key>")
        #expect(!dumped.contains(key.text.prefix(4)))
    }

    @Test("opens the vault")
    func opening() throws {
        let key = try RecoveryKey.random()
        let file = try RecoveryFile.make(VaultVectors.keys(), key)
        let again = try RecoveryFile(json: file.json)
        #expect(again.json == file.json)
        let keys = try again.unlock(#require(RecoveryKey(text: key.text)))
        try VaultConfiguration.verify(VaultVectors.configuration, keys: keys)
        expectFailure(.authenticationFailed) { _ = try again.unlock(.random()) }
        #expect(try RecoveryFile.make(VaultVectors.keys(), key).json != file.json)
    }

    @Test("a flipped bit anywhere in the file fails, or changes nothing")
    func flipped() throws {
        let key = try RecoveryKey.random()
        var unread = 0
        for other in flips(of: try RecoveryFile.make(VaultVectors.keys(), key).json) {
            guard let keys = try? RecoveryFile(json: other).unlock(key) else { continue }
            unread += 1
            try VaultConfiguration.verify(VaultVectors.configuration, keys: keys)
        }
        // White space that turns into other white space, and nothing else.
        #expect(unread < 10)
    }

    @Test("other versions and damaged files are refused")
    func damaged() throws {
        let json = String(decoding: try RecoveryFile.make(VaultVectors.keys(), .random()).json, as: UTF8.self)
        expectFailure(.unsupported) {
            _ = try RecoveryFile(json: Array(json.replacing("\"version\": 1", with: "\"version\": 2").utf8))
        }
        for (old, new) in [
            ("salt", "sale"), ("wrappedKeys", "keys"), ("\"version\": 1", "\"version\": \"1\""), ("=", ""),
        ] {
            expectFailure(.invalidInput) {
                _ = try RecoveryFile(json: Array(json.replacing(old, with: new).utf8))
            }
        }
    }
}
