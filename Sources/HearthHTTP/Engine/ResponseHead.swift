/// How the end of an answer's content is marked.
enum Framing: Equatable {
    /// No content, and none could follow (204, 304).
    case none
    /// A `Content-Length`.
    case length(Int64)
    /// `Transfer-Encoding: chunked`.
    case chunked
    /// The end of the connection (HTTP/1.0).
    case untilClose
}

/// Writes the status line and header section of an answer.
enum ResponseHead {
    /// The bytes up to and including the empty line.
    ///
    /// Field lines that the engine owns (framing, `Connection`, `Date`) are dropped from the answer's own; bytes
    /// that could end a line become spaces, and a line whose name is no token is left out.
    ///
    /// - Parameters:
    ///   - response: status and header fields.
    ///   - framing: the field that marks the content's end.
    ///   - connection: the value of `Connection`, or nil for none.
    ///   - date: the value of `Date`.
    /// - Returns: the head.
    static func bytes(
        _ response: HTTPResponse,
        framing: Framing,
        connection: String?,
        date: [UInt8]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes.append(contentsOf: "HTTP/1.1 ".utf8)
        append(Int64(response.status), to: &bytes)
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: reason(response.status).utf8)
        bytes.append(contentsOf: "\r\nDate: ".utf8)
        bytes.append(contentsOf: date)
        bytes.append(contentsOf: "\r\n".utf8)
        for line in response.headers.lines where !isOwned(line.name) && isToken(line.name) {
            bytes.append(contentsOf: line.name.utf8)
            bytes.append(contentsOf: ": ".utf8)
            appendClean(line.value, to: &bytes)
            bytes.append(contentsOf: "\r\n".utf8)
        }
        switch framing {
        case .none, .untilClose: break
        case .length(let length):
            bytes.append(contentsOf: "Content-Length: ".utf8)
            append(length, to: &bytes)
            bytes.append(contentsOf: "\r\n".utf8)
        case .chunked: bytes.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
        }
        if let connection {
            bytes.append(contentsOf: "Connection: ".utf8)
            bytes.append(contentsOf: connection.utf8)
            bytes.append(contentsOf: "\r\n".utf8)
        }
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }

    /// Decimal digits of a number that is not negative.
    static func append(_ number: Int64, to bytes: inout [UInt8]) {
        if number >= 10 { append(number / 10, to: &bytes) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    private static func isOwned(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: equalsIgnoringASCIICase(name, "date")
        case 10: equalsIgnoringASCIICase(name, "connection")
        case 14: equalsIgnoringASCIICase(name, "content-length")
        case 17: equalsIgnoringASCIICase(name, "transfer-encoding")
        default: false
        }
    }

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
    }

    private static func appendClean(_ value: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: value.utf8)
        for index in start..<bytes.count where bytes[index] < 0x20 || bytes[index] == 0x7F {
            bytes[index] = UInt8(ascii: " ")
        }
    }

    private static func reason(_ status: Int) -> String { reasons[status] ?? "Status" }

    private static let reasons: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        207: "Multi-Status", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
        412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type",
        416: "Range Not Satisfiable", 417: "Expectation Failed", 422: "Unprocessable Content", 423: "Locked",
        424: "Failed Dependency", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        505: "HTTP Version Not Supported", 507: "Insufficient Storage",
    ]
}
