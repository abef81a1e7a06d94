/// A second reading of RFC 9112, independent of the engine: which requests a strict server may find in a stream.
///
/// It stops at the first thing that is not allowed. The engine may refuse more than this does, never less, and
/// must see the same methods, targets and bodies.
struct RequestModel {
    /// One request of the stream.
    struct Request: Equatable {
        var method: String
        var target: String
        /// The body, or nil when it breaks off or is malformed.
        var body: [UInt8]?
        /// False when nothing behind this request may be handled.
        var keepsConnection: Bool
    }

    enum Chunks {
        case complete([UInt8], end: Int)
        case broken
    }

    static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PROPPATCH", "MKCOL", "COPY",
        "MOVE",
        "LOCK", "UNLOCK",
    ]

    /// Reads a stream.
    ///
    /// - Parameter bytes: everything a client sends.
    /// - Returns: the requests, the last of them perhaps without a body.
    static func read(_ bytes: [UInt8]) -> [Request] {
        var requests: [Request] = []
        var rest = bytes[...]
        while true {
            rest = rest.drop { $0 == 0x0D || $0 == 0x0A }
            guard let end = headEnd(rest), let head = Head(rest[..<end]) else { return requests }
            var request = Request(method: head.method, target: head.target, body: nil, keepsConnection: false)
            let content = rest[end...]
            var next: Int?
            if head.isChunked {
                if case .complete(let body, let end) = chunks(content, allowsTrailers: true) {
                    request.body = body
                    next = end
                }
            } else if content.count >= head.length {
                request.body = Array(content.prefix(head.length))
                next = content.startIndex + head.length
            }
            request.keepsConnection = next != nil && head.keepsConnection
            requests.append(request)
            guard let next, head.keepsConnection else { return requests }
            rest = bytes[next...]
        }
    }

    // Behind the first empty line; a line feed without its return is left for the head to stumble over.
    private static func headEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
    }

    /// Reads a chunked body (RFC 9112, section 7.1).
    static func chunks(_ bytes: ArraySlice<UInt8>, allowsTrailers: Bool) -> Chunks {
        var body: [UInt8] = []
        var rest = bytes
        while let line = takeLine(&rest) {
            let digits = line.prefix { isHexDigit($0) }
            let isExtended = digits.count < line.count
            guard !digits.isEmpty, let size = Int(String(decoding: digits, as: UTF8.self), radix: 16) else {
                return .broken
            }
            if isExtended {
                let extensions = line[digits.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
                guard extensions.first == UInt8(ascii: ";"), extensions.allSatisfy(isFieldByte) else {
                    return .broken
                }
            }
            if size == 0 {
                while let field = takeLine(&rest) {
                    if field.isEmpty { return .complete(body, end: rest.startIndex) }
                    guard allowsTrailers, Head.field(field) != nil else { return .broken }
                }
                return .broken
            }
            guard rest.count >= 2, size <= rest.count - 2 else { return .broken }
            body += rest.prefix(size)
            rest = rest.dropFirst(size)
            guard rest.starts(with: "\r\n".utf8) else { return .broken }
            rest = rest.dropFirst(2)
        }
        return .broken
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    // A line that ends with CR LF and holds neither; nil when there is none.
    fileprivate static func takeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let feed = rest.firstIndex(of: 0x0A), feed > rest.startIndex, rest[feed - 1] == 0x0D else {
            return nil
        }
        let line = rest[..<(feed - 1)]
        guard !line.contains(0x0D) else { return nil }
        rest = rest[(feed + 1)...]
        return line
    }

    fileprivate static func isFieldByte(_ byte: UInt8) -> Bool {
        (byte >= 0x20 && byte != 0x7F) || byte == 0x09
    }

    /// A request line and its fields.
    private struct Head {
        var method = ""
        var target = ""
        var length = 0
        var isChunked = false
        var keepsConnection = true

        init?(_ bytes: ArraySlice<UInt8>) {
            var rest = bytes
            guard let line = takeLine(&rest) else { return nil }
            let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
            guard words.count == 3 else { return nil }
            method = String(decoding: words[0], as: UTF8.self)
            target = String(decoding: words[1], as: UTF8.self)
            let version = String(decoding: words[2], as: UTF8.self)
            guard methods.contains(method), version == "HTTP/1.1" || version == "HTTP/1.0",
                words[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
            else { return nil }
            let isOrigin = target.hasPrefix("/") || (target == "*" && method == "OPTIONS")
            let isAbsolute =
                target.lowercased().hasPrefix("http://") || target.lowercased().hasPrefix("https://")
            guard isOrigin || isAbsolute else { return nil }

            var hosts = 0
            var lengths: [String] = []
            var codings: [String] = []
            var options: [String] = []
            while let line = takeLine(&rest), !line.isEmpty {
                guard let (name, value) = Self.field(line) else { return nil }
                switch name {
                case "host": hosts += 1
                case "content-length": lengths.append(value)
                case "transfer-encoding": codings.append(value.lowercased())
                case "connection":
                    options += value.lowercased().split(separator: ",").map { Self.trimmed(String($0)) }
                default: break
                }
            }
            let isOld = version == "HTTP/1.0"
            guard rest.isEmpty, hosts == 1 || (hosts == 0 && isOld), lengths.count + codings.count <= 1 else {
                return nil
            }
            if let text = lengths.first {
                guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                    let length = Int(text)
                else { return nil }
                self.length = length
            }
            if let coding = codings.first {
                guard coding == "chunked", !isOld else { return nil }
                isChunked = true
            }
            keepsConnection = !options.contains("close") && (!isOld || options.contains("keep-alive"))
        }

        static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy(isTokenByte), line[colon...].allSatisfy(isFieldByte)
            else { return nil }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            return (name, trimmed(String(decoding: line[(colon + 1)...], as: UTF8.self)))
        }

        private static func trimmed(_ text: String) -> String {
            let isBlank = { (character: Character) in character == " " || character == "\t" }
            var text = Substring(text)
            while let last = text.last, isBlank(last) { text.removeLast() }
            return String(text.drop(while: isBlank))
        }

        private static func isTokenByte(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte != 0x7F
                || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
