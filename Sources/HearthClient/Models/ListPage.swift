public import HearthWire

/// One page of a list (contract, 1.2).
public struct ListPage<Element: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    /// The rows of this page.
    public var list: [Element]
    /// Where the page lies; nil where the server did not say, and then this is everything.
    public var pager: WirePager?

    /// Takes both as they are.
    public init(list: [Element], pager: WirePager? = nil) {
        self.list = list
        self.pager = pager
    }

    /// Whether rows follow this page.
    public var hasMore: Bool { pager?.hasMore ?? false }
}

extension ListPage: LenientModel {}

extension WirePager: LenientModel {
    static var required: [String] { [] }
}

extension WireChunk: LenientModel {
    static var required: [String] { ["id"] }
}

extension WireUpload: LenientModel {
    static var required: [String] { ["upload_id"] }
}

extension WireSession: LenientModel {
    static var required: [String] { ["id"] }
}
