/// Holds what a server did with a stream against ``RequestModel``.
struct FuzzVerdict {
    /// Everything that went over one connection.
    struct Exchange: Sendable {
        var sent: [UInt8]
        var received: [UInt8]
        /// The stream is well formed to its end.
        var isClean: Bool
        /// The client has closed its sending half.
        var isHalfClosed: Bool
    }

    /// What is wrong, or nil.
    static func complaint(_ exchange: Exchange, seen: [ConformanceServer.Seen]) -> String? {
        let expected = RequestModel.read(exchange.sent)
        if seen.count > expected.count {
            return
                "\(seen.count) requests were handled, the stream has \(expected.count): \(seen.map(\.path))"
        }
        for (found, wanted) in zip(seen, expected) {
            if found.method != wanted.method || found.path != path(of: wanted.target) {
                return
                    "\(found.method) \(found.path) was handled in place of \(wanted.method) \(wanted.target)"
            }
            if let body = found.body, body != wanted.body {
                return "a body of \(body.count) bytes was read, not of \(wanted.body?.count ?? -1)"
            }
        }
        return complaint(
            RawResponse.parse(exchange.received, methods: expected.map(\.method), isClosed: true),
            exchange,
            seen: seen,
            expected: expected.count
        )
    }

    private static func complaint(
        _ answers: RawResponse.Parsed,
        _ exchange: Exchange,
        seen all: [ConformanceServer.Seen],
        expected: Int
    ) -> String? {
        let seen = all.count
        if answers.isMalformed || !answers.rest.isEmpty { return "the answers are malformed or cut" }
        let handled = answers.responses.prefix { $0.isHandled }.count
        if answers.responses.count > handled + 1 { return "something followed an error" }
        if handled > seen || handled + 1 < seen {
            return "\(seen) requests were handled, \(handled) answered"
        }
        if let last = answers.responses.last, !last.isHandled {
            if last.status < 400 { return "an answer of \(last.status) from nowhere" }
            if last["connection"] != "close" { return "an error without Connection: close" }
        }
        // The engine may be stricter than the model, and says so; only behind a body that its handler left unread
        // does it find out after the answer.
        let isRefused =
            answers.responses.last?["connection"] == "close" || handled < seen || all.last?.isUnread == true
        if seen < expected, !isRefused { return "\(expected - seen) requests were passed over" }
        if exchange.isClean {
            if seen != expected { return "\(seen) of \(expected) well-formed requests were handled" }
            if all.contains(where: \.failed) { return "a well-formed body was refused" }
            if let odd = answers.responses.first(where: { $0.status != 200 }) {
                return "\(odd.status) for a sound request"
            }
        }
        return nil
    }

    // Path and query as the handler tells them.
    private static func path(of target: String) -> String {
        var path = Substring(target)
        if !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") {
            let authority = target[scheme.upperBound...]
            path = authority[(authority.firstIndex { $0 == "/" || $0 == "?" } ?? authority.endIndex)...]
            if !path.hasPrefix("/") { path = "/" + path }
        }
        return path.hasSuffix("?") && path.utf8.count(where: { $0 == UInt8(ascii: "?") }) == 1
            ? String(path.dropLast()) : String(path)
    }
}
