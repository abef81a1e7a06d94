import HearthHTTP

/// A request's target as the access log may tell it: what was asked of which root, never a name, hash or token.
///
/// Built from the decoded segments, so that no spelling of a path gets past it: words of the route table and
/// numbers stay, the path ends behind `/s/{id}`, and everything else becomes `…`.
package struct LogTarget: Sendable {
    private static let parameters: Set<String> = [
        "page", "page_size", "type", "sort", "order", "on_conflict", "size", "format", "animated",
    ]
    /// First segments of paths whose query is not told at all.
    private static let silent = [Array("oauth".utf8), Array("device".utf8)]
    private let words: Set<[UInt8]>

    init(routes: [Route]) {
        words = Set(routes.flatMap { $0.pattern.split(separator: "/").map { Array($0.utf8) } })
    }

    /// The text for one line of the log.
    package func text(path: [UInt8], query: [UInt8]) -> String {
        var text = ""
        var query = query
        if let segments = PathSegments(rawPath: path)?.from(0) {
            // Sign-in by a browser carries its secrets there.
            if let first = segments.first, Self.silent.contains(where: first.elementsEqual) { query = [] }
            for (index, segment) in segments.enumerated() {
                let isRoot = segment == [UInt8(ascii: "s")] && index + 1 < segments.count
                if isRoot, Self.isNumber(segments[index + 1]) {
                    text += "/s/" + String(decoding: segments[index + 1], as: UTF8.self)
                    if index + 2 < segments.count { text += "/…" }
                    break
                }
                let isShown = words.contains(segment) || Self.isNumber(segment)
                text += "/" + (isShown ? String(decoding: segment, as: UTF8.self) : "…")
            }
        } else {
            text = "…"
        }
        return (text.isEmpty ? "/" : text) + Self.shown(query)
    }

    private static func shown(_ query: [UInt8]) -> String {
        let pairs = QueryItems(query).all.compactMap { name, value -> String? in
            let name = String(decoding: name, as: UTF8.self)
            guard parameters.contains(name), value.count <= 20, value.allSatisfy(isPlain) else { return nil }
            return name + "=" + String(decoding: value, as: UTF8.self)
        }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        (1...19).contains(bytes.count)
            && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
