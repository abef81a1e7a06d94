import HearthWire

/// `{"resource": …}`; some clients and servers of the contract say `resources`.
struct WireResourceReply: Decodable {
    var resource: WireResource

    private enum CodingKeys: String, CodingKey { case resource, resources }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        resource =
            try container.decodeIfPresent(WireResource.self, forKey: .resource)
            ?? container.decode(WireResource.self, forKey: .resources)
    }
}

/// `{"chunks": […]}`; absent or null is none.
struct WireChunksReply: Decodable {
    var chunks: [WireChunk]

    private enum CodingKeys: String, CodingKey { case chunks }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        chunks = try container.decodeIfPresent([WireChunk].self, forKey: .chunks) ?? []
    }
}

/// `{"list": […], "pager": {…}}`.
struct WirePageReply: Decodable {
    struct Pager: Decodable {
        var hasMore: Bool
        var cursor: String?

        private enum CodingKeys: String, CodingKey {
            case hasMore = "has_more"
            case cursor
        }
    }

    var list: [WireResource]
    var pager: Pager?
}
