import HearthDrive
import HearthHTTP
import HearthStorage
import HearthWire

/// Lists: "my files", one directory, a whole tree (wangpan-api, 4.1).
struct ListRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        everywhere(.get, "/resources/{path*}", access: .read, name: "listResources", "List a directory", list)
    }

    private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let query = try ListQuery(request)
        let path = try request.resourcePath()
        if case .virtualRoot = path { return try await virtualRoot(caller, query, request) }
        if query.isTree {
            return try await tree(
                path,
                caller,
                page: query.page,
                size: query.size,
                request.base
            )
        }
        return try await directory(path, caller, query, request)
    }

    // MARK: My files

    private func virtualRoot(
        _ caller: Caller,
        _ query: ListQuery,
        _ request: HTTPRequest
    ) async throws -> HTTPResponse {
        _ = try await drive.roots.personalRoot(of: caller.user)
        let roots = try await drive.roots.privateRoots(of: caller.user.id).filter { root, _ in
            query.filter.map { NaturalOrder.contains($0, in: Array(root.name.utf8)) } ?? true
        }
        let context = ListCursor.Context(filter: query.filter)
        var shown: ArraySlice<(root: Root, rights: Rights)>
        if query.usesCursor {
            var start = 0
            if let cursor = query.cursor {
                let last = try drive.files.tags.position(of: cursor, context).major
                // Ids grow with time; only where the clock jumped does a vanished folder move the page.
                start =
                    roots.firstIndex { $0.root.id == last }.map { $0 + 1 }
                    ?? roots.firstIndex { Int64($0.root.id) > last } ?? roots.count
            }
            shown = roots[start...].prefix(query.size)
        } else {
            shown = Self.slice(roots, page: query.page, size: query.size)
        }
        var next: ListPosition?
        if query.usesCursor, shown.endIndex < roots.endIndex, let last = shown.last {
            next = ListPosition(isDirectory: true, name: [], major: Int64(last.root.id))
        }
        let pager = try pager(query, total: roots.count, next: next, context)
        let response = Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            for (root, rights) in shown { root.write(rights: rights, to: &writer) }
            writer.endArray()
            writer.key("pager")
            pager.write(to: &writer)
            writer.endObject()
        }
        return try validated(response, revision: nil, isPrivate: false, request)
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
        _ query: ListQuery,
        _ request: HTTPRequest
    ) async throws -> HTTPResponse {
        let listing = try await drive.files.list(
            path,
            caller,
            order: query.order,
            filter: query.filter,
            offset: query.usesCursor ? 0 : Self.offset(page: query.page, size: query.size),
            cursor: query.cursor,
            limit: query.size
        )
        let context = ListCursor.Context(
            root: listing.access.root.id,
            directory: listing.directory,
            order: query.order,
            filter: query.filter
        )
        let pager = try pager(query, total: listing.page.total, next: listing.page.next, context)
        let links = ThumbnailLinks(drive, request.base)
        let resources = ResourceWriter(directory: listing.directory, access: listing.access, links: links)
        let hashes = links == .byHash ? try await drive.thumbnails.hashes(in: listing, caller) : []
        let excerpts = query.tellsExcerpts ? try await drive.thumbnails.excerpts(in: listing, caller) : []
        let response = Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            for (index, item) in listing.page.items.enumerated() {
                resources.write(
                    item.entry.name,
                    item.info,
                    hash: hashes.isEmpty ? nil : hashes[index],
                    excerpt: excerpts.isEmpty ? nil : excerpts[index],
                    to: &writer
                )
            }
            writer.endArray()
            if request.base == .v1, listing.access.root.isEncrypted {
                writer.key("damaged")
                writer.int(listing.page.damaged)
            }
            writer.key("pager")
            pager.write(to: &writer)
            writer.endObject()
        }
        return try validated(
            response,
            revision: query.filter == nil ? listing.page.revision : nil,
            isPrivate: listing.access.root.isEncrypted,
            request
        )
    }

    private func pager(
        _ query: ListQuery,
        total: Int,
        next: ListPosition?,
        _ context: ListCursor.Context
    ) throws -> WirePager {
        guard query.usesCursor else {
            return WirePager(page: query.page, pageSize: query.size, totalRows: Int64(total))
        }
        return WirePager(
            page: 0,
            pageSize: query.size,
            totalRows: Int64(total),
            hasMore: next != nil,
            cursor: try next.map { try drive.files.tags.cursor(behind: $0, context) }
        )
    }

    /// Adds the list's tag, and answers 304 to a client that has exactly this list (server decisions, 6).
    private func validated(
        _ response: HTTPResponse,
        revision: UInt64?,
        isPrivate: Bool,
        _ request: HTTPRequest
    ) throws -> HTTPResponse {
        guard request.base == .v1, case .bytes(let content) = response.body else { return response }
        var response = response
        let tag = try drive.files.tags.listTag(revision: revision, content: content)
        response.headers.set("ETag", tag)
        // What is not kept cannot be asked for again; names from encrypted folders are never kept.
        if !isPrivate { response.headers.set("Cache-Control", "private, no-cache") }
        guard request.headers.contains("If-None-Match") else { return response }
        let condition = HTTPRequest(
            method: request.method,
            rawPath: [],
            headers: HTTPFields(request.headers.values(for: "If-None-Match").map { ("If-None-Match", $0) })
        )
        let validators = FileValidators(etag: tag, lastModified: 0)
        if Precondition.check(condition, validators: validators) == .notModified {
            response.headers.remove("Content-Type")
            return HTTPResponse(status: 304, headers: response.headers)
        }
        return response
    }

    // MARK: A whole tree

    /// Streamed piece by piece, so that a tree of any size costs the memory of one piece.
    private func tree(
        _ path: ResourcePath,
        _ caller: Caller,
        page: Int,
        size: Int,
        _ base: APIBase
    ) async throws -> HTTPResponse {
        let (access, walk) = try await drive.files.walk(path, caller)
        let first = size == 0 ? 0 : Self.offset(page: page, size: size)
        let shown = size == 0 ? 0..<Int.max : first..<(first + size)
        // The first piece is made before the head is sent, so that a failure still gets its code.
        let head = try await walk.next(Self.pieceSize)
        let links = ThumbnailLinks(drive, base)
        return HTTPResponse(
            status: 200,
            headers: Reply.json([]).headers,
            body: .stream(length: nil) { [files = drive.files] writer in
                var stream = TreeStream(access: access, shown: shown, links: links)
                var items = head
                while !items.isEmpty {
                    let hashes =
                        links == .byHash ? try await files.hashes(of: items.map(\.info), in: access) : []
                    let piece = stream.piece(of: items, hashes)
                    if !piece.isEmpty { try await writer.write(piece) }
                    items = try await walk.next(Self.pieceSize)
                }
                let damaged = base == .v1 && access.root.isEncrypted ? walk.damaged : nil
                try await writer.write(stream.end(page: page, size: size, damaged: damaged))
            }
        )
    }

    private static let pieceSize = 500
}
