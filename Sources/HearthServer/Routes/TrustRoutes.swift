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
            file("trustPEM", "The home's authority in PEM", "hearth-ca.pem", "application/x-pem-file", \.pem),
            file(
                "trustDER",
                "The home's authority in DER",
                "hearth-ca.crt",
                "application/x-x509-ca-cert",
                \.der
            ),
            file(
                "trustProfile",
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
        Route(.get, "/trust/\(path)", access: .open, name: name, summary: summary) { _ in
            guard let material = trust() else { return Reply.page(TrustPage.nothing, status: 404) }
            // Without a disposition: phones open what they know by its type, and save what is an attachment.
            let headers = HTTPFields([
                ("Content-Type", type), ("Cache-Control", "no-cache"), ("X-Content-Type-Options", "nosniff"),
            ])
            return HTTPResponse(
                status: 200,
                headers: headers,
                body: .bytes(material[keyPath: content])
            )
        }
    }
}
