import HearthDrive
import HearthHTTP
import HearthStorage
import HearthWire

extension HTTPRequest {
    /// Largest JSON body (security, 7).
    private static let jsonLimit = 1 << 20

    /// The JSON object of the body; an empty body is an empty object.
    ///
    /// - Throws: 2 when it is no JSON object; 90003 beyond 1 MiB.
    func jsonObject() async throws -> JSONValue {
        let bytes = try await body.collect(limit: Self.jsonLimit)
        if bytes.isEmpty { return .object([:]) }
        do {
            let value = try JSONValue(parsing: bytes)
            guard value.object != nil else { throw DriveError(.badRequest) }
            return value
        } catch let error as JSONError {
            throw DriveError(.badRequest, cause: error)
        }
    }

    /// The base the request came by.
    var base: APIBase { APIBase(self) ?? .v1 }

    /// What `reason` is written in, here also inside of answers.
    var language: WireLanguage {
        WireLanguage(acceptLanguage: headers["Accept-Language"], fallback: base.fallbackLanguage)
    }

    /// Which names may be created.
    var namePolicy: NamePolicy { base.allowsEveryName ? .open : .portable }

    /// The resource path in the route's tail.
    func resourcePath() throws -> ResourcePath { try ResourcePath(segments: parameters.tail("path")) }

    /// A decimal query item; absent or not a number is nil.
    func queryInt(_ name: String) -> Int? { query.first(name).flatMap { Int($0) } }

    /// Client times: `X-OC-Mtime`, Unix seconds, a fraction is dropped.
    var headerModified: Int64? { headers["X-OC-Mtime"].flatMap(ModTime.parse) }

    /// Tags of `If-Match`, for replacements.
    var expectedTags: [String] {
        headers.values(for: "If-Match").flatMap { $0.split(separator: ",") }.map { Self.trimmed($0) }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

/// Modification times as clients write them.
enum ModTime {
    /// Some 35 000 years either way: what file systems and arithmetic hold without surprises.
    static let bounds: ClosedRange<Int64> = -(1 << 40)...(1 << 40)

    /// Unix seconds with an optional fraction, before 1970 too; nil for anything else.
    static func parse(_ text: String) -> Int64? {
        let whole = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        guard let seconds = Int64(whole), bounds.contains(seconds) else { return nil }
        return seconds
    }

    /// - Throws: 10004 for a time that is none.
    static func parse(field text: String?) throws -> Int64? {
        guard let text, !text.isEmpty else { return nil }
        guard let seconds = parse(text) else { throw DriveError(.illegalParameter, argument: "mod_time") }
        return seconds
    }
}

extension JSONValue {
    /// A text member.
    ///
    /// - Throws: 2 when it is missing or no text.
    func text(_ name: String) throws -> String {
        guard let text = self[name]?.string else { throw DriveError(.badRequest) }
        return text
    }

    /// A text that may be left out.
    ///
    /// - Throws: 10004 when it is something else: a word that is misread must not become the default.
    func optionalText(_ name: String) throws -> String? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let text = value.string else { throw DriveError(.illegalParameter, argument: name) }
        return text
    }

    /// A whole number of at least 0 that may be left out.
    ///
    /// - Throws: 10004 when it is something else.
    func optionalCount(_ name: String) throws -> Int64? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let number = value.int, number >= 0 else { throw DriveError(.illegalParameter, argument: name) }
        return number
    }

    /// A resource path: the text itself, or an object with `path` or the percent-encoded `href`.
    func resourcePath() throws -> ResourcePath {
        if let text = string { return try ResourcePath(text: text) }
        if let href = self["href"]?.string {
            guard let segments = PathSegments(rawPath: Array(href.utf8)) else {
                throw DriveError(.illegalPath)
            }
            return try ResourcePath(segments: segments.from(0))
        }
        return try ResourcePath(text: try text("path"))
    }
}
