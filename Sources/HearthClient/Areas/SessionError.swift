public import HearthWire

/// Why something around areas, secrets or signing in did not work.
public struct SessionError: Error, Sendable, Hashable {
    /// What went wrong; new kinds may be added.
    public enum Kind: Sendable, Hashable {
        /// No area is signed in, or none of that name.
        case noArea(name: String?)
        /// Another area has that alias.
        case aliasTaken(String)
        /// That text can be no alias.
        case badAlias(String)
        /// A file cannot be read or written; the detail is in English and names the path.
        case storage(String)
        /// A file is not what was written; it is left as it is.
        case corrupt(path: String)
        /// The system's store of secrets did not do what was asked; the detail is in English.
        case secretStore(String)
        /// There is no token for the area: somebody must sign in.
        case signedOut(alias: String)
        /// The text is no address of a server.
        case badURL(String)
        /// What answers there is no drive.
        case notADrive
        /// The server refused with a code of the contract.
        case server(code: WireCode, reason: String)
        /// The server answered with an HTTP status that means nothing here.
        case http(status: Int)
        /// No complete response came.
        case transport(TransportError)
        /// Nobody has said that this key is the server's.
        case unknownKey(ServerKey)
        /// The person did not accept the key.
        case keyRefused
        /// The authorisation server's own error code (RFC 6749, sections 4.1.2.1 and 5.2).
        case authorization(code: String, detail: String)
        /// The person said no.
        case denied
        /// Nobody answered in time.
        case expired
        /// The reply belongs to another request (RFC 6749, section 10.12).
        case stateMismatch
        /// The reply comes from another server than was asked (RFC 9207).
        case issuerMismatch
        /// What came back cannot be read; the detail is in English.
        case invalidReply(String)
        /// The account in the cloud has no home.
        case noHomes
        /// Cancelled.
        case cancelled
    }

    /// What went wrong.
    public let kind: Kind

    /// Takes a kind.
    public init(_ kind: Kind) { self.kind = kind }
}
