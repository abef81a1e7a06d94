public import HearthWire

/// Lists a directory, or the caller's own folders (contract, 4.1).
public struct ListResources: Target {
    /// What the rows are sorted by; Hearth alone looks at it.
    public enum Sort: String, Sendable, Hashable, Codable, CaseIterable {
        /// Names in natural order.
        case name
        /// The modification time.
        case modified = "mtime"
        /// The size.
        case size
        /// The ending.
        case type
    }

    /// The directory; ``RemotePath/home`` for the caller's folders.
    public var remote: RemotePath
    /// Everything below as one flat list; descendants stand before the directory they lie in.
    public var isRecursive: Bool
    /// From 1; 0 is not said.
    public var page: Int
    /// Rows of a page; 0 is the server's choice.
    public var pageSize: Int
    /// Rows of a page that goes on by cursor, 1 to 1 000; Hearth alone.
    public var limit: Int?
    /// Where to go on, from the page before; Hearth alone.
    public var cursor: String?
    /// What the rows are sorted by.
    public var sort: Sort?
    /// Whether the direction is turned round.
    public var isDescending: Bool
    /// Only names that contain this, without regard to case; Hearth alone.
    public var filter: String?
    /// Whether rows of texts tell their first lines; Hearth alone.
    public var tellsExcerpts: Bool
    /// The tag of the list that is known: an unchanged one is not sent again.
    public var knownTag: String?
    /// The folder's password, where no plugin adds it.
    public var password: String?

    /// Takes the directory, and what else is wanted.
    public init(
        _ remote: RemotePath,
        isRecursive: Bool = false,
        page: Int = 0,
        pageSize: Int = 0,
        limit: Int? = nil,
        cursor: String? = nil,
        sort: Sort? = nil,
        isDescending: Bool = false,
        filter: String? = nil,
        tellsExcerpts: Bool = false,
        knownTag: String? = nil,
        password: String? = nil
    ) {
        self.remote = remote
        self.isRecursive = isRecursive
        self.page = page
        self.pageSize = pageSize
        self.limit = limit
        self.cursor = cursor
        self.sort = sort
        self.isDescending = isDescending
        self.filter = filter
        self.tellsExcerpts = tellsExcerpts
        self.knownTag = knownTag
        self.password = password
    }

    /// `/resources/…`.
    public var path: String { "/resources" + remote.urlPath }

    /// The query.
    public var task: TargetTask {
        var query = [("type", isRecursive ? "1" : "0")]
        if page > 0 { query.append(("page", String(page))) }
        if pageSize > 0 { query.append(("page_size", String(pageSize))) }
        if let limit { query.append(("limit", String(limit))) }
        if let cursor { query.append(("cursor", cursor)) }
        if let sort { query.append(("sort", sort.rawValue)) }
        if isDescending { query.append(("order", "desc")) }
        if let filter { query.append(("name", filter)) }
        if tellsExcerpts { query.append(("excerpt", "1")) }
        return .query(query)
    }

    /// The password and the known tag.
    public var headers: HeaderFields {
        var headers = HeaderFields(password: password)
        headers["If-None-Match"] = knownTag
        return headers
    }

    /// 304 is an unchanged list.
    public var validation: StatusValidation { knownTag == nil ? .success : .codes([200, 304]) }

    /// The root whose password may be needed.
    public var root: RootReference? { remote.root }

    /// Reads rows, page and tag.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> ResourceListing {
        if reply.status == 304 {
            return ResourceListing(resources: [], tag: reply.headers["ETag"] ?? knownTag, isUnchanged: true)
        }
        let rows = try reply.data(Rows.self)
        return ResourceListing(
            resources: rows.list,
            pager: rows.pager,
            tag: reply.headers["ETag"],
            damaged: rows.damaged ?? 0
        )
    }

    private struct Rows: LenientModel {
        var list: [WireResource]
        var pager: WirePager?
        var damaged: Int?
        static var required: [String] { [] }
    }
}

/// One page of a directory.
public struct ResourceListing: Sendable, Hashable {
    /// The rows.
    public var resources: [WireResource]
    /// Where the page lies; nil where the server did not say.
    public var pager: WirePager?
    /// The list's tag, for `If-Match` of whole directories and for asking again; nil without one.
    public var tag: String?
    /// How many entries of an encrypted directory have lost their names; they are in no list.
    public var damaged: Int
    /// The list is the one whose tag was sent; the rows are not sent again.
    public var isUnchanged: Bool

    /// Takes the parts as they are.
    public init(
        resources: [WireResource],
        pager: WirePager? = nil,
        tag: String? = nil,
        damaged: Int = 0,
        isUnchanged: Bool = false
    ) {
        self.resources = resources
        self.pager = pager
        self.tag = tag
        self.damaged = damaged
        self.isUnchanged = isUnchanged
    }

    /// Whether rows follow this page.
    public var hasMore: Bool { pager?.hasMore ?? false }
}

extension HeaderFields {
    /// The password of an encrypted folder as a header, where there is one.
    init(password: String?) {
        self.init()
        self["pwd"] = password
    }

    /// No field.
    init() { self = [:] }
}
