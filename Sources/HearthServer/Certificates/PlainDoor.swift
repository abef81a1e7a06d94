import HearthHTTP

/// What a listener with a certificate answers to those who come without TLS.
///
/// This machine itself is served as ever: programs and proxies on it go on working once there is a certificate.
/// Everybody else gets what is needed to trust the certificate, and is otherwise sent to `https`.
struct PlainDoor: Sendable {
    /// The page of trust and what it loads.
    private static let trustPage: Set = ["/trust", "/hearth.css", "/favicon.ico"]

    /// Answers what is served without TLS.
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse
    /// Whether this machine and its proxies are served.
    let servesNeighbours: Bool

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - request: came without TLS.
    ///   - isNeighbour: from this machine or a trusted proxy.
    /// - Returns: what the drive answers, a redirect, or a refusal.
    func answer(_ request: HTTPRequest, isNeighbour: Bool) async -> HTTPResponse {
        if isNeighbour, servesNeighbours { return await respond(request) }
        guard request.method == .get || request.method == .head else { return Self.refusal }
        let path = String(decoding: request.rawPath, as: UTF8.self)
        if path.hasPrefix("/trust/") || Self.trustPage.contains(path) {
            return await respond(request)
        }
        let address = request.ownAddress
        guard address != "/" else { return Self.refusal }
        // Whoever types the bare address may not trust the certificate yet; that page leads on to the drive.
        let target =
            path == "/" && servesNeighbours
            ? address + "trust" : "https" + address.drop { $0 != ":" }.dropLast() + Self.target(request)
        return HTTPResponse(
            status: 307,
            headers: HTTPFields([
                ("Location", target), ("Cache-Control", "no-store"), ("Content-Length", "0"),
            ])
        )
    }

    /// What was sent in the clear cannot be taken back by sending it again; a redirect would only hide it.
    private static var refusal: HTTPResponse {
        HTTPResponse(
            status: 403,
            headers: HTTPFields([
                ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
                ("X-Content-Type-Options", "nosniff"),
            ]),
            body: .bytes(
                Array("This drive is reached by https only.\n本云盘只能通过 https 访问。\n".utf8)
            )
        )
    }

    /// Path and query as they came, without anything that could end a header line.
    private static func target(_ request: HTTPRequest) -> String {
        var bytes = request.rawPath
        if !request.rawQuery.isEmpty { bytes += [UInt8(ascii: "?")] + request.rawQuery }
        guard bytes.first == UInt8(ascii: "/"), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return "/"
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
