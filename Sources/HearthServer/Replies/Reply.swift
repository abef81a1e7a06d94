import HearthHTTP
import HearthWire

/// The frames in which routes answer.
enum Reply {
    /// Envelope bytes with the headers that every JSON answer carries.
    static func json(_ envelope: [UInt8], status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: jsonHeaders, body: .bytes(envelope))
    }

    /// Success with data written by `data`, exactly one value.
    static func data(_ data: (inout JSONWriter) -> Void) -> HTTPResponse { json(Envelope.success(data)) }

    /// Success with `data: {}`: iOS maps a missing object to defaults, Android to null (wangpan-api, 17).
    static func empty() -> HTTPResponse {
        data { writer in
            writer.beginObject()
            writer.endObject()
        }
    }

    /// A fixed page or file of our own.
    static func asset(_ text: StaticString, type: String) -> HTTPResponse {
        var headers = pageHeaders
        headers.set("Content-Type", type)
        return HTTPResponse(status: 200, headers: headers, body: .bytes(text.withUTF8Buffer { Array($0) }))
    }

    /// A page or file of our own, as bytes; browsers ask again whether it changed.
    static func bytes(_ bytes: [UInt8], type: String) -> HTTPResponse {
        var headers = pageHeaders
        headers.set("Content-Type", type)
        return HTTPResponse(status: 200, headers: headers, body: .bytes(bytes))
    }

    /// A page of our own that is made for this request.
    static func page(_ html: String, status: Int = 200) -> HTTPResponse {
        var headers = pageHeaders
        headers.set("Content-Type", "text/html; charset=utf-8")
        return HTTPResponse(status: status, headers: headers, body: .bytes(Array(html.utf8)))
    }

    private static let jsonHeaders = HTTPFields([
        ("Content-Type", "application/json; charset=utf-8"),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
    ])

    /// What a browser may do with our own pages (security, 6).
    static let pageHeaders = HTTPFields([
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; "
                + "media-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
                + "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cache-Control", "no-cache"),
    ])
}
