/// The HTTP methods of the API.
public enum TargetMethod: String, Sendable, Hashable, CaseIterable {
    /// Reads; safe to repeat.
    case get = "GET"
    /// Reads the head alone.
    case head = "HEAD"
    /// Makes something, or does what no other method says.
    case post = "POST"
    /// Sets something to what the body says; safe to repeat.
    case put = "PUT"
    /// Changes a part.
    case patch = "PATCH"
    /// Removes; safe to repeat.
    case delete = "DELETE"

    /// Whether repeating the request changes nothing more (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { self != .post && self != .patch }
}
