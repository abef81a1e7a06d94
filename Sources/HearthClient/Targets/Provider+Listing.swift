public import HearthWire

extension Provider {
    /// All entries of a directory, page after page: by cursor where the server has them, by number otherwise.
    ///
    /// - Parameters:
    ///   - remote: the directory.
    ///   - pageSize: rows of a page, 1 to 1 000.
    ///   - password: the folder's, where no plugin adds it.
    /// - Returns: the rows in the server's order; an entry that came while they were read may be missing.
    /// - Throws: what a page throws.
    public func entries(
        of remote: RemotePath,
        pageSize: Int = 1_000,
        password: String? = nil
    ) async throws(ClientError) -> [WireResource] {
        let family = try await endpoints.endpoint(for: .drive).family
        let usesCursor = family == .hearth && remote != .home
        var list = ListResources(remote, password: password)
        var rows: [WireResource] = []
        if remote == .home { return try await request(list).resources }
        if usesCursor {
            list.limit = pageSize
        } else {
            list.page = 1
            list.pageSize = min(pageSize, 100)
        }
        while true {
            let page = try await request(list)
            rows += page.resources
            guard page.hasMore, !page.resources.isEmpty else { return rows }
            if usesCursor {
                guard let cursor = page.pager?.cursor else { return rows }
                list.cursor = cursor
            } else {
                list.page += 1
            }
        }
    }
}
