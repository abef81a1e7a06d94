/// A request method (RFC 9110, section 9); upper case by convention, compared exactly.
package struct HTTPMethod: Hashable, Sendable, RawRepresentable {
    /// The token as it stands on the wire.
    package let rawValue: String

    /// Any token; the engine accepts only those named here.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Reads a resource.
    package static let get = Self(rawValue: "GET")
    /// Reads a resource's header fields only.
    package static let head = Self(rawValue: "HEAD")
    /// Does what the resource defines.
    package static let post = Self(rawValue: "POST")
    /// Creates or replaces a resource.
    package static let put = Self(rawValue: "PUT")
    /// Changes a resource (RFC 5789).
    package static let patch = Self(rawValue: "PATCH")
    /// Removes a resource.
    package static let delete = Self(rawValue: "DELETE")
    /// Asks what is possible.
    package static let options = Self(rawValue: "OPTIONS")
    /// WebDAV (RFC 4918): reads properties.
    package static let propfind = Self(rawValue: "PROPFIND")
    /// WebDAV: changes properties.
    package static let proppatch = Self(rawValue: "PROPPATCH")
    /// WebDAV: makes a collection.
    package static let mkcol = Self(rawValue: "MKCOL")
    /// WebDAV: copies.
    package static let copy = Self(rawValue: "COPY")
    /// WebDAV: moves.
    package static let move = Self(rawValue: "MOVE")
    /// WebDAV: locks.
    package static let lock = Self(rawValue: "LOCK")
    /// WebDAV: unlocks.
    package static let unlock = Self(rawValue: "UNLOCK")
}
