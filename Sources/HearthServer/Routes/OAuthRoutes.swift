import HearthDrive
import HearthHTTP
import HearthWire

/// What programs ask by themselves: metadata (RFC 8414), tokens (RFC 6749), the beginning of a device's sign-in
/// (RFC 8628).
struct OAuthRoutes: RouteGroup {
    let drive: Drive

    private static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

    var routes: [Route] {
        [
            Route(
                .get,
                "/.well-known/oauth-authorization-server",
                access: .open,
                name: "oauthMetadata",
                summary: "How programs sign in here",
                handler: metadata
            ),
            Route(
                .post,
                "/oauth/token",
                access: .open,
                name: "oauthToken",
                summary: "Turn a code into a token",
                handler: token
            ),
            Route(
                .post,
                "/oauth/device_authorization",
                access: .open,
                name: "deviceAuthorization",
                summary: "Begin the sign-in of a device",
                handler: deviceAuthorization
            ),
        ]
    }

    private func metadata(_ request: HTTPRequest) async throws -> HTTPResponse {
        let issuer = try request.issuer()
        let places: [(StaticString, String)] = [
            ("issuer", ""), ("authorization_endpoint", "/oauth/authorize"),
            ("token_endpoint", "/oauth/token"),
            ("device_authorization_endpoint", "/oauth/device_authorization"),
        ]
        let lists: [(StaticString, [String])] = [
            ("response_types_supported", ["code"]), ("response_modes_supported", ["query"]),
            ("grant_types_supported", ["authorization_code", Self.deviceGrant]),
            ("token_endpoint_auth_methods_supported", ["none"]),
            ("code_challenge_methods_supported", ["S256"]),
            ("scopes_supported", [AuthorizationRequest.scope]), ("ui_locales_supported", ["en", "zh"]),
        ]
        return OAuthReply.object { writer in
            for (name, path) in places {
                writer.key(name)
                writer.string(issuer + path)
            }
            for (name, values) in lists {
                writer.key(name)
                writer.beginArray()
                for value in values { writer.string(value) }
                writer.endArray()
            }
            writer.key("authorization_response_iss_parameter_supported")
            writer.bool(true)
        }
    }

    private func token(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (client, parameters) = try await asked(request)
        switch try parameters.required("grant_type") {
        case "authorization_code":
            return OAuthReply.token(
                try await drive.authorizations.redeem(
                    code: try parameters.required("code"),
                    verifier: try parameters.required("code_verifier"),
                    redirect: try parameters.required("redirect_uri"),
                    client: client
                )
            )
        case Self.deviceGrant:
            return OAuthReply.token(
                try await drive.authorizations.poll(
                    deviceCode: try parameters.required("device_code"),
                    client: client
                )
            )
        default: throw OAuthError(.unsupportedGrantType, "grant_type is not one of the metadata's.")
        }
    }

    private func deviceAuthorization(_ request: HTTPRequest) async throws -> HTTPResponse {
        let issuer = try request.issuer()
        let (client, parameters) = try await asked(request)
        try AuthorizationRequest.checkScope(parameters)
        let grant = try await drive.authorizations.start(
            client,
            clientName: client.shownName(try parameters.optional("client_name")),
            address: request.peer.text
        )
        return OAuthReply.object { writer in
            writer.key("device_code")
            writer.string(grant.deviceCode)
            writer.key("user_code")
            writer.string(grant.userCode.text)
            writer.key("verification_uri")
            writer.string("\(issuer)/device")
            writer.key("verification_uri_complete")
            writer.string("\(issuer)/device?user_code=\(grant.userCode.text)")
            writer.key("expires_in")
            writer.int(grant.expiresIn)
            writer.key("interval")
            writer.int(grant.interval)
        }
    }

    /// Who asks, and what; nobody proves who he is, since what everybody has is no secret.
    private func asked(_ request: HTTPRequest) async throws -> (OAuthClient, OAuthParameters) {
        let parameters = try await request.oauthForm()
        guard !request.headers.contains("Authorization"), try parameters.optional("client_secret") == nil
        else {
            throw OAuthError(.invalidClient, "Clients have no secret here: send client_id in the body alone.")
        }
        guard let client = OAuthClient.named(try parameters.required("client_id")) else {
            throw OAuthError(.invalidClient, "client_id is unknown.")
        }
        return (client, parameters)
    }
}
