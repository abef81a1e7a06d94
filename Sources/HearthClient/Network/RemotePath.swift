public import HearthWire

/// A path on the drive: a root and names, byte for byte.
///
/// Names are bytes: two that look alike, composed and decomposed, are two names. Nothing is normalised.
public struct RemotePath: Sendable, Hashable {
    /// The root's number; nil is the virtual root `/`, the list of the caller's folders.
    public let rootID: Int?
    /// The names below the root; none is empty, `.` or `..`, none holds a slash or a zero byte.
    public let components: [[UInt8]]

    /// The list of the caller's folders.
    public static let home = RemotePath(unchecked: nil, [])

    /// A root itself.
    public init(rootID: Int) { self.init(unchecked: rootID, []) }

    /// A root and names; nil where a name is none.
    public init?(rootID: Int, components: [[UInt8]]) {
        guard rootID > 0, components.allSatisfy(Self.isName) else { return nil }
        self.init(unchecked: rootID, components)
    }

    /// Reads `/s/12/a/b` as it stands in replies, not percent-encoded.
    ///
    /// Doubled slashes and one at the end count for nothing; nil for anything else, `.` and `..` included.
    public init?(_ text: String) { self.init(bytes: Array(text.utf8), isEncoded: false) }

    /// Reads a percent-encoded path, as `href` in replies.
    public init?(href: String) { self.init(bytes: Array(href.utf8), isEncoded: true) }

    /// Reads the path of a listed entry: its `href` where there is one, else its `path`.
    public init?(_ resource: WireResource) {
        if let href = resource.href { self.init(href: href) } else { self.init(resource.path) }
    }

    private init?(bytes: [UInt8], isEncoded: Bool) {
        let pieces = bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
        guard bytes.isEmpty || bytes.first == UInt8(ascii: "/") else { return nil }
        if pieces.isEmpty {
            self.init(unchecked: nil, [])
            return
        }
        guard pieces.count > 1, pieces[0] == [UInt8(ascii: "s")] else { return nil }
        let digits = pieces[1]
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30,
            let root = Int(String(decoding: digits, as: UTF8.self))
        else {
            return nil
        }
        var names: [[UInt8]] = []
        for piece in pieces.dropFirst(2) {
            guard let name = isEncoded ? PercentEncoding.decode(piece) : piece else { return nil }
            names.append(name)
        }
        self.init(rootID: root, components: names)
    }

    private init(unchecked rootID: Int?, _ components: [[UInt8]]) {
        self.rootID = rootID
        self.components = components
    }

    /// Whether bytes can be one name.
    public static func isName(_ bytes: [UInt8]) -> Bool {
        !bytes.isEmpty && bytes != [0x2E] && bytes != [0x2E, 0x2E]
            && !bytes.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// An entry of this directory; nil where the name is none, or this is the virtual root.
    public func appending(_ name: [UInt8]) -> RemotePath? {
        guard let rootID, Self.isName(name) else { return nil }
        return RemotePath(unchecked: rootID, components + [name])
    }

    /// An entry of this directory; nil where the name is none, or this is the virtual root.
    public func appending(_ name: String) -> RemotePath? { appending(Array(name.utf8)) }

    /// The directory that holds this; nil for a root and for the virtual root.
    public var parent: RemotePath? {
        components.isEmpty ? nil : RemotePath(unchecked: rootID, components.dropLast())
    }

    /// The last name's bytes; nil for roots.
    public var lastComponent: [UInt8]? { components.last }

    /// The last name; bytes that are no UTF-8 show as U+FFFD; nil for roots.
    public var name: String? { components.last.map { String(decoding: $0, as: UTF8.self) } }

    /// Whether this is the other path or lies in it.
    public func isInside(_ other: RemotePath) -> Bool {
        rootID == other.rootID && components.starts(with: other.components)
    }

    /// The root, for folder passwords; nil for the virtual root.
    public var root: RootReference? { rootID.map { RootReference(id: $0) } }

    /// Percent-encoded, as it stands in URLs: `/s/12/a%20b`; `/` for the virtual root.
    public var urlPath: String {
        guard let rootID else { return "/" }
        return "/s/\(rootID)" + components.map { "/" + PercentEncoding.encode($0) }.joined()
    }

    /// As it stands in replies: `/s/12/a b`; bytes that are no UTF-8 show as U+FFFD.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes of ``text``.
    public var bytes: [UInt8] {
        guard let rootID else { return [UInt8(ascii: "/")] }
        return components.reduce(into: Array("/s/\(rootID)".utf8)) { $0 += [UInt8(ascii: "/")] + $1 }
    }

    /// Whether ``text`` says the path exactly.
    public var isUTF8: Bool { components.allSatisfy { String(validating: $0, as: UTF8.self) != nil } }
}

extension RemotePath: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension RemotePath: JSONWritable {
    /// Appends the path as bodies carry it: text, or `{"href": …}` where a name is no UTF-8.
    public func write(to writer: inout JSONWriter) {
        if isUTF8 {
            writer.string(utf8Bytes: bytes)
        } else {
            writer.beginObject()
            writer.key("href")
            writer.string(urlPath)
            writer.endObject()
        }
    }
}
