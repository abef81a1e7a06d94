import HearthDrive
import HearthHTTP
import HearthWire

/// Sign-in of programs by the person's browser (RFC 6749, section 4.1, with RFC 7636 and RFC 9207).
///
/// No cookie is involved: each answer brings account and password, so that there is nothing another site could use.
struct AuthorizeRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        [
            Route(
                .get,
                "/oauth/authorize",
                access: .open,
                name: "authorizePage",
                summary: "Ask whether a program may sign in",
                handler: page
            ),
            Route(
                .post,
                "/oauth/authorize",
                access: .open,
                name: "authorize",
                summary: "Let a program sign in, or not",
                handler: answer
            ),
        ]
    }

    private func page(_ request: HTTPRequest) async throws -> HTTPResponse {
        let issuer = try request.issuer()
        let parameters = OAuthParameters(request.query.all)
        let address = try AnswerAddress(parameters)
        guard try await drive.people.hasOwner() else { throw DriveError(.notSetUp) }
        let asked: AuthorizationRequest
        do {
            asked = try AuthorizationRequest(parameters, to: address)
        } catch {
            return PageReply.redirect(to: address, issuer: issuer, error)
        }
        return try await show(Consent(asked), asked.redirect, request)
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        try request.requireOwnPage()
        let issuer = try request.issuer()
        let fields = try await request.oauthForm()
        let consent = try await drive.authorizations.take(try fields.required("nonce"))
        guard let consent, case .code(let asked) = consent.subject else {
            return PageReply.tooOld(ConsentWords(language: request.pageLanguage))
        }
        guard try Decision(fields) == .allow else {
            return PageReply.redirect(
                to: asked.address,
                issuer: issuer,
                OAuthError(.accessDenied, "The person said no.")
            )
        }
        let typed = try TypedPerson(fields)
        do {
            let code = try await drive.authorizations.allow(
                asked,
                accountName: typed.accountName,
                password: typed.password,
                address: request.peer.text
            )
            return PageReply.redirect(to: asked.address, issuer: issuer, [("code", code)])
        } catch let error as DriveError where error.canBeTypedAgain {
            return try await show(consent, asked.redirect, request, typed.accountName, after: error)
        }
    }

    private func show(
        _ consent: Consent,
        _ redirect: RedirectAddress,
        _ request: HTTPRequest,
        _ accountName: String = "",
        after error: DriveError? = nil
    ) async throws -> HTTPResponse {
        // HEAD is answered by GET's handler and must leave nothing behind.
        let isShown = request.method != .head
        let nonce = isShown ? try await drive.authorizations.ask(consent, address: request.peer.text) : ""
        let page = ConsentPage(
            words: ConsentWords(language: request.pageLanguage),
            area: drive.area.name,
            consent: consent,
            userCode: nil,
            nonce: nonce,
            accountName: accountName,
            alert: error?.reason(request.pageLanguage)
        )
        return PageReply.page(page.text, redirect: redirect).telling(error)
    }
}

/// What a person decided on a page.
enum Decision: String {
    case allow, deny

    init(_ fields: OAuthParameters) throws(OAuthError) {
        guard let decision = Self(rawValue: try fields.required("decision")) else {
            throw OAuthError(.invalidRequest, "decision has to be allow or deny.")
        }
        self = decision
    }
}

/// What a person typed on a page; what is left out is empty and never fits.
struct TypedPerson {
    let accountName: String
    let password: String

    init(_ fields: OAuthParameters) throws(OAuthError) {
        accountName = try fields.optional("account_name") ?? ""
        password = try fields.optional("password") ?? ""
    }
}

extension DriveError {
    /// Whether the person is to get the form again: a slip, or too many of them.
    var canBeTypedAgain: Bool { [.wrongPassword, .throttled, .busy].contains(code) }

    /// The sentence for people.
    func reason(_ language: WireLanguage) -> String {
        code.reason(language, argument: code == .throttled ? retryAfter.map { "\($0)" } : argument)
    }
}

extension HTTPResponse {
    /// The same with the status of the failure that a page tells of.
    func telling(_ error: DriveError?) -> HTTPResponse {
        guard let error else { return self }
        var response = self
        response.status = StatusTable.status(of: error.code)
        if let retryAfter = error.retryAfter { response.headers.set("Retry-After", String(retryAfter)) }
        return response
    }
}
