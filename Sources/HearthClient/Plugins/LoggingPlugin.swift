/// Writes one line before and after every attempt, with secrets removed.
public struct LoggingPlugin: Plugin {
    /// How much is written.
    public enum Detail: Sendable, Hashable {
        /// Method, address, status.
        case lines
        /// Headers, too; those that hold secrets without their values.
        case headers
    }

    private let detail: Detail
    private let write: @Sendable (String) -> Void

    /// Takes what writes a line; it must return at once.
    public init(_ detail: Detail = .lines, write: @escaping @Sendable (String) -> Void) {
        self.detail = detail
        self.write = write
    }

    /// Writes method and address.
    public func willSend(_ request: TransportRequest, for target: TargetInfo) async {
        write(
            "--> [\(target.id)] \(request.method) \(Redaction.url(request.url))"
                + (target.endpoint.channel == .tunnel ? " (through the cloud's channel)" : "")
                + (target.attempt > 1 ? " (attempt \(target.attempt))" : "")
        )
        writeHeaders(request.headers)
    }

    /// Writes status or failure.
    public func didReceive(_ result: Result<ProviderReply, ClientError>, for target: TargetInfo) async {
        switch result {
        case .success(let reply):
            write("<-- [\(target.id)] \(reply.status) \(target.name), \(reply.bytes.count) bytes")
            writeHeaders(reply.headers)
        case .failure(let error): write("<-- [\(target.id)] \(target.name) failed: \(error)")
        }
    }

    private func writeHeaders(_ headers: HeaderFields) {
        guard detail == .headers else { return }
        for field in headers.fields { write("    \(field.name): \(Redaction.header(field))") }
    }
}

/// Takes secrets out of what is logged.
package enum Redaction {
    /// Stands where a secret stood.
    package static let mark = "…"

    private static let headers: Set<String> = [
        "scope-token", "smart-assistant-token", "pwd", "authorization", "proxy-authorization", "cookie",
        "set-cookie", "verification-code", "auth-token",
    ]
    private static let items: Set<String> = [
        "scope-token", "pwd", "password", "token", "code", "access_token", "refresh_token", "device_code",
        "client_secret", "code_verifier", "state",
    ]

    /// A header's value, or the mark.
    package static func header(_ field: HeaderFields.Field) -> String {
        if headers.contains(field.name.lowercased()) { return mark }
        // Redirects carry codes and tokens in their queries.
        return field.name.lowercased() == "location" ? url(field.value) : field.value
    }

    /// A URL without credentials, secret query items, archive secrets and fragment.
    package static func url(_ text: String) -> String {
        var text = text
        if let fragment = text.firstIndex(of: "#") { text = String(text[..<fragment]) + "#" + mark }
        text = withoutCredentials(text)
        // The address of an archive is its secret.
        if let range = text.range(ofFirst: "/archives/") {
            let rest = text[range.upperBound...].prefix { $0 != "?" && $0 != "/" }
            if !rest.isEmpty { text.replaceSubrange(rest.startIndex..<rest.endIndex, with: mark) }
        }
        guard let question = text.firstIndex(of: "?") else { return text }
        let query = text[text.index(after: question)...].split(
            separator: "&",
            omittingEmptySubsequences: false
        )
        .map { item in
            let name = item.prefix { $0 != "=" }
            let plain = PercentEncoding.decode(name.utf8).map { String(decoding: $0, as: UTF8.self) }
            guard items.contains((plain ?? String(name)).lowercased()) else { return String(item) }
            return name + "=" + mark
        }
        return text[...question] + query.joined(separator: "&")
    }

    private static func withoutCredentials(_ text: String) -> String {
        guard let range = text.range(ofFirst: "://") else { return text }
        let authority = text[range.upperBound...].prefix { $0 != "/" && $0 != "?" }
        guard let at = authority.lastIndex(of: "@") else { return text }
        return text[..<range.upperBound] + mark + text[at...]
    }
}

extension String {
    fileprivate func range(ofFirst needle: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
            start = index(after: start)
        }
        return nil
    }
}
