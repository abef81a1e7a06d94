import HearthDrive
import HearthHTTP
import HearthStorage
import HearthWire

/// What a list is asked for (wangpan-api, 4.1; architecture, 4; server decisions, 6).
struct ListQuery {
    /// Largest page.
    private static let largestPage = 1_000
    private static let defaultPage = 30

    /// A whole tree, flat.
    let isTree: Bool
    /// As the client counts; 0 when it does not.
    let page: Int
    /// Rows of a page; 0 for everything, which only trees and "my files" give.
    let size: Int
    /// How the list is ordered.
    let order: SortOrder
    /// What names must contain, on `/api/v1` only; nil for all.
    let filter: [UInt8]?
    /// Whether pages follow each other by cursors, on `/api/v1` only.
    let usesCursor: Bool
    /// Where to go on; nil at the start.
    let cursor: String?
    /// Whether rows of texts tell their first lines, on `/api/v1` only.
    let tellsExcerpts: Bool

    /// - Throws: 10004 naming the parameter that cannot be.
    init(_ request: HTTPRequest) throws {
        let query = request.query
        let type = query.first("type") ?? "0"
        guard type == "0" || type == "1" || type.isEmpty else {
            throw DriveError(.illegalParameter, argument: "type")
        }
        isTree = type == "1"
        page = max(0, request.queryInt("page") ?? 0)
        order = isTree ? SortOrder() : try Self.order(query)
        guard request.base == .v1 else {
            (filter, cursor, usesCursor, tellsExcerpts) = (nil, nil, false, false)
            size = Self.size(request, isTree: isTree)
            return
        }
        let name = query.firstBytes("name") ?? []
        filter = name.isEmpty ? nil : name
        let text = query.first("cursor") ?? ""
        cursor = text.isEmpty ? nil : text
        tellsExcerpts = try Self.flag("excerpt", query)
        let limit = try query.first("limit").map { text in
            guard let limit = Int(text), (1...Self.largestPage).contains(limit) else {
                throw DriveError(.illegalParameter, argument: "limit")
            }
            return limit
        }
        usesCursor = limit != nil || cursor != nil
        // A tree is streamed as it is found: it has no order in which to go on, and no names of one folder.
        if isTree, usesCursor {
            throw DriveError(.illegalParameter, argument: limit == nil ? "cursor" : "limit")
        }
        if isTree, tellsExcerpts { throw DriveError(.illegalParameter, argument: "excerpt") }
        if isTree, filter != nil { throw DriveError(.illegalParameter, argument: "name") }
        size = usesCursor ? limit ?? Self.defaultPage : Self.size(request, isTree: isTree)
    }

    private static func flag(_ name: String, _ query: QueryItems) throws -> Bool {
        switch query.first(name) ?? "" {
        case "", "0", "false": false
        case "1", "true": true
        default: throw DriveError(.illegalParameter, argument: name)
        }
    }

    private static func size(_ request: HTTPRequest, isTree: Bool) -> Int {
        let size = min(largestPage, max(0, request.queryInt("page_size") ?? 0))
        let hasDefault = !isTree && !request.parameters.tail("path").isEmpty
        return size == 0 && hasDefault ? defaultPage : size
    }

    private static func order(_ query: QueryItems) throws -> SortOrder {
        var order = SortOrder()
        switch query.first("sort") ?? "name" {
        case "name", "": order.key = .name
        case "mtime": order.key = .mtime
        case "size": order.key = .size
        case "type": order.key = .type
        default: throw DriveError(.illegalParameter, argument: "sort")
        }
        switch query.first("order") ?? "asc" {
        case "asc", "": order.descending = false
        case "desc": order.descending = true
        default: throw DriveError(.illegalParameter, argument: "order")
        }
        return order
    }
}
