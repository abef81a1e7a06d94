/// One login of the caller, for the list of devices.
public struct WireSession: Codable, Sendable, Hashable, JSONWritable {
    /// The session's number; not the token.
    public var id: Int
    /// The client's name, as it gave it.
    public var client: String
    /// Unix seconds of the login.
    public var created: Int64
    /// Unix seconds of the last request, to the minute or so.
    public var lastUsed: Int64
    /// Unix seconds after which it ends unless it is used.
    public var expires: Int64
    /// Whether this is the session that asks.
    public var current: Bool

    private enum CodingKeys: String, CodingKey {
        case id, client, created, expires, current
        case lastUsed = "last_used"
    }

    /// Takes every field as it is.
    public init(id: Int, client: String, created: Int64, lastUsed: Int64, expires: Int64, current: Bool) {
        self.id = id
        self.client = client
        self.created = created
        self.lastUsed = lastUsed
        self.expires = expires
        self.current = current
    }

    /// Appends the object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.int(id)
        writer.key("client")
        writer.string(client)
        writer.key("created")
        writer.int(created)
        writer.key("last_used")
        writer.int(lastUsed)
        writer.key("expires")
        writer.int(expires)
        writer.key("current")
        writer.bool(current)
        writer.endObject()
    }
}
