/// Why a client's request for authorisation is refused, in the words of OAuth 2.0.
///
/// These go to programs, not to people, and stand beside the contract's codes: a client of OAuth knows no others.
package struct OAuthError: Error, Sendable, Hashable {
    /// What clients may branch on (RFC 6749, sections 4.1.2.1 and 5.2; RFC 8628, section 3.5).
    package enum Code: String, Sendable, CaseIterable {
        /// A parameter is missing, repeated or malformed.
        case invalidRequest = "invalid_request"
        /// No such client, or one that tried to prove who it is: ours have no secrets.
        case invalidClient = "invalid_client"
        /// A code that is unknown, used, expired, revoked, or belongs to another client or request.
        case invalidGrant = "invalid_grant"
        /// A grant type other than those in the metadata.
        case unsupportedGrantType = "unsupported_grant_type"
        /// A response type other than `code`.
        case unsupportedResponseType = "unsupported_response_type"
        /// Something other than everything was asked for.
        case invalidScope = "invalid_scope"
        /// The person said no.
        case accessDenied = "access_denied"
        /// Nobody has answered on the device page yet.
        case authorizationPending = "authorization_pending"
        /// As before, and the client asks too often: five seconds more from now on.
        case slowDown = "slow_down"
        /// Nobody answered on the device page in time.
        case expiredToken = "expired_token"
        /// Not now: see Retry-After.
        case temporarilyUnavailable = "temporarily_unavailable"
        /// The server failed.
        case serverError = "server_error"
    }

    /// What is wrong.
    package let code: Code
    /// One sentence for the client's developer, in printable ASCII without `"` and `\` (RFC 6749, section 5.2).
    package let description: String

    /// A refusal; `description` never holds what the client sent.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
