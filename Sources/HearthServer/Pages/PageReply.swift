import HearthDrive
import HearthHTTP
import HearthWire

/// How pages of authorisation are sent: never kept, never framed, without script (security, 6).
enum PageReply {
    /// A page.
    ///
    /// - Parameters:
    ///   - text: the page.
    ///   - status: 200 unless it tells of a failure.
    ///   - redirect: where the page's form leads after our own answer to it.
    /// - Returns: the answer with all its headers.
    static func page(_ text: HTMLText, status: Int = 200, redirect: RedirectAddress? = nil) -> HTTPResponse {
        var headers = common
        headers.set("Content-Type", "text/html; charset=utf-8")
        headers.set(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
                + (redirect.map { " " + $0.formSource } ?? "")
        )
        headers.set("X-Frame-Options", "DENY")
        headers.set("Cross-Origin-Opener-Policy", "same-origin")
        headers.set("Vary", "Accept-Language")
        return HTTPResponse(status: status, headers: headers, body: .bytes(text.bytes))
    }

    /// A page that says one thing.
    static func notice(
        _ language: WireLanguage,
        title: String,
        _ sentence: String,
        status: Int = 200
    ) -> HTTPResponse {
        page(HTMLText.page(language, title: title) { $0.paragraph(sentence) }, status: status)
    }

    /// The answer to a question that waits no more.
    static func tooOld(_ words: ConsentWords) -> HTTPResponse {
        notice(words.language, title: words.tooOldTitle, words.tooOld, status: 400)
    }

    /// The browser's way back to the program; 303, since the form with the password must not be sent on (RFC 9700,
    /// section 4.12).
    static func redirect(
        to address: AnswerAddress,
        issuer: String,
        _ answer: [(String, String)]
    ) -> HTTPResponse {
        var parameters = answer.map { (name: $0.0, value: $0.1) }
        if let state = address.state { parameters.append(("state", state)) }
        parameters.append(("iss", issuer))
        var headers = common
        headers.set("Location", address.redirect.with(parameters))
        return HTTPResponse(status: 303, headers: headers)
    }

    /// The same with a refusal.
    static func redirect(to address: AnswerAddress, issuer: String, _ error: OAuthError) -> HTTPResponse {
        redirect(
            to: address,
            issuer: issuer,
            [("error", error.code.rawValue), ("error_description", error.description)]
        )
    }

    private static let common = HTTPFields([
        ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
    ])
}
