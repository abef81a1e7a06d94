import HearthHTTP
import Testing

@Suite("Path segments")
struct PathSegmentsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let path: String
        let segments: [String]?
        var testDescription: String { path }
    }

    @Test(
        "split first, then decode once",
        arguments: [
            Case(path: "/", segments: []),
            Case(path: "", segments: []),
            Case(path: "/a/b", segments: ["a", "b"]),
            Case(path: "//a///b//", segments: ["a", "b"]),
            Case(path: "/a%2Fb%2fc", segments: ["a", "b", "c"]),
            Case(path: "%2F%2F", segments: []),
            Case(path: "/a%252Fb", segments: ["a%2Fb"]),
            Case(path: "/%25252F", segments: ["%252F"]),
            Case(path: "/90%25hello.txt", segments: ["90%hello.txt"]),
            Case(path: "/%2541", segments: ["%41"]),
            Case(path: "/a+b", segments: ["a+b"]),
            Case(path: "/%231/q%3Fx/it's/d%22q", segments: ["#1", "q?x", "it's", "d\"q"]),
            Case(path: "/%F0%9F%92%AB/%E6%97%A5", segments: ["💫", "日"]),
            Case(path: "/./../%2e/%2E%2e", segments: [".", "..", ".", ".."]),
            Case(path: "/a%00b", segments: ["a\0b"]),
            Case(path: "/a\\..\\b/%5c", segments: ["a\\..\\b", "\\"]),
            Case(path: "/%", segments: nil),
            Case(path: "/%4", segments: nil),
            Case(path: "/%zz", segments: nil),
            Case(path: "/a%2", segments: nil),
            Case(path: "/%%41", segments: nil),
            Case(path: "/%2/F", segments: nil),
            Case(path: "/%+1", segments: nil),
        ]
    )
    func split(_ item: Case) {
        let segments = PathSegments(rawPath: Array(item.path.utf8))
        #expect(segments?.from(0) == item.segments?.map { Array($0.utf8) })
    }

    @Test("every order of eight traversal tokens up to length six agrees with a plain model")
    func exhaustive() {
        let tokens = ["%", "25", "2e", "2f", ".", "/", "\\", "00"].map { Array($0.utf8) }
        var tried = 0
        var wrong: [[UInt8]] = []
        var level: [[UInt8]] = [[UInt8(ascii: "/")]]
        for _ in 1...6 {
            var next: [[UInt8]] = []
            next.reserveCapacity(level.count * tokens.count)
            for path in level {
                for token in tokens {
                    let path = path + token
                    next.append(path)
                    tried += 1
                    let segments = PathSegments(rawPath: path)?.from(0)
                    let isSound =
                        segments?.allSatisfy { !$0.isEmpty && !$0.contains(UInt8(ascii: "/")) } ?? true
                    if !isSound || segments != Self.model(path) { wrong.append(path) }
                }
            }
            level = next
        }
        #expect(tried == 299_592)
        #expect(wrong.prefix(5).map { String(decoding: $0, as: UTF8.self) } == [])
    }

    /// The rule as it is written down: split at `/` and `%2F`, drop the empty, decode each once.
    private static func model(_ path: [UInt8]) -> [[UInt8]]? {
        var pieces: [[UInt8]] = [[]]
        var index = 0
        while index < path.count {
            let isEncodedSlash =
                path[index] == 0x25 && index + 2 < path.count && path[index + 1] == 0x32
                && path[index + 2] | 0x20 == 0x66
            if path[index] == 0x2F || isEncodedSlash {
                pieces.append([])
                index += isEncodedSlash ? 3 : 1
            } else if path[index] == 0x25, index + 2 < path.count {
                // The two behind belong to this percent: they cannot begin another.
                pieces[pieces.count - 1] += path[index...(index + 2)]
                index += 3
            } else {
                pieces[pieces.count - 1].append(path[index])
                index += 1
            }
        }
        var decoded: [[UInt8]] = []
        for piece in pieces where !piece.isEmpty {
            guard let segment = PercentDecoding.strict(piece) else { return nil }
            decoded.append(segment)
        }
        return decoded
    }
}
