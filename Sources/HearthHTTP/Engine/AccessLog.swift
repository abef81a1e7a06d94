import HearthLog

/// One JSON line per request.
package struct AccessLog: Sendable {
    private let sink: any LogSink
    private let dates: DateCache
    private let redact: @Sendable ([UInt8], [UInt8]) -> String

    init(
        sink: any LogSink,
        dates: DateCache,
        redact: @escaping @Sendable ([UInt8], [UInt8]) -> String
    ) {
        self.sink = sink
        self.dates = dates
        self.redact = redact
    }

    /// Writes the line of a finished request.
    func write(_ request: HTTPRequest, status: Int, received: Int64, sent: Int64, nanoseconds: Int64) {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        line.append(contentsOf: #"{"time":""#.utf8)
        line.append(contentsOf: dates.iso)
        line.append(contentsOf: #"","peer":""#.utf8)
        Self.escape(request.peer.text, into: &line)
        line.append(contentsOf: #"","method":""#.utf8)
        Self.escape(request.method.rawValue, into: &line)
        line.append(contentsOf: #"","path":""#.utf8)
        Self.escape(redact(request.rawPath, request.rawQuery), into: &line)
        line.append(contentsOf: #"","status":"#.utf8)
        ResponseHead.append(Int64(status), to: &line)
        line.append(contentsOf: #","in":"#.utf8)
        ResponseHead.append(received, to: &line)
        line.append(contentsOf: #","out":"#.utf8)
        ResponseHead.append(sent, to: &line)
        line.append(contentsOf: #","ms":"#.utf8)
        ResponseHead.append(nanoseconds / 1_000_000, to: &line)
        line.append(UInt8(ascii: "."))
        let fraction = nanoseconds / 1000 % 1000
        for divisor: Int64 in [100, 10, 1] { line.append(UInt8(ascii: "0") + UInt8(fraction / divisor % 10)) }
        line.append(contentsOf: #","id":"#.utf8)
        ResponseHead.append(Int64(clamping: request.id), to: &line)
        line.append(contentsOf: "}\n".utf8)
        sink.write(line)
    }

    /// The target without secrets.
    ///
    /// Behind a segment `s` the path ends after the next one, which names a share: what follows is what its link
    /// opens. In the query the values of names that speak of tokens, keys, passwords, secrets or signatures are
    /// replaced by `-`, however the name is percent-encoded.
    package static func redacted(path: [UInt8], query: [UInt8]) -> String {
        var text = path
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
        for (index, segment) in segments.enumerated() where segment.elementsEqual("s".utf8) {
            guard index + 2 < segments.count else { break }
            text = Array(path[..<segments[index + 1].endIndex]) + Array("/…".utf8)
            break
        }
        guard !query.isEmpty else { return String(decoding: text, as: UTF8.self) }
        text.append(UInt8(ascii: "?"))
        for (index, pair) in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 { text.append(UInt8(ascii: "&")) }
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            text.append(contentsOf: name)
            guard name.count < pair.count else { continue }
            if isSecret(name) {
                text.append(contentsOf: "=-".utf8)
            } else {
                text.append(contentsOf: pair[name.endIndex...])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        // An encoded name may hide anything.
        if name.contains(UInt8(ascii: "%")) || name.contains(UInt8(ascii: "+")) { return true }
        let lower = String(decoding: name, as: UTF8.self).lowercased()
        return ["token", "key", "pass", "pwd", "secret", "sig", "code", "auth"].contains {
            lower.contains($0)
        }
    }

    /// Escapes quotes, backslashes and what could drive a terminal; the text is UTF-8 already.
    private static func escape(_ text: String, into line: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5C:
                line.append(UInt8(ascii: "\\"))
                line.append(UInt8(scalar.value))
            case 0x20..<0x7F: line.append(UInt8(scalar.value))
            case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
                let digits = String(scalar.value, radix: 16)
                line.append(contentsOf: "\\u".utf8)
                line.append(
                    contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.utf8.count))
                )
                line.append(contentsOf: digits.utf8)
            default: line.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}
