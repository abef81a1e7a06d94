public import HearthWire

/// The reply to what makes or changes one entry.
public struct ResourceReply: Codable, Sendable, Hashable {
    /// The entry; nil where the server has none to show yet.
    public var resource: WireResource?
    /// Of the form door: the chunks that the server has of the hash.
    public var chunks: [WireChunk]

    private enum CodingKeys: String, CodingKey { case resource, resources, chunks }

    /// Takes both as they are.
    public init(resource: WireResource? = nil, chunks: [WireChunk] = []) {
        self.resource = resource
        self.chunks = chunks
    }

    /// Reads `resource`, or `resources` as some clients' models spell it; one without a name is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let resource =
            try container.decodeIfPresent(WireResource.self, forKey: .resource)
            ?? container.decodeIfPresent(WireResource.self, forKey: .resources)
        self.resource = resource.flatMap { $0.name.isEmpty ? nil : $0 }
        chunks = try container.decodeIfPresent([WireChunk].self, forKey: .chunks) ?? []
    }

    /// Writes what was read.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(resource, forKey: .resource)
        try container.encode(chunks, forKey: .chunks)
    }
}

extension WireUser: LenientModel {
    static var required: [String] { ["user_id"] }
}

extension WireResource: LenientModel {
    static var required: [String] { ["name"] }
}
