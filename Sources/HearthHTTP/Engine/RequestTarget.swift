/// The target of a request line (RFC 9112, section 3.2).
enum RequestTarget {
    /// Path and query of a target in origin form, in absolute form (its host is ignored), or `*` with OPTIONS.
    ///
    /// - Throws: `.badRequest` for any other form, and for a fragment.
    static func split(
        _ target: UnsafeRawBufferPointer,
        method: HTTPMethod
    ) throws(HTTPError) -> (path: [UInt8], query: [UInt8]) {
        guard !target.contains(UInt8(ascii: "#")) else {
            throw HTTPError(.badRequest, "the target has a fragment")
        }
        if target.first == UInt8(ascii: "/") { return splitQuery(target[...]) }
        if target.count == 1, target.first == UInt8(ascii: "*"), method == .options { return ([0x2A], []) }
        for scheme in ["http://", "https://"] where target.count > scheme.utf8.count {
            guard equalsIgnoringASCIICase(target[..<scheme.utf8.count], scheme.utf8) else { continue }
            let rest = target[scheme.utf8.count...]
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            guard end > rest.startIndex, !rest[..<end].contains(UInt8(ascii: "@")) else { break }
            let (path, query) = splitQuery(rest[end...])
            return (path.isEmpty ? [UInt8(ascii: "/")] : path, query)
        }
        throw HTTPError(.badRequest, "the target is neither a path nor a URL")
    }

    private static func splitQuery(_ target: Slice<UnsafeRawBufferPointer>) -> (path: [UInt8], query: [UInt8])
    {
        guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else { return (Array(target), []) }
        return (Array(target[..<mark]), Array(target[(mark + 1)...]))
    }
}
