import HearthArchive
import HearthTesting
import Testing

@Suite("Paths in archives")
struct EntryPathTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: [UInt8]
        let zip: String?
        let tar: String?
        var isFirst = false
        var testDescription: String { String(decoding: name, as: UTF8.self) }

        init(_ name: String, zip: String? = nil, tar: String? = nil, isFirst: Bool = false) {
            self.init(Array(name.utf8), zip: zip, tar: tar, isFirst: isFirst)
        }

        init(_ name: [UInt8], zip: String? = nil, tar: String? = nil, isFirst: Bool = false) {
            self.name = name
            self.zip = zip
            self.tar = tar
            self.isFirst = isFirst
        }
    }

    @Test(
        "escapes what would become a path or cannot be written, and nothing else",
        arguments: [
            Case("plain.txt"), Case("90%hello"), Case("%5C"), Case("a:b"), Case("日本💫"), Case("u\u{308}"),
            Case("a\\b", zip: "a%5Cb", tar: "a%5Cb"),
            Case("%\\", zip: "%25%5C", tar: "%25%5C"),
            Case("..\\..\\x", zip: "..%5C..%5Cx", tar: "..%5C..%5Cx"),
            Case("C:", isFirst: false),
            Case("C:x", zip: "C%3Ax", tar: "C%3Ax", isFirst: true),
            Case("c:", zip: "c%3A", tar: "c%3A", isFirst: true),
            Case("1:x", isFirst: true),
            Case([0x63, 0xE9], zip: "c%E9"),
            Case([0xC0, 0xAF], zip: "%C0%AF"),
            Case([0xED, 0xA0, 0x80], zip: "%ED%A0%80"),
            Case([0xE6, 0x97, 0x25], zip: "%E6%97%25"),
            Case([0xF0, 0x9F, 0x92, 0xAB, 0xFF], zip: "💫%FF"),
        ]
    )
    func escaping(_ item: Case) {
        let zip = EntryPath.escaped(item.name, for: .zip, isFirst: item.isFirst)
        let tar = EntryPath.escaped(item.name, for: .tar, isFirst: item.isFirst)
        #expect(zip == item.zip.map { Array($0.utf8) })
        #expect(tar == item.tar.map { Array($0.utf8) })
    }

    @Test("refuses what could lead elsewhere", arguments: ["", ".", "..", "a/b", "a\\b", "a\0b", "/"])
    func refusals(_ name: String) throws {
        #expect(EntryPath(Array(name.utf8)) == nil)
        var path = try #require(EntryPath([0x61]))
        let isTaken = path.append(Array(name.utf8))
        #expect(!isTaken)
        #expect(path.bytes == [0x61])
    }

    @Test("goes down and back up")
    func moving() throws {
        var path = try #require(EntryPath(Array("top".utf8)))
        let isTaken = path.append(Array("below".utf8))
        #expect(isTaken)
        #expect(path.bytes == Array("top/below".utf8))
        path.removeLast()
        path.removeLast()
        #expect(path.bytes == Array("top".utf8))
    }

    @Test("different names never get one spelling")
    func injective() {
        var random = SplitMix64(seed: 11)
        let alphabet: [UInt8] = [0x61, 0x25, 0x5C, 0x32, 0x35, 0x43, 0xC3, 0xA9, 0xE9, 0x3A]
        var seen: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<20_000 {
            let name = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            guard let escaped = EntryPath.escaped(name, for: .zip, isFirst: true) else { continue }
            #expect(seen[escaped] == nil || seen[escaped] == name)
            #expect(String(validating: escaped, as: UTF8.self) != nil && !escaped.contains(0x5C))
            #expect(EntryPath(escaped) != nil)
            seen[escaped] = name
            seen[EntryPath.alternative(escaped, 2)] = name + [0]
        }
    }
}
