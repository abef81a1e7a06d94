import HearthDrive
import HearthHTTP
import HearthWire

/// The page on which a code from a device's screen is typed in (RFC 8628, section 3.3).
struct DeviceRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        [
            Route(
                .get,
                "/device",
                access: .open,
                name: "devicePage",
                summary: "Where the code of a device is typed in",
                handler: page
            ),
            Route(
                .post,
                "/device",
                access: .open,
                name: "device",
                summary: "Find a device by its code; let it sign in, or not",
                handler: answer
            ),
        ]
    }

    private func page(_ request: HTTPRequest) async throws -> HTTPResponse {
        let code = try OAuthParameters(request.query.all).optional("user_code")
        // HEAD is answered by GET's handler and must leave nothing behind.
        guard let code, request.method != .head else {
            return PageReply.page(DeviceCodePage(words: words(request)).text)
        }
        return try await look(for: code, request)
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        try request.requireOwnPage()
        let fields = try await request.oauthForm()
        guard let nonce = try fields.optional("nonce") else {
            return try await look(for: try fields.optional("user_code") ?? "", request)
        }
        let consent = try await drive.authorizations.take(nonce)
        guard let consent, case .device(let id) = consent.subject else {
            return PageReply.tooOld(words(request))
        }
        guard try Decision(fields) == .allow else {
            let isDone = try await drive.authorizations.deny(device: id)
            return done(
                isDone,
                words(request).deniedTitle,
                words(request).denied(consent.clientName),
                request
            )
        }
        let typed = try TypedPerson(fields)
        do {
            let isDone = try await drive.authorizations.allow(
                device: id,
                accountName: typed.accountName,
                password: typed.password,
                address: request.peer.text
            )
            return done(
                isDone,
                words(request).allowedTitle,
                words(request).allowed(consent.clientName),
                request
            )
        } catch let error as DriveError where error.canBeTypedAgain {
            return try await askAgain(
                consent,
                code: try fields.optional("user_code"),
                typed.accountName,
                error,
                request
            )
        }
    }

    /// The page of consent for what somebody typed, or the form again.
    private func look(for text: String, _ request: HTTPRequest) async throws -> HTTPResponse {
        guard let code = UserCode(typed: text) else { return unknown(request) }
        let device: WaitingDevice?
        do {
            device = try await drive.authorizations.device(showing: code, address: request.peer.text)
        } catch let error as DriveError where error.canBeTypedAgain {
            let page = DeviceCodePage(words: words(request), alert: error.reason(request.pageLanguage))
            return PageReply.page(page.text).telling(error)
        }
        guard let device else { return unknown(request) }
        return try await show(Consent(device), code, request)
    }

    /// The form once more, with the code that belongs to it and no other.
    private func askAgain(
        _ consent: Consent,
        code: String?,
        _ accountName: String,
        _ error: DriveError,
        _ request: HTTPRequest
    ) async throws -> HTTPResponse {
        guard let code = code.flatMap(UserCode.init(typed:)),
            let device = try await drive.authorizations.device(showing: code, address: request.peer.text),
            Consent(device) == consent
        else { return PageReply.tooOld(words(request)) }
        return try await show(consent, code, request, accountName, after: error)
    }

    private func show(
        _ consent: Consent,
        _ code: UserCode,
        _ request: HTTPRequest,
        _ accountName: String = "",
        after error: DriveError? = nil
    ) async throws -> HTTPResponse {
        let page = ConsentPage(
            words: words(request),
            area: drive.area.name,
            consent: consent,
            userCode: code,
            nonce: try await drive.authorizations.ask(consent, address: request.peer.text),
            accountName: accountName,
            alert: error?.reason(request.pageLanguage)
        )
        return PageReply.page(page.text).telling(error)
    }

    private func unknown(_ request: HTTPRequest) -> HTTPResponse {
        let words = words(request)
        return PageReply.page(DeviceCodePage(words: words, alert: words.unknownCode).text, status: 400)
    }

    private func done(
        _ isDone: Bool,
        _ title: String,
        _ sentence: String,
        _ request: HTTPRequest
    ) -> HTTPResponse {
        guard isDone else { return PageReply.tooOld(words(request)) }
        return PageReply.notice(request.pageLanguage, title: title, sentence)
    }

    private func words(_ request: HTTPRequest) -> ConsentWords {
        ConsentWords(language: request.pageLanguage)
    }
}
