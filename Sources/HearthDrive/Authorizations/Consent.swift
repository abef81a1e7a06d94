import HearthSQL

/// A question that stands on a page and waits for its answer.
package struct Consent: Sendable, Hashable {
    /// What is to happen when the person allows it.
    package enum Subject: Sendable, Hashable {
        /// A code goes to where the request says.
        case code(AuthorizationRequest)
        /// The device with that row gets a token.
        case device(Int)
    }

    /// Which program asks.
    package let client: OAuthClient
    /// What it calls itself.
    package let clientName: String
    /// What it asks for.
    package let subject: Subject

    /// The question that a program asks by a browser.
    package init(_ request: AuthorizationRequest) {
        client = request.client
        clientName = request.clientName
        subject = .code(request)
    }

    /// The question that a device asks.
    package init(_ device: WaitingDevice) {
        client = device.client
        clientName = device.clientName
        subject = .device(device.id)
    }

    static let columns = "client, client_name, device, redirect, challenge, state"

    /// Nil when the row is of a client that there is no more.
    init?(row: SQLRow) throws {
        guard let client = OAuthClient.named(try row.text(0)) else { return nil }
        self.client = client
        clientName = try row.text(1)
        if let device = try row.optionalInt(2) {
            subject = .device(Int(device))
            return
        }
        guard let redirect = try? RedirectAddress(try row.text(3), of: client) else { return nil }
        subject = .code(
            AuthorizationRequest(
                client: client,
                clientName: clientName,
                redirect: redirect,
                challenge: CodeChallenge(digest: try row.blob(4)),
                state: try row.optionalText(5)
            )
        )
    }
}
