import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthWire

/// The second secret of a session: browsers send it as a cookie with pictures and players, which can set no headers
/// (security, 6; docs/decisions/0029).
extension SessionStore {
    /// 43 characters of base64url: 256 random bits.
    private static let mediaLength = 43

    /// Gives a session another media secret; the one before opens nothing from then on.
    ///
    /// - Parameters:
    ///   - id: the session, which has to be a full one.
    ///   - user: whose it is.
    /// - Returns: the secret, readable this once, and for how many seconds it lasts unless the session is used.
    /// - Throws: 10016 when the session ended meanwhile or is a scope token's.
    package func makeMediaSecret(of id: Int, user: Int) async throws -> MediaSecret {
        let text = Base64URL.encode(try SecureRandom.bytes(32))
        let digest = try SHA256.hash(Array(text.utf8))
        let now = clock.now
        let expires: Int64? = try await database.write { session in
            let row = try session.first(
                "SELECT expires FROM sessions WHERE id = ? AND user = ? AND kind = ? AND expires > ?",
                id,
                user,
                Caller.Kind.session.rawValue,
                now
            )
            guard let row else { return nil }
            try session.run("UPDATE sessions SET media = ? WHERE id = ?", digest.bytes, id)
            return try row.int(0)
        }
        // The row first: who reads it between the two finds no old secret any more.
        forget { $0.sessionID == id }
        guard let expires else { throw DriveError(.unauthorized) }
        return MediaSecret(text: text, lifetime: expires - now)
    }

    /// The caller behind a media secret; its use counts as use of the session.
    ///
    /// - Throws: 10016 for a wrong or replaced one, and once its session has ended.
    package func caller(mediaSecret text: String) async throws -> Caller {
        guard text.utf8.count == Self.mediaLength else { throw DriveError(.unauthorized) }
        return try await caller(secret: .media(try SHA256.hash(Array(text.utf8))))
    }
}

/// A media secret just made; the only moment at which it can be read.
package struct MediaSecret: Sendable {
    /// 43 characters of base64url: 256 random bits.
    package let text: String
    /// Seconds until its session ends unless it is used.
    package let lifetime: Int64
}
