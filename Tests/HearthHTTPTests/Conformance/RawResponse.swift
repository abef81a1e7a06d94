/// An answer as it came over the wire.
struct RawResponse: Sendable, Equatable {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: [UInt8]

    static func == (left: Self, right: Self) -> Bool {
        left.status == right.status && left.body == right.body && left.stableFields == right.stableFields
    }

    /// The first value of a field; the name in lower case.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// True when the request reached the handler.
    var isHandled: Bool { self["x-handled"] != nil }

    private var stableFields: [String] {
        fields.filter { $0.name != "date" }.map { "\($0.name): \($0.value)" }
    }

    /// What stands in a stream of answers.
    struct Parsed {
        var responses: [RawResponse] = []
        /// Bytes behind the last whole answer.
        var rest: [UInt8] = []
        /// The stream breaks the rules of HTTP.
        var isMalformed = false
    }

    /// Takes a stream apart; interim answers (1xx) are skipped.
    ///
    /// - Parameters:
    ///   - bytes: everything received.
    ///   - methods: of the requests, in order; answers past the last are read as to GET.
    ///   - isClosed: no more bytes can come.
    /// - Returns: the whole answers and what is left.
    static func parse(_ bytes: [UInt8], methods: [String], isClosed: Bool) -> Parsed {
        var parsed = Parsed()
        var rest = bytes[...]
        while !rest.isEmpty, let headEnd = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
            guard var response = head(rest[..<headEnd.lowerBound]) else {
                parsed.isMalformed = true
                break
            }
            let content = rest[headEnd.upperBound...]
            if response.status < 200 {
                rest = content
                continue
            }
            let number = parsed.responses.count
            let isHead = number < methods.count && methods[number] == "HEAD"
            guard let end = takeBody(&response, content, hasNone: isHead, isClosed: isClosed) else { break }
            parsed.responses.append(response)
            rest = bytes[end...]
        }
        parsed.rest = Array(rest)
        return parsed
    }

    private static func head(_ bytes: ArraySlice<UInt8>) -> RawResponse? {
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        guard let statusLine = lines.popFirst(),
            statusLine.hasPrefix("HTTP/1.1 ") || statusLine.hasPrefix("HTTP/1.0 "),
            let status = Int(statusLine.dropFirst(9).prefix(3)), status >= 100
        else { return nil }
        var response = RawResponse(status: status, fields: [], body: [])
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            response.fields.append((line[..<colon].lowercased(), String(value)))
        }
        return response
    }

    // The index behind the body, or nil when it has not come whole.
    private static func takeBody(
        _ response: inout RawResponse,
        _ content: ArraySlice<UInt8>,
        hasNone: Bool,
        isClosed: Bool
    ) -> Int? {
        // A head that was refused may be answered as if it were a GET: its method is not to be trusted.
        let isRefusal = !response.isHandled && !content.isEmpty
        if (hasNone && !isRefusal) || response.status == 204 || response.status == 304 {
            return content.startIndex
        }
        if let length = response["content-length"].flatMap({ Int($0) }) {
            guard content.count >= length else { return nil }
            response.body = Array(content.prefix(length))
            return content.startIndex + length
        }
        if response["transfer-encoding"] == "chunked" {
            guard case .complete(let body, let end) = RequestModel.chunks(content, allowsTrailers: false)
            else { return nil }
            response.body = body
            return end
        }
        guard isClosed else { return nil }
        response.body = Array(content)
        return content.endIndex
    }
}
