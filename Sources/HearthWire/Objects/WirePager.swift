/// Where a page lies in its list.
public struct WirePager: Codable, Sendable, Hashable, JSONWritable {
    /// The page number that was used, from 1; 0 when none was asked for.
    public var page: Int
    /// The rows of a page that were used; 0 is everything.
    public var pageSize: Int
    /// All rows of the list.
    public var totalRows: Int64
    /// Whether rows follow this page.
    public var hasMore: Bool
    /// What asks for the next page, where the list was asked for with a cursor.
    public var cursor: String?

    private enum CodingKeys: String, CodingKey {
        case page, cursor
        case pageSize = "page_size"
        case totalRows = "total_rows"
        case hasMore = "has_more"
    }

    /// Computes whether rows follow: `page_size > 0` and the page ends before the last row.
    public init(page: Int, pageSize: Int, totalRows: Int64) {
        // A page number of any size is legal input: the end may not overflow.
        let (end, overflow) = Int64(max(page, 1)).multipliedReportingOverflow(by: Int64(max(pageSize, 0)))
        self.init(
            page: page,
            pageSize: pageSize,
            totalRows: totalRows,
            hasMore: pageSize > 0 && !overflow && end < totalRows
        )
    }

    /// Takes every field as it is.
    public init(page: Int, pageSize: Int, totalRows: Int64, hasMore: Bool, cursor: String? = nil) {
        self.page = page
        self.pageSize = pageSize
        self.totalRows = totalRows
        self.hasMore = hasMore
        self.cursor = cursor
    }

    /// Appends the object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("page")
        writer.int(page)
        writer.key("page_size")
        writer.int(pageSize)
        writer.key("total_rows")
        writer.int(totalRows)
        writer.key("has_more")
        writer.bool(hasMore)
        if let cursor {
            writer.key("cursor")
            writer.string(cursor)
        }
        writer.endObject()
    }
}
