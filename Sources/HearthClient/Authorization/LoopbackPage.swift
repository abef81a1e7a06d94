import HearthWire

/// The page at which the browser ends, without script and without anything from elsewhere.
struct LoopbackPage: Sendable {
    enum Outcome: Sendable { case done, denied, strange }

    let outcome: Outcome
    let language: WireLanguage

    /// The whole reply (RFC 9112).
    var response: [UInt8] {
        let body = Array(html.utf8)
        let status = outcome == .strange ? "400 Bad Request" : "200 OK"
        let head =
            "HTTP/1.1 \(status)\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: \(body.count)\r\n"
            + "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n"
            + "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'\r\n"
            + "Connection: close\r\n\r\n"
        return Array(head.utf8) + body
    }

    private var html: String {
        let (title, text) = words
        let tag = language == .chinese ? "zh-Hans" : "en"
        return """
            <!doctype html><html lang="\(tag)"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
            <title>\(title)</title><style>body{font:18px/1.6 system-ui,sans-serif;max-width:32em;margin:15vh auto;\
            padding:0 1em;color-scheme:light dark}</style><h1>\(title)</h1><p>\(text)</p></html>

            """
    }

    private var words: (String, String) {
        switch (outcome, language) {
        case (.done, .chinese): ("已授权", "可以关闭此页面，回到终端继续。")
        case (.done, .english): ("Allowed", "You can close this page and go back to your terminal.")
        case (.denied, .chinese): ("未授权", "没有登录任何设备。可以关闭此页面。")
        case (.denied, .english): ("Not allowed", "Nothing was signed in. You can close this page.")
        case (.strange, .chinese): ("无效的请求", "此请求不属于正在进行的登录。")
        case (.strange, .english):
            ("Not for this sign-in", "This request does not belong to the sign-in under way.")
        }
    }
}
