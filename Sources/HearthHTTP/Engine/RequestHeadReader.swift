import CLLHTTP
import CLinux

/// Reads the lines of a head that llhttp has accepted, and refuses what it lets through.
///
/// Source: RFC 9112, sections 2 to 6. Two readers must agree on every length: that leaves no room for smuggling.
struct RequestHeadReader {
    private let bytes: UnsafeRawBufferPointer
    private let parser: MessageParser
    private let fieldLimit: Int
    private var offset = 0

    private var lines: [HTTPFields.Field] = []
    private var hosts = 0
    private var contentLength: Int64?
    private var isChunked = false
    private var expectsContinue = false
    private var saysClose = false
    private var saysKeepAlive = false

    /// - Parameters:
    ///   - bytes: the whole head, with the empty line.
    ///   - parser: what llhttp read, just before the body.
    ///   - fieldLimit: the most field lines allowed.
    init(_ bytes: UnsafeRawBufferPointer, parser: MessageParser, fieldLimit: Int) {
        self.bytes = bytes
        self.parser = parser
        self.fieldLimit = fieldLimit
        lines.reserveCapacity(12)
    }

    /// The head's parts.
    ///
    /// - Throws: `.badRequest`, `.headerTooLarge`, `.notImplemented`, `.versionNotSupported` or `.expectationFailed`.
    mutating func read() throws(HTTPError) -> RequestHead {
        // Empty lines before the request line are allowed (RFC 9112, section 2.2).
        while offset < bytes.count, bytes[offset] == 0x0D || bytes[offset] == 0x0A { offset += 1 }
        let requestLine = try nextLine()
        guard parser.isVersion1 else { throw HTTPError(.versionNotSupported, "the version is not HTTP/1.x") }
        let (method, target, isVersion11) = try split(requestLine)
        if parser.isUpgrade { throw HTTPError(.badRequest, "CONNECT and Upgrade are not served") }
        while true {
            let line = try nextLine()
            if line.isEmpty { break }
            try readField(line)
        }
        guard offset == bytes.count else { throw HTTPError(.badRequest, "the header section ends early") }
        guard hosts == 1 || (hosts == 0 && !isVersion11) else {
            throw HTTPError(.badRequest, "\(hosts) Host fields")
        }
        try checkFraming(isVersion11: isVersion11)
        let (path, query) = try RequestTarget.split(target, method: method)
        return RequestHead(
            method: method,
            path: path,
            query: query,
            fields: HTTPFields(lines: lines),
            isVersion11: isVersion11,
            bodyLength: isChunked ? nil : contentLength ?? 0,
            expectsContinue: expectsContinue && isVersion11,
            allowsKeepAlive: !saysClose && (isVersion11 || saysKeepAlive)
        )
    }

    /// The bytes of the next line without its CR LF.
    private mutating func nextLine() throws(HTTPError) -> UnsafeRawBufferPointer {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
        guard let base = rest.baseAddress, let feed = memchr(base, 0x0A, rest.count) else {
            throw HTTPError(.badRequest, "a line without end")
        }
        let length = UnsafeRawPointer(feed) - base
        guard length > 0, rest[length - 1] == 0x0D else { throw HTTPError(.badRequest, "a line feed alone") }
        offset += length + 1
        return UnsafeRawBufferPointer(rebasing: rest[..<(length - 1)])
    }

    private func split(
        _ line: UnsafeRawBufferPointer
    ) throws(HTTPError) -> (HTTPMethod, UnsafeRawBufferPointer, Bool) {
        guard let space = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), space < last - 1
        else {
            throw HTTPError(.badRequest, "the request line has not three parts")
        }
        let target = UnsafeRawBufferPointer(rebasing: line[(space + 1)..<last])
        guard target.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw HTTPError(.badRequest, "the target holds a space or a raw byte")
        }
        let version = line[(last + 1)...]
        guard version.elementsEqual("HTTP/1.1".utf8) || version.elementsEqual("HTTP/1.0".utf8) else {
            throw HTTPError(.versionNotSupported, "the version is not HTTP/1.x")
        }
        guard let method = Self.method(parser.method),
            line[..<space].elementsEqual(method.rawValue.utf8)
        else { throw HTTPError(.notImplemented, "the method is not served") }
        return (method, target, version.last == UInt8(ascii: "1"))
    }

    private static func method(_ number: UInt8) -> HTTPMethod? {
        switch UInt32(number) {
        case HTTP_GET.rawValue: .get
        case HTTP_HEAD.rawValue: .head
        case HTTP_POST.rawValue: .post
        case HTTP_PUT.rawValue: .put
        case HTTP_PATCH.rawValue: .patch
        case HTTP_DELETE.rawValue: .delete
        case HTTP_OPTIONS.rawValue: .options
        case HTTP_PROPFIND.rawValue: .propfind
        case HTTP_PROPPATCH.rawValue: .proppatch
        case HTTP_MKCOL.rawValue: .mkcol
        case HTTP_COPY.rawValue: .copy
        case HTTP_MOVE.rawValue: .move
        case HTTP_LOCK.rawValue: .lock
        case HTTP_UNLOCK.rawValue: .unlock
        default: nil
        }
    }

    private mutating func readField(_ line: UnsafeRawBufferPointer) throws(HTTPError) {
        guard lines.count < fieldLimit else { throw HTTPError(.headerTooLarge, "over \(fieldLimit) fields") }
        // A line that begins with white space would fold into the one before (obs-fold): its name is no token.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            line[..<colon].allSatisfy(isTokenByte)
        else { throw HTTPError(.badRequest, "a field line without a name") }
        var value = line[(colon + 1)...]
        while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
        while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw HTTPError(.badRequest, "a control character in a field")
        }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        let content = UnsafeRawBufferPointer(rebasing: value)
        try note(name, content)
        lines.append(
            HTTPFields.Field(name: String(decoding: name, as: UTF8.self), value: Self.text(content))
        )
    }

    /// UTF-8 where it is, else one character per byte.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }

    private mutating func note(
        _ name: UnsafeRawBufferPointer,
        _ value: UnsafeRawBufferPointer
    ) throws(HTTPError) {
        func isNamed(_ other: StaticString) -> Bool {
            other.withUTF8Buffer { equalsIgnoringASCIICase(name, $0) }
        }
        switch name.count {
        case 4 where isNamed("host"):
            hosts += 1
            guard value.allSatisfy(isHostByte) else { throw HTTPError(.badRequest, "not a host") }
        case 6 where isNamed("expect"):
            guard equalsIgnoringASCIICase(value, "100-continue".utf8) else {
                throw HTTPError(.expectationFailed, "an unknown expectation")
            }
            expectsContinue = true
        case 10 where isNamed("connection"):
            for token in value.split(separator: UInt8(ascii: ",")) {
                let token = trimmed(Array(token)[...])
                if equalsIgnoringASCIICase(token, "close".utf8) { saysClose = true }
                if equalsIgnoringASCIICase(token, "keep-alive".utf8) { saysKeepAlive = true }
            }
        case 14 where isNamed("content-length"):
            guard contentLength == nil, let length = Self.length(value) else {
                throw HTTPError(.badRequest, "not one valid Content-Length")
            }
            contentLength = length
        case 17 where isNamed("transfer-encoding"):
            guard !isChunked, equalsIgnoringASCIICase(value, "chunked".utf8) else {
                throw HTTPError(.badRequest, "a transfer coding other than chunked")
            }
            isChunked = true
        default: break
        }
    }

    private static func length(_ digits: UnsafeRawBufferPointer) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var length: Int64 = 0
        for digit in digits {
            guard digit &- UInt8(ascii: "0") < 10 else { return nil }
            let (scaled, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, carry) = scaled.addingReportingOverflow(Int64(digit &- UInt8(ascii: "0")))
            guard !overflow, !carry else { return nil }
            length = sum
        }
        return length
    }

    private func checkFraming(isVersion11: Bool) throws(HTTPError) {
        if isChunked {
            guard isVersion11, contentLength == nil, parser.isChunked else {
                throw HTTPError(.badRequest, "chunks with a length or in HTTP/1.0")
            }
        } else {
            guard !parser.isChunked, parser.contentLength == UInt64(contentLength ?? 0) else {
                throw HTTPError(.badRequest, "the length is ambiguous")
            }
        }
    }
}

/// RFC 9110, section 5.6.2.
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "!"),
        UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"),
        UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "`"),
        UInt8(ascii: "|"), UInt8(ascii: "~"):
        true
    default: false
    }
}

/// What may stand in a host and port (RFC 3986, section 3.2.2), brackets of IPv6 included; no user information.
private func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ";"),
        UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"):
        true
    default: false
    }
}
