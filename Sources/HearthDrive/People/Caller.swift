import HearthCrypto
import HearthWire

/// Who makes a request: the user behind a token.
package struct Caller: Sendable, Hashable {
    /// What a token may be used for.
    package enum Kind: String, Sendable {
        /// Everything, people and passwords included.
        case session
        /// The drive, the own user and the area: what the hub hands to the disk app.
        case scope
        /// Reading what the member may read, on the routes that say so: a browser's cookie. Never in a row.
        case media
    }

    /// The member.
    package let user: User
    /// The session's row.
    package let sessionID: Int
    /// What the token may be used for.
    package let kind: Kind
    /// The password that this request brings along, and where it comes from.
    package var presented = PresentedPassword()

    /// The same caller with another password for encrypted folders: one that stands in a body.
    package func presenting(_ password: String?) -> Caller {
        var caller = self
        caller.presented.password = password
        return caller
    }

    /// 10016-free check for routes that need a full session; 10023 otherwise.
    package func requireSession() throws {
        if kind != .session { throw DriveError(.forbidden, argument: WireDetail.fullSession) }
    }

    /// Fails with 30005 unless the caller is the owner with a full session.
    package func requireOwner() throws {
        try requireSession()
        if !user.isOwner { throw DriveError(.ownerOnly) }
    }
}

/// A signed-in client, as its owner sees it in the list.
package struct SessionInfo: Sendable {
    /// The row.
    package let id: Int
    /// What the client called itself.
    package let client: String
    /// Full session or scope token.
    package let kind: Caller.Kind
    /// Unix seconds.
    package let created: Int64
    /// Unix seconds; kept to a few minutes.
    package let lastUsed: Int64
    /// Unix seconds.
    package let expires: Int64
}

/// A token just made; the only moment at which it can be read.
package struct IssuedToken: Sendable {
    /// 43 characters of base64url: 256 random bits.
    package let token: String
    /// The session's row.
    package let sessionID: Int
    /// Seconds until it expires unless it is used.
    package let expiresIn: Int64
    /// Whose it is.
    package let user: User
}
