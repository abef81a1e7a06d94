import HearthHTTP

/// How devices come to trust the certificate that a home makes for itself.
struct TrustRoutes: RouteGroup {
    /// What they need; nil while there is no such certificate in use.
    let trust: @Sendable () -> TrustMaterial?

    var routes: [Route] {
        [
            Route(.get, "/trust", access: .open, name: "trustPage", summary: "How devices trust this drive") {
                request in
                let address = request.ownAddress
                guard let material = trust() else {
                    return Reply.page(TrustPage.nothing, status: 404)
                }
                let secure = address.hasPrefix("http:") ? "https" + address.dropFirst(4) : address
                return Reply.page(TrustPage.text(material, drive: secure))
            },
            file("pem", "The home's authority in PEM", "hearth-ca.pem", "application/x-pem-file", \.pem),
            file("der", "The home's authority in DER", "hearth-ca.crt", "application/x-x509-ca-cert", \.der),
            file(
                "profile",
                "The home's authority as a profile for Apple's systems",
                "hearth.mobileconfig",
                "application/x-apple-aspen-config",
                \.mobileConfiguration
            ),
        ]
    }

    private func file(
        _ name: String,
        _ summary: String,
        _ path: String,
        _ type: String,
        _ content: any KeyPath<TrustMaterial, [UInt8]> & Sendable
    ) -> Route {
        Route(.get, "/trust/\(path)", access: .open, name: "trust-\(name)", summary: summary) { _ in
            guard let material = trust() else { return Reply.page(TrustPage.nothing, status: 404) }
            let headers = HTTPFields([
                ("Content-Type", type), ("Content-Disposition", "attachment; filename=\"\(path)\""),
                ("Cache-Control", "no-cache"), ("X-Content-Type-Options", "nosniff"),
            ])
            return HTTPResponse(
                status: 200,
                headers: headers,
                body: .bytes(material[keyPath: content])
            )
        }
    }
}
