/// What the conditional fields of a request decide.
package enum PreconditionResult: Sendable, Hashable {
    /// Go on as if there were no conditions.
    case proceed
    /// Answer 304: the client has this version.
    case notModified
    /// Answer 412, and change nothing.
    case failed
}

/// Conditional requests (RFC 9110, section 13), for every method.
package enum Precondition {
    /// Decides If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since, in the order of section 13.2.2.
    ///
    /// If-Match compares strongly, so a weak tag never satisfies it; a field that cannot be read matches nothing.
    /// Dates that cannot be read are ignored. If-Range is no part of this; see ``fileResponse(to:content:validators:headers:)``.
    ///
    /// - Parameters:
    ///   - request: only its method and header fields are looked at.
    ///   - validators: of the present resource, or nil when there is none.
    /// - Returns: ``PreconditionResult/notModified`` only for GET and HEAD.
    package static func check(_ request: HTTPRequest, validators: FileValidators?) -> PreconditionResult {
        let isRead = request.method == .get || request.method == .head
        let current = validators.flatMap { EntityTag($0.etag) }
        let headers = request.headers

        if headers.contains("If-Match") {
            guard matches(headers.values(for: "If-Match"), current, exists: validators != nil, strongly: true)
            else { return .failed }
        } else if let date = date(headers, "If-Unmodified-Since"), let validators {
            guard validators.lastModified <= date else { return .failed }
        }

        if headers.contains("If-None-Match") {
            if matches(
                headers.values(for: "If-None-Match"),
                current,
                exists: validators != nil,
                strongly: false
            ) {
                return isRead ? .notModified : .failed
            }
        } else if isRead, let date = date(headers, "If-Modified-Since"), let validators {
            if validators.lastModified <= date { return .notModified }
        }
        return .proceed
    }

    /// Decides whether a Range field counts (RFC 9110, section 13.1.5).
    ///
    /// A tag must match strongly. A date must be exactly the last modification, and counts only beside a strong
    /// tag: a weak one says that the file may still be changing within this second.
    ///
    /// - Returns: true when there is no If-Range.
    static func rangeCounts(_ headers: HTTPFields, validators: FileValidators) -> Bool {
        let values = headers.values(for: "If-Range")
        guard let value = values.first else { return true }
        guard values.count == 1, let current = EntityTag(validators.etag) else { return false }
        if let tag = EntityTag(value) { return tag.stronglyMatches(current) }
        return !current.isWeak && HTTPDate.parse(value) == validators.lastModified
    }

    private static func matches(
        _ lines: [String],
        _ current: EntityTag?,
        exists: Bool,
        strongly: Bool
    ) -> Bool {
        switch EntityTagCondition(lines) {
        case .any: exists
        case .malformed: false
        case .tags(let tags):
            tags.contains { tag in
                guard let current else { return false }
                return strongly ? tag.stronglyMatches(current) : tag.weaklyMatches(current)
            }
        }
    }

    // More than one line of a date is no date.
    private static func date(_ headers: HTTPFields, _ name: String) -> Int64? {
        let values = headers.values(for: name)
        guard let value = values.first, values.count == 1 else { return nil }
        return HTTPDate.parse(value)
    }
}
