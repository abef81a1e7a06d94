public import HearthWire

/// Signs in through the person's browser: OAuth 2.0 with a code and PKCE (RFC 6749, 7636, 8252, 9207).
public struct OAuthSignIn: Sendable {
    /// One attempt that waits for the browser to come back.
    public struct Attempt: Sendable {
        /// What the browser is to open.
        public let url: String
        /// Binds the answer to this attempt.
        public let state: String
        let address: ServerAddress
        let trust: ServerTrust
        let metadata: OAuthMetadata
        let key: ProofKey
        let redirect: String
    }

    private let transport: any Transport
    private let clientID: String
    private let clientName: String

    /// Takes what carries the calls.
    ///
    /// - Parameters:
    ///   - transport: carries the calls.
    ///   - clientID: `hearth-cli` with a loopback address, `hearth-ios` with `hearth://oauth`.
    ///   - clientName: what the page of consent and the list of sessions call this device, at most 64 characters; may
    ///     be empty.
    public init(transport: any Transport, clientID: String, clientName: String = "") {
        self.transport = transport
        self.clientID = clientID
        self.clientName = clientName
    }

    /// Begins an attempt; sends nothing secret.
    ///
    /// - Parameters:
    ///   - address: the home's address.
    ///   - trust: how the server proves who it is, see ``Pairing``.
    ///   - redirect: where the answer is to go.
    /// - Returns: what the browser is to open.
    /// - Throws: `.notADrive`, `.issuerMismatch`, `.transport`.
    public func begin(
        at address: ServerAddress,
        trust: ServerTrust,
        redirect: String
    ) async throws(SessionError) -> Attempt {
        let metadata = try await OAuthMetadata.read(
            address,
            DirectCall(transport: transport, trust: trust)
        )
        let key = ProofKey()
        let state = ProofKey.random()
        var items = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirect), ("state", state),
            ("code_challenge", key.challenge), ("code_challenge_method", "S256"),
        ]
        if !clientName.isEmpty { items.append(("client_name", clientName)) }
        let query = PercentEncoding.encode(query: items)
        return Attempt(
            url: "\(metadata.authorization)?\(query)",
            state: state,
            address: address,
            trust: trust,
            metadata: metadata,
            key: key,
            redirect: redirect
        )
    }

    /// Turns the address that the browser came back to into a session.
    ///
    /// - Parameters:
    ///   - attempt: from ``begin(at:trust:redirect:)``; good for one answer.
    ///   - callback: the address, or its query alone.
    ///   - alias: a wish for the home's short name; empty for one made of the home's name.
    /// - Returns: the home, the person and the token.
    /// - Throws: `.stateMismatch` and `.issuerMismatch` before anything of the answer is used; `.denied`;
    ///   `.authorization` with the server's error code.
    public func finish(
        _ attempt: Attempt,
        callback: String,
        alias: String = ""
    ) async throws(SessionError) -> NewArea {
        let answer = RedirectAnswer(callback)
        guard answer["state"] == attempt.state else { throw SessionError(.stateMismatch) }
        // A server that names itself always does; a name that is there must be right anyway (RFC 9207, section 2.4).
        let issuer = answer["iss"]
        guard issuer == attempt.metadata.issuer || (issuer == nil && !attempt.metadata.namesItself) else {
            throw SessionError(.issuerMismatch)
        }
        if let code = answer["error"] {
            guard code != "access_denied" else { throw SessionError(.denied) }
            throw SessionError(.authorization(code: code, detail: answer["error_description"] ?? ""))
        }
        guard let code = answer["code"], !code.isEmpty else {
            throw SessionError(.invalidReply("there is no code"))
        }
        let call = DirectCall(transport: transport, trust: attempt.trust)
        let granted = try await OAuthToken.ask(
            attempt.metadata.token,
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", attempt.redirect),
                ("client_id", clientID), ("code_verifier", attempt.key.verifier),
            ],
            call
        )
        return try await granted.signedIn(attempt.address, attempt.trust, transport, alias: alias)
    }

    /// The whole way: listens, has the browser opened, waits, and signs in.
    ///
    /// - Parameters:
    ///   - address: the home's address.
    ///   - trust: how the server proves who it is, see ``Pairing``.
    ///   - receiver: where the browser comes back to; stopped at the end, whatever it is.
    ///   - timeout: seconds that the person has.
    ///   - language: of the page that the browser ends at.
    ///   - alias: a wish for the home's short name; empty for one made of the home's name.
    ///   - open: opens an address in the person's browser, or shows it.
    /// - Returns: the home, the person and the token.
    /// - Throws: `.expired` when the browser did not come back in time; what ``finish(_:callback:alias:)`` throws.
    public func signIn(
        to address: ServerAddress,
        trust: ServerTrust,
        receiver: any RedirectReceiver,
        timeout: Double = 300,
        language: WireLanguage = .english,
        alias: String = "",
        open: @Sendable (String) async -> Void
    ) async throws(SessionError) -> NewArea {
        let redirect = try await receiver.start()
        do throws(SessionError) {
            let attempt = try await begin(at: address, trust: trust, redirect: redirect)
            await open(attempt.url)
            let callback = try await receiver.receive(
                state: attempt.state,
                timeout: timeout,
                language: language
            )
            await receiver.stop()
            return try await finish(attempt, callback: callback, alias: alias)
        } catch {
            await receiver.stop()
            throw error
        }
    }
}

extension OAuthToken.Granted {
    /// Asks who the token is for.
    func signedIn(
        _ address: ServerAddress,
        _ trust: ServerTrust,
        _ transport: any Transport,
        alias: String
    ) async throws(SessionError) -> NewArea {
        // Only our own servers have these endpoints.
        let introduction = Introduction(
            address: address,
            trust: trust,
            transport: transport,
            family: .hearth
        )
        return NewArea(
            area: try await introduction.area(token: token, user: user, alias: alias),
            token: token
        )
    }
}
