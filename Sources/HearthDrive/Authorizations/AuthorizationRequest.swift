/// What a program asks for in a browser (RFC 6749, section 4.1.1).
package struct AuthorizationRequest: Sendable, Hashable {
    /// The only scope there is: what the person may do, the program may do.
    package static let scope = "all"
    /// The longest `state` that is given back, in bytes.
    package static let longestState = 2_048

    /// Who asks.
    package let client: OAuthClient
    /// What it calls itself: ``OAuthClient/shownName(_:)``.
    package let clientName: String
    /// Where the answer goes.
    package let redirect: RedirectAddress
    /// What the code is bound to.
    package let challenge: CodeChallenge
    /// Given back unchanged; nil when there was none.
    package let state: String?

    init(
        client: OAuthClient,
        clientName: String,
        redirect: RedirectAddress,
        challenge: CodeChallenge,
        state: String?
    ) {
        self.client = client
        self.clientName = clientName
        self.redirect = redirect
        self.challenge = challenge
        self.state = state
    }

    /// Reads a request whose client and address were found good.
    ///
    /// - Throws: what is to be told to `address`.
    package init(_ parameters: OAuthParameters, to address: AnswerAddress) throws(OAuthError) {
        if address.state == nil { _ = try Self.state(parameters) }
        guard try parameters.required("response_type") == "code" else {
            throw OAuthError(.unsupportedResponseType, "response_type has to be code.")
        }
        guard try parameters.optional("response_mode") ?? "query" == "query" else {
            throw OAuthError(.invalidRequest, "response_mode has to be query.")
        }
        try Self.checkScope(parameters)
        self.init(
            client: address.client,
            clientName: address.client.shownName(try parameters.optional("client_name")),
            redirect: address.redirect,
            challenge: try CodeChallenge(parameters),
            state: address.state
        )
    }

    /// Where its answer goes.
    package var address: AnswerAddress { AnswerAddress(client: client, redirect: redirect, state: state) }

    /// - Throws: `invalid_scope` unless everything is asked for, or nothing by name.
    package static func checkScope(_ parameters: OAuthParameters) throws(OAuthError) {
        guard try parameters.optional("scope") ?? scope == scope else {
            throw OAuthError(.invalidScope, "The only scope is \(scope).")
        }
    }

    /// Printable ASCII (RFC 6749, appendix A.5).
    fileprivate static func state(_ parameters: OAuthParameters) throws(OAuthError) -> String? {
        guard let state = try parameters.optional("state") else { return nil }
        guard state.utf8.count <= longestState, state.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw OAuthError(.invalidRequest, "state is too long or not printable ASCII.")
        }
        return state
    }
}

/// Where answers of the browser's way go, errors included, once client and address are known to be good.
package struct AnswerAddress: Sendable, Hashable {
    /// Who asks.
    package let client: OAuthClient
    /// Where its answers go.
    package let redirect: RedirectAddress
    /// Given back unchanged; nil when there was none, or none that can be given back.
    package let state: String?

    init(client: OAuthClient, redirect: RedirectAddress, state: String?) {
        self.client = client
        self.redirect = redirect
        self.state = state
    }

    /// - Throws: `invalid_client` and `invalid_request`, which are told to the person and never by a redirect
    ///   (RFC 6749, section 4.1.2.1).
    package init(_ parameters: OAuthParameters) throws(OAuthError) {
        guard let client = OAuthClient.named(try parameters.required("client_id")) else {
            throw OAuthError(.invalidClient, "client_id is unknown.")
        }
        self.client = client
        redirect = try RedirectAddress(try parameters.required("redirect_uri"), of: client)
        state = try? AuthorizationRequest.state(parameters)
    }
}
