import HearthWire

/// Signs in with the name and the password of an account in the home.
public struct PasswordSignIn: Sendable {
    private let transport: any Transport
    private let client: String

    /// Takes what carries the calls.
    ///
    /// - Parameters:
    ///   - transport: carries the calls.
    ///   - client: what the person's list of sessions calls this client.
    public init(transport: any Transport, client: String) {
        self.transport = transport
        self.client = client
    }

    /// Signs in; keeps nothing.
    ///
    /// Servers without `POST /api/v1/sessions` are asked as hubs are (contract, 6.1.8 and 6.1.4).
    ///
    /// - Parameters:
    ///   - address: the home's address.
    ///   - trust: how the server proves who it is, see ``Pairing``.
    ///   - account: the name for signing in.
    ///   - password: goes nowhere else.
    ///   - alias: a wish for the home's short name; empty for one made of the home's name.
    /// - Returns: the home, the person and the token.
    /// - Throws: `.server` with 5001 for a wrong name or password, 90001 when it was tried too often.
    public func signIn(
        to address: ServerAddress,
        trust: ServerTrust,
        account: String,
        password: String,
        alias: String = ""
    ) async throws(SessionError) -> NewArea {
        let call = DirectCall(transport: transport, trust: trust)
        let family = try await FamilyProbe(call: call).family(of: address.description)
        let (token, user) =
            family == .hearth
            ? try await session(call, address, account, password)
            : try await hubToken(call, address, account, password)
        let introduction = Introduction(
            address: address,
            trust: trust,
            transport: transport,
            family: family
        )
        var area = try await introduction.area(token: token, user: user, alias: alias)
        if area.accountName.isEmpty { area.accountName = account }
        return NewArea(area: area, token: token)
    }

    private func session(
        _ call: DirectCall,
        _ address: ServerAddress,
        _ account: String,
        _ password: String
    ) async throws(SessionError) -> (String, JSONValue?) {
        let body = JSONValue.object([
            "account_name": .string(account), "password": .string(password), "client": .string(client),
        ])
        let data = try await call.send(.post, "\(address)/api/v1/sessions", body: body.jsonBytes).data()
        guard let token = data["token"]?.string, !token.isEmpty else {
            throw SessionError(.invalidReply("there is no token"))
        }
        return (token, data["user"])
    }

    private func hubToken(
        _ call: DirectCall,
        _ address: ServerAddress,
        _ account: String,
        _ password: String
    ) async throws(SessionError) -> (String, JSONValue?) {
        let body = JSONValue.object([
            "grant_type": .string("password"), "account_name": .string(account),
            "password": .string(password), "client_id": .string(client),
        ])
        let data = try await call.send(.post, "\(address)/api/oauth/access_token", body: body.jsonBytes)
            .data()
        guard let access = data["token_info"]?["access_token"]?.string, !access.isEmpty else {
            throw SessionError(.invalidReply("there is no token"))
        }
        let scopes = JSONValue.object(["scopes": .array([.string("user"), .string("area")])])
        let scoped = try await call.send(
            .post,
            "\(address)/api/scopes/token",
            headers: ["smart-assistant-token": access],
            body: scopes.jsonBytes
        ).data()
        guard let token = scoped["scope_token"]?["token"]?.string, !token.isEmpty else {
            throw SessionError(.invalidReply("there is no scope token"))
        }
        return (token, data["user_info"])
    }
}
