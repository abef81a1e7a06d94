/// A request whose header section has arrived; the body follows as a stream.
package struct HTTPRequest: Sendable {
    /// What to do.
    package var method: HTTPMethod
    /// The path as it was sent: begins with `/` (or is `*` with OPTIONS), no query, not decoded.
    package var rawPath: [UInt8]
    /// What follows the `?`, not decoded; empty when there is none.
    package var rawQuery: [UInt8]
    /// The header fields.
    package var headers: HTTPFields
    /// The body, read at most once.
    package var body: HTTPRequestBody
    /// The client.
    package var peer: PeerAddress
    /// True when the client's connection is encrypted, here or at a trusted proxy.
    package var isSecure: Bool
    /// Counts requests of this process, for the log.
    package var id: UInt64
    /// What the route's pattern found in the path.
    package var parameters: RouteParameters
    /// Values that one layer leaves for the next, such as the caller.
    package var storage: RequestStorage

    /// A request; everything but method and path has a default, so tests need no socket.
    package init(
        method: HTTPMethod = .get,
        rawPath: [UInt8],
        rawQuery: [UInt8] = [],
        headers: HTTPFields = HTTPFields(),
        body: HTTPRequestBody = .empty,
        peer: PeerAddress = .loopback,
        isSecure: Bool = false,
        id: UInt64 = 0,
        parameters: RouteParameters = RouteParameters(),
        storage: RequestStorage = RequestStorage()
    ) {
        self.method = method
        self.rawPath = rawPath
        self.rawQuery = rawQuery
        self.headers = headers
        self.body = body
        self.peer = peer
        self.isSecure = isSecure
        self.id = id
        self.parameters = parameters
        self.storage = storage
    }

    /// A request for a target as it stands in a request line, `/path?query`.
    package init(
        _ method: HTTPMethod,
        _ target: String,
        headers: HTTPFields = HTTPFields(),
        body: HTTPRequestBody = .empty
    ) {
        let bytes = Array(target.utf8)
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        self.init(
            method: method,
            rawPath: Array(bytes[..<(mark ?? bytes.count)]),
            rawQuery: mark.map { Array(bytes[($0 + 1)...]) } ?? [],
            headers: headers,
            body: body
        )
    }
}

/// Names a typed value kept with a request; declare an empty enum that conforms.
package protocol RequestStorageKey: Sendable {
    /// What is kept.
    associatedtype Value: Sendable
}

/// Values kept with a request, by type.
package struct RequestStorage: Sendable {
    private var values: [ObjectIdentifier: any Sendable]?

    /// Nothing kept.
    package init() {}

    /// The value kept under a key, or nil.
    package subscript<Key: RequestStorageKey>(_ key: Key.Type) -> Key.Value? {
        get { values?[ObjectIdentifier(key)] as? Key.Value }
        set {
            var all = values ?? [:]
            all[ObjectIdentifier(key)] = newValue
            values = all
        }
    }
}
