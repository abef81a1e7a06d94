import HearthDrive
import HearthHTTP
import HearthWire

/// Where OAuth is spoken, beside the API: answers there have forms of their own, failures too.
enum OAuthPlace {
    /// Answers are for programs (RFC 6749, section 5.2).
    case program
    /// Answers are pages.
    case page

    /// The place of a request; nil everywhere else.
    init?(_ request: HTTPRequest) {
        guard request.rawPath.count <= 64, let segments = PathSegments(rawPath: request.rawPath)?.from(0)
        else {
            return nil
        }
        switch segments.map({ String(decoding: $0, as: UTF8.self) }) {
        case ["oauth", "token"], ["oauth", "device_authorization"],
            [".well-known", "oauth-authorization-server"]:
            self = .program
        case ["oauth", "authorize"], ["device"]: self = .page
        default: return nil
        }
    }
}

extension Failure {
    /// The failure as a program reads it.
    func oauthReply(to request: HTTPRequest?) -> HTTPResponse {
        // A client that tried to prove who it is is told how not to (RFC 6749, section 5.2).
        if oauth?.code == .invalidClient, request?.headers.contains("Authorization") == true {
            var response = OAuthReply.refusal(refusal, status: 401)
            response.headers.set("WWW-Authenticate", "Basic realm=\"hearth\"")
            return response
        }
        return OAuthReply.refusal(refusal, status: ownStatus ?? StatusTable.status(of: code))
    }

    /// The failure as a person reads it.
    func page(for request: HTTPRequest?) -> HTTPResponse {
        let words = ConsentWords(language: request?.pageLanguage ?? .english)
        let sentence =
            oauth.map { words.broken($0.description) } ?? code.reason(words.language, argument: argument)
        return PageReply.notice(
            words.language,
            title: words.brokenTitle,
            sentence,
            status: ownStatus ?? StatusTable.status(of: code)
        )
    }

    private var refusal: OAuthError {
        if let oauth { return oauth }
        let kind: OAuthError.Code =
            switch code {
            case .throttled, .busy, .notSetUp, .noSpace: .temporarilyUnavailable
            case .internalError: .serverError
            default: .invalidRequest
            }
        return OAuthError(kind, code.reason(.english).filter { $0.isASCII && $0 != "\"" && $0 != "\\" })
    }
}

extension HTTPRequest {
    /// Largest form of OAuth, in bytes.
    private static let oauthFormLimit = 16 << 10

    /// What pages are written in.
    var pageLanguage: WireLanguage {
        WireLanguage(acceptLanguage: headers["Accept-Language"], fallback: .english)
    }

    /// The parameters of an urlencoded body.
    ///
    /// - Throws: `invalid_request` for another type; 90003 beyond 16 KiB.
    func oauthForm() async throws -> OAuthParameters {
        let type = headers["Content-Type"]?.prefix { $0 != ";" && $0 != " " } ?? ""
        guard equalsIgnoringASCIICase(String(type), "application/x-www-form-urlencoded") else {
            throw OAuthError(.invalidRequest, "The body has to be application/x-www-form-urlencoded.")
        }
        return OAuthParameters(QueryItems(try await body.collect(limit: Self.oauthFormLimit)).all)
    }

    /// The issuer (RFC 8414, section 2): this server's address as the client reached it (docs/decisions/0024), in the
    /// one spelling that browsers send too: host in lower case, no default port, no slash at the end.
    ///
    /// - Throws: `invalid_request` when the client did not say how it reached us.
    func issuer() throws(OAuthError) -> String {
        var address = ownAddress.lowercased()
        guard address != "/" else {
            throw OAuthError(.invalidRequest, "The header Host is missing or malformed.")
        }
        address.removeLast()
        let port = isSecure ? ":443" : ":80"
        return address.hasSuffix(port) ? String(address.dropLast(port.count)) : address
    }

    /// Forms of these pages come from these pages: what a browser says to come from another site is refused.
    ///
    /// `Origin` says nothing here, since `Referrer-Policy: no-referrer` makes it `null`.
    func requireOwnPage() throws(OAuthError) {
        if let site = headers["Sec-Fetch-Site"], site != "same-origin", site != "none" {
            throw OAuthError(.invalidRequest, "The form was sent by a page of another site.")
        }
    }
}
