/// Which page of a list is asked for (contract, 1.2).
public struct PageRequest: Sendable, Hashable {
    /// From 1; 0 is not said.
    public var page: Int
    /// Rows of a page; 0 is everything.
    public var size: Int

    /// Takes both as they are.
    public init(page: Int, size: Int) {
        self.page = page
        self.size = size
    }

    /// One page with all rows.
    public static let everything = PageRequest(page: 0, size: 0)

    var items: [(String, String)] {
        size == 0 ? [] : [("page", String(max(page, 1))), ("page_size", String(size))]
    }
}
