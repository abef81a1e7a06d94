import HearthDrive
import HearthHTTP
import HearthStorage
import HearthWire

/// Lists: "my files", one directory, a whole tree (wangpan-api, 4.1).
struct ListRoutes: RouteGroup {
    let drive: Drive

    /// Largest page (server decisions, 6).
    private static let largestPage = 1_000
    private static let defaultPage = 30

    var routes: [Route] {
        everywhere(.get, "/resources/{path*}", access: .read, name: "listResources", "List a directory", list)
    }

    private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let type = request.query.first("type") ?? "0"
        guard type == "0" || type == "1" || type.isEmpty else {
            throw DriveError(.illegalParameter, argument: "type")
        }
        let path = try request.resourcePath()
        let page = max(0, request.queryInt("page") ?? 0)
        let size = min(Self.largestPage, max(0, request.queryInt("page_size") ?? 0))
        if case .virtualRoot = path { return try await virtualRoot(caller, page: page, size: size) }
        if type == "1" { return try await tree(path, caller, page: page, size: size) }
        return try await directory(
            path,
            caller,
            request,
            page: page,
            size: size == 0 ? Self.defaultPage : size
        )
    }

    // MARK: My files

    private func virtualRoot(_ caller: Caller, page: Int, size: Int) async throws -> HTTPResponse {
        _ = try await drive.roots.personalRoot(of: caller.user)
        let roots = try await drive.roots.privateRoots(of: caller.user.id)
        let shown = Self.slice(roots, page: page, size: size)
        return Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            for (root, rights) in shown { root.write(rights: rights, to: &writer) }
            writer.endArray()
            writer.key("pager")
            WirePager(page: page, pageSize: size, totalRows: Int64(roots.count)).write(to: &writer)
            writer.endObject()
        }
    }

    private static func slice<Element>(_ all: [Element], page: Int, size: Int) -> ArraySlice<Element> {
        if size == 0 { return all[...] }
        let start = offset(page: page, size: size)
        return start < all.count ? all[start..<min(all.count, start + size)] : []
    }

    private static func offset(page: Int, size: Int) -> Int {
        let (product, overflow) = (max(page, 1) - 1).multipliedReportingOverflow(by: size)
        return overflow ? Int.max / 2 : min(product, Int.max / 2)
    }

    // MARK: One directory

    private func directory(
        _ path: ResourcePath,
        _ caller: Caller,
        _ request: HTTPRequest,
        page: Int,
        size: Int
    ) async throws -> HTTPResponse {
        let listing = try await drive.files.list(
            path,
            caller,
            order: try Self.order(request),
            filter: nil,
            offset: Self.offset(page: page, size: size),
            limit: size
        )
        let resources = ResourceWriter(directory: listing.directory, access: listing.access)
        return Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            for item in listing.page.items { resources.write(item.entry.name, item.info, to: &writer) }
            writer.endArray()
            writer.key("pager")
            WirePager(page: page, pageSize: size, totalRows: Int64(listing.page.total)).write(to: &writer)
            writer.endObject()
        }
    }

    private static func order(_ request: HTTPRequest) throws -> SortOrder {
        var order = SortOrder()
        switch request.query.first("sort") ?? "name" {
        case "name", "": order.key = .name
        case "mtime": order.key = .mtime
        case "size": order.key = .size
        case "type": order.key = .type
        default: throw DriveError(.illegalParameter, argument: "sort")
        }
        switch request.query.first("order") ?? "asc" {
        case "asc", "": order.descending = false
        case "desc": order.descending = true
        default: throw DriveError(.illegalParameter, argument: "order")
        }
        return order
    }

    // MARK: A whole tree

    /// Streamed piece by piece, so that a tree of any size costs the memory of one piece.
    private func tree(
        _ path: ResourcePath,
        _ caller: Caller,
        page: Int,
        size: Int
    ) async throws -> HTTPResponse {
        let (access, walk) = try await drive.files.walk(path, caller)
        let first = size == 0 ? 0 : Self.offset(page: page, size: size)
        let shown = size == 0 ? 0..<Int.max : first..<(first + size)
        // The first piece is made before the head is sent, so that a failure still gets its code.
        let head = try await walk.next(Self.pieceSize)
        return HTTPResponse(
            status: 200,
            headers: Reply.json([]).headers,
            body: .stream(length: nil) { writer in
                var stream = TreeStream(access: access, shown: shown)
                var items = head
                while !items.isEmpty {
                    let piece = stream.piece(of: items)
                    if !piece.isEmpty { try await writer.write(piece) }
                    items = try await walk.next(Self.pieceSize)
                }
                try await writer.write(stream.end(page: page, size: size))
            }
        )
    }

    private static let pieceSize = 500
}

/// The bytes of a recursive list, as they come.
private struct TreeStream {
    private let access: RootAccess
    private let shown: Range<Int>
    private var total = 0
    private var isBegun = false
    private var hasItems = false

    init(access: RootAccess, shown: Range<Int>) {
        self.access = access
        self.shown = shown
    }

    mutating func piece(of items: [TreeWalk.Item]) -> [UInt8] {
        var bytes = begin()
        for item in items {
            if shown.contains(total) {
                var writer = JSONWriter()
                ResourceWriter(directory: item.path.parent ?? VolumePath(), access: access)
                    .write(item.path.last?.bytes ?? [], item.info, to: &writer)
                if hasItems { bytes.append(UInt8(ascii: ",")) }
                bytes.append(contentsOf: writer.bytes)
                hasItems = true
            }
            total += 1
        }
        return bytes
    }

    mutating func end(page: Int, size: Int) -> [UInt8] {
        var writer = JSONWriter()
        WirePager(page: page, pageSize: size, totalRows: Int64(total)).write(to: &writer)
        return begin() + Array("],\"pager\":".utf8) + writer.bytes + Array("}}".utf8)
    }

    private mutating func begin() -> [UInt8] {
        if isBegun { return [] }
        isBegun = true
        return Array("{\"status\":0,\"reason\":\"success\",\"data\":{\"list\":[".utf8)
    }
}

extension Root {
    /// A first-level folder in "my files": size and time are 0 (wangpan-api, 4.0).
    fileprivate func write(rights: Rights, to writer: inout JSONWriter) {
        WireResource(
            id: id,
            name: name,
            size: 0,
            modified: 0,
            kind: .directory,
            path: "/s/\(id)",
            isEncrypted: isEncrypted,
            canRead: rights.contains(.read),
            canWrite: rights.contains(.write),
            canDelete: rights.contains(.delete),
            thumbnailURL: ""
        ).write(to: &writer)
    }
}
