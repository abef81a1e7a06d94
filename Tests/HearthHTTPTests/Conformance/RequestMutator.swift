import HearthTesting

/// Makes requests, and damages them.
struct RequestMutator {
    private var random: SplitMix64

    /// - Parameter seed: the same seed makes the same messages.
    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// A number below `bound`.
    mutating func number(below bound: Int) -> Int { Int(random.next() % UInt64(max(1, bound))) }

    /// True once in `count` times.
    mutating func once(in count: Int) -> Bool { number(below: count) == 0 }

    /// A well-formed request that lets the connection stay open.
    mutating func request() -> [UInt8] { Array(Self.corpus[number(below: Self.corpus.count)].utf8) }

    /// Cuts a stream into one to five pieces.
    mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        for _ in 0..<number(below: 5) where rest.count > 1 {
            let count = 1 + number(below: rest.count - 1)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return rest.isEmpty ? pieces : pieces + [Array(rest)]
    }

    /// One to four damages.
    mutating func mutate(_ bytes: inout [UInt8]) {
        for _ in 0...number(below: 4) where !bytes.isEmpty { damage(&bytes) }
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = number(below: bytes.count)
        switch number(below: 14) {
        case 0: bytes[place] ^= 1 << UInt8(number(below: 8))
        case 1: bytes[place] = interestingByte()
        case 2: bytes.insert(interestingByte(), at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + number(below: 4)))
        case 4: bytes.removeSubrange(place..<min(bytes.count, place + 1 + number(below: 64)))
        case 5:
            let slice = Array(bytes[place..<min(bytes.count, place + 1 + number(below: 64))])
            bytes.insert(contentsOf: slice, at: number(below: bytes.count))
        case 6: bytes.removeLast(bytes.count - place)
        case 7: bytes.insert(contentsOf: token(), at: place)
        case 8: replaceToken(in: &bytes)
        case 9: bytes.insert(contentsOf: request(), at: place)
        default: damageLines(&bytes)
        }
    }

    private mutating func damageLines(_ bytes: inout [UInt8]) {
        var lines = Self.lines(bytes)
        let place = number(below: lines.count)
        switch number(below: 5) {
        case 0: lines.swapAt(place, number(below: lines.count))
        case 1: lines.insert(lines[place], at: number(below: lines.count))
        case 2: lines.remove(at: place)
        default: lines.insert(Array(Self.fieldLines[number(below: Self.fieldLines.count)].utf8), at: place)
        }
        bytes = Array(lines.joined(separator: [0x0D, 0x0A]))
    }

    private mutating func replaceToken(in bytes: inout [UInt8]) {
        let old = token()
        let places = bytes.ranges(of: old)
        guard !old.isEmpty, !places.isEmpty else {
            bytes.append(contentsOf: old)
            return
        }
        bytes.replaceSubrange(places[number(below: places.count)], with: token())
    }

    private mutating func token() -> [UInt8] { Array(Self.tokens[number(below: Self.tokens.count)].utf8) }

    private mutating func interestingByte() -> UInt8 {
        let bytes = Array("\r\n\0 \t:;,-+/%#?=\"0159aAfFxX\u{7F}".utf8) + [0x80, 0xFF, 0x0B]
        return bytes[number(below: bytes.count)]
    }

    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == 0x0D, rest.first == 0x0A {
                rest = rest.dropFirst()
                lines.append([])
            } else {
                lines[lines.count - 1].append(byte)
            }
        }
        return lines
    }

    /// Sound requests that keep the connection.
    static let corpus: [String] = [
        "GET /a HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /a/b?c=d HTTP/1.1\r\nHost: x:80\r\nUser-Agent: fuzz\r\nAccept: */*\r\n\r\n",
        "HEAD /h HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET http://x/abs HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "OPTIONS /o HTTP/1.1\r\nHost: x\r\n\r\n",
        "DELETE /d HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
        "POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
        "POST /p HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
        "POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: 36\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: xy\r\n\r\n",
        "PUT /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n",
        "PUT /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0005;a=b\r\nhello\r\n0\r\nA: b\r\n\r\n",
        "PATCH /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: x\r\n\r\n26\r\nGET /smuggled HTTP/1.1\r\nHost: xyz1\r\n\r\n\r\n0\r\n\r\n",
        "POST /skip HTTP/1.1\r\nHost: x\r\nContent-Length: 36\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: xy\r\n\r\n",
        "POST /skip HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n26\r\nGET /smuggled HTTP/1.1\r\nHost: xyz1\r\n\r\n\r\n0\r\n\r\n",
    ]

    private static let tokens: [String] = [
        "\r\n", "\r\n\r\n", "\n", "\r", " ", "\t", ":", ";", ",", "\0", "GET", "POST", "HEAD", "CONNECT",
        "FOO", "/", "*", "HTTP/1.1",
        "HTTP/1.0", "HTTP/2.0", "http://", "Host", "Host: x\r\n", "Content-Length", "Content-Length: ",
        "Transfer-Encoding",
        "Transfer-Encoding: ", "chunked", "xchunked", "identity", "gzip, chunked", "Connection: close\r\n",
        "close", "keep-alive",
        "Expect: 100-continue\r\n", "Upgrade: h2c\r\n", "0\r\n\r\n", "0\r\n", "5\r\n", "0", "5", "36", "26",
        "+5", "-5", "5,5",
        "FFFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF", "80000000000000000", "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616", "00000000000000000000005", ";a=b", ";a=\"b\"", "hello",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "%00", "%2f", "..", "#", "?", "\u{FC}",
    ]

    private static let fieldLines: [String] = [
        "Content-Length: 0", "Content-Length: 5", "Content-Length: 36", "Content-Length: +5",
        "Content-Length: 5, 5",
        "content-length:5", "Content-Length : 5", " Content-Length: 5", "Transfer-Encoding: chunked",
        "transfer-encoding:chunked",
        "Transfer-Encoding: identity", "Transfer-Encoding: chunked, chunked", "Transfer-Encoding : chunked",
        "Transfer-Encoding:\u{B}chunked", "X: y\rTransfer-Encoding: chunked", "Host: y", "Host:",
        "Connection: close",
        "Connection: keep-alive", "Connection: Upgrade", "Upgrade: websocket", "Expect: 100-continue",
        "Expect: x", ": x", "X", "",
        " folded", "\tfolded: x", "X: \0", "Trailer: A", "0", "5", "5;a", "zz", "GET /smuggled HTTP/1.1",
    ]
}
