import HearthCrypto
import HearthDrive
import HearthSQL

/// What a program sends, with what it keeps to itself.
struct AskingProgram {
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    /// Of ``verifier``: the pair of RFC 7636, appendix B.
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let redirect = "http://127.0.0.1:54321/callback"

    /// The query of a good request; nil takes a parameter away.
    static func parameters(_ changes: [String: String?] = [:]) -> OAuthParameters {
        var all: [String: String?] = [
            "response_type": "code", "client_id": "hearth-cli", "redirect_uri": redirect,
            "code_challenge": challenge, "code_challenge_method": "S256", "state": "a state",
        ]
        all.merge(changes) { _, new in new }
        return OAuthParameters(
            all.compactMap { name, value in value.map { (Array(name.utf8), Array($0.utf8)) } }
        )
    }

    static func request(_ changes: [String: String?] = [:]) throws -> AuthorizationRequest {
        let parameters = parameters(changes)
        return try AuthorizationRequest(parameters, to: AnswerAddress(parameters))
    }
}

extension DriveFixture {
    /// The code of a request that the owner allowed.
    func allowed(_ request: AuthorizationRequest) async throws -> String {
        try await drive.authorizations.allow(
            request,
            accountName: "owner",
            password: Self.password,
            address: "10.0.0.5"
        )
    }

    func redeem(
        _ code: String,
        verifier: String = AskingProgram.verifier,
        redirect: String = AskingProgram.redirect,
        client: OAuthClient = .commandLine
    ) async throws -> IssuedToken {
        try await drive.authorizations.redeem(
            code: code,
            verifier: verifier,
            redirect: redirect,
            client: client
        )
    }

    /// A device that the owner let in.
    func allowedDevice() async throws -> DeviceGrant {
        let grant = try await drive.authorizations.start(.commandLine, clientName: "TV", address: "10.0.0.9")
        let device = try await drive.authorizations.device(showing: grant.userCode, address: "10.0.0.5")
        guard case .device(let id)? = device.map({ Consent($0).subject }) else { return grant }
        _ = try await drive.authorizations.allow(
            device: id,
            accountName: "owner",
            password: Self.password,
            address: "10.0.0.5"
        )
        return grant
    }

    func poll(_ grant: DeviceGrant, client: OAuthClient = .commandLine) async throws -> IssuedToken {
        try await drive.authorizations.poll(deviceCode: grant.deviceCode, client: client)
    }

    /// How many rows a table has.
    func count(_ table: String) async throws -> Int64 {
        try await database.read { try $0.first("SELECT count(*) FROM \(table)").map { try $0.int(0) } ?? -1 }
    }
}

/// Runs `body` and returns the word of OAuth that it fails with; nil for success.
func refusal(_ body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch let error as OAuthError {
        return error.code.rawValue
    } catch {
        return "\(error)"
    }
}

/// `code(_:)` where a variable has that name.
func failureCode(_ body: () async throws -> Void) async -> Int? { await code(body) }
