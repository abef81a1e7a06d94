import HearthCrypto
import Testing

@Suite("Names in vaults")
struct VaultNameTests {
    let keys: VaultKeys

    init() throws { keys = try VaultVectors.keys() }

    @Test("agrees with another implementation", arguments: VaultVectors.names)
    func agreement(_ name: String, _ inRoot: String, _ inDocuments: String) throws {
        for (id, expected) in [([], inRoot), (VaultVectors.documents, inDocuments)] {
            let directory = VaultVectors.directory(id)
            let made = try keys.cipherName(of: Array(name.utf8), in: directory)
            #expect(String(decoding: made, as: UTF8.self) == expected)
            #expect(try keys.name(ofCipherName: Array(expected.utf8), in: directory) == Array(name.utf8))
        }
    }

    @Test("long names agree, and their short ones")
    func long() throws {
        let made = try keys.cipherName(of: Array(VaultVectors.longName.utf8), in: .root)
        #expect(String(decoding: made, as: UTF8.self) == VaultVectors.longCipherName)
        #expect(made.count > VaultFormat.shorteningThreshold)
        #expect(try VaultFormat.shortName(of: made) == Array(VaultVectors.longShortName.utf8))
    }

    @Test(
        "where the threshold lies",
        arguments: [(1, 28), (143, 216), (144, 220), (146, 220), (147, 224), (255, 368)]
    )
    func threshold(_ plain: Int, _ cipher: Int) throws {
        let name = [UInt8](repeating: UInt8(ascii: "L"), count: plain)
        #expect(try keys.cipherName(of: name, in: .root).count == cipher)
    }

    @Test("places of directories agree", arguments: VaultVectors.places)
    func places(_ id: [UInt8], _ first: String, _ second: String) throws {
        let place = try keys.contentPath(of: VaultVectors.directory(id))
        #expect(String(decoding: place.first, as: UTF8.self) == first)
        #expect(String(decoding: place.second, as: UTF8.self) == second)
    }

    @Test("a name in another form of Unicode is the same name")
    func forms() throws {
        let composed = try keys.cipherName(of: Array("Ångström".utf8), in: .root)
        let decomposed = try keys.cipherName(of: Array("A\u{30A}ngstro\u{308}m".utf8), in: .root)
        #expect(composed == decomposed)
        #expect(try keys.name(ofCipherName: composed, in: .root) == Array("Ångström".utf8))
    }

    @Test("names are bound to their directory")
    func directories() throws {
        let directory = try VaultDirectoryID.random()
        let made = try keys.cipherName(of: [0x61], in: directory)
        #expect(try keys.name(ofCipherName: made, in: directory) == [0x61])
        expectFailure(.authenticationFailed) { _ = try keys.name(ofCipherName: made, in: .root) }
        expectFailure(.authenticationFailed) { _ = try keys.name(ofCipherName: made, in: .random()) }
    }

    @Test("a flipped bit anywhere fails")
    func flipped() throws {
        for name in ["a", "small.txt", "zzzzzzzzzzzzzzzzz"] {
            for other in flips(of: try keys.cipherName(of: Array(name.utf8), in: .root)) {
                expectFailure(.authenticationFailed) { _ = try keys.name(ofCipherName: other, in: .root) }
            }
        }
    }

    @Test(
        "what is no encrypted name",
        arguments: [
            "", ".c9r", "a", "dir.c9r", "contents.c9r", "hAgAy0GVjX1jZ3vvNdZXgHg=",
            "hAgAy0GVjX1jZ3vvNdZXgHg=.c9s",
            "hAgAy0GVjX1jZ3vvNdZXgHg.c9r", "hAgAy0GVjX1jZ3vvNdZXgHg==.c9r", "hAgAy0GVjX1jZ3vvNdZXgHh=.c9r",
            "hAgAy0GVjX1jZ3vvNdZXgHg= (1).c9r", "hAgAy0GVjX1jZ3vvNdZXgHg=.c9r.c9r",
            " hAgAy0GVjX1jZ3vvNdZXgHg=.c9r",
        ]
    )
    func refusals(_ text: String) {
        expectFailure(.authenticationFailed) { _ = try keys.name(ofCipherName: Array(text.utf8), in: .root) }
    }

    @Test("very long input is refused")
    func bounds() {
        let long = Array(repeating: UInt8(ascii: "A"), count: 1 << 20) + Array(".c9r".utf8)
        expectFailure(.authenticationFailed) { _ = try keys.name(ofCipherName: long, in: .root) }
        expectFailure(.invalidInput) { _ = try keys.cipherName(of: long, in: .root) }
    }

    @Test(
        "names that no entry can have are refused both ways",
        arguments: [
            [], [0x2E], [0x2E, 0x2E], [0x61, 0x2F], [0x61, 0], [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
        ]
    )
    func unusable(_ name: [UInt8]) throws {
        expectFailure(.invalidInput) { _ = try keys.cipherName(of: name, in: .root) }
        // What another program with the same keys could have written.
        let key = try SecretBytes(VaultVectors.authentication + VaultVectors.encryption)
        let sealed = try AES256SIV.seal(name, associated: [[]], key: key)
        let text = Base64URL.encode(sealed)
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let cipherName = Array("\(text)\(padding).c9r".utf8)
        expectFailure(.authenticationFailed) { _ = try keys.name(ofCipherName: cipherName, in: .root) }
    }

    @Test("ids of directories")
    func ids() throws {
        #expect(VaultDirectoryID.root.bytes.isEmpty)
        #expect(VaultDirectoryID.root.isRoot)
        #expect(VaultDirectoryID([]) == nil)
        #expect(VaultDirectoryID(Array(repeating: 0x61, count: 36)) != nil)
        #expect(VaultDirectoryID(Array(repeating: 0x61, count: 37)) == nil)
        for bad in [0x00, 0x0A, 0x20, 0x7F, 0x80, 0xFF] as [UInt8] {
            #expect(VaultDirectoryID([0x61, bad]) == nil)
        }
        let id = try VaultDirectoryID.random()
        let text = String(decoding: id.bytes, as: UTF8.self)
        #expect(
            text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
        )
        #expect(VaultDirectoryID(id.bytes) == id)
        #expect(try VaultDirectoryID.random() != id)
    }
}
