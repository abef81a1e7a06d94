import HearthDrive
import HearthHTTP
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire

/// What an error becomes on the wire: a code of the contract and, where it counts, a status of its own.
struct Failure {
    var code: WireCode
    var argument: String?
    var retryAfter: Int64?
    /// Set by failures of HTTP itself, which keep their status on every base.
    var ownStatus: Int?
    var allow: [HTTPMethod] = []
    /// The same in the words of OAuth, when it was said in them.
    var oauth: OAuthError?
    /// Worth a line in the log: nobody but the operator can mend it.
    var isUnexpected = false

    /// Translates an error of any layer.
    init(_ error: any Error) {
        switch error {
        case let error as DriveError: self.init(drive: error)
        case let error as OAuthError:
            self.init(code: .badRequest)
            oauth = error
            ownStatus = StatusTable.status(of: error.code)
        case let error as StorageError: self.init(drive: DriveError(error))
        case let error as HTTPError: self.init(http: error)
        case let error as JSONError: self.init(code: .badRequest, argument: error.message)
        case let error as SQLError where error.code == .full: self.init(code: .noSpace)
        case let error as SQLError where error.code == .busy: self.init(code: .busy)
        default: self.init(code: .internalError, isUnexpected: true)
        }
    }

    private init(code: WireCode, argument: String? = nil, isUnexpected: Bool = false) {
        self.code = code
        self.argument = argument
        self.isUnexpected = isUnexpected
    }

    private init(drive error: DriveError) {
        code = error.code
        argument = error.argument
        retryAfter = error.retryAfter
        isUnexpected = error.code == .internalError
    }

    private init(http error: HTTPError) {
        switch error.code {
        case .notFound:
            code = .notFound
            ownStatus = 404
        case .methodNotAllowed:
            code = .methodNotAllowed
            ownStatus = 405
            allow = error.allow
        case .preconditionFailed: code = .preconditionFailed
        case .unsupportedMediaType: code = .unsupportedMediaType
        case .timeout:
            code = .timedOut
            ownStatus = error.code.status
        case .bodyTooLarge, .headerTooLarge:
            code = .requestTooLarge
            ownStatus = error.code.status
        case .busy, .shuttingDown:
            code = .busy
            ownStatus = error.code.status
            retryAfter = 5
        case .badRequest: code = .badRequest
        case .expectationFailed, .notImplemented, .versionNotSupported:
            code = .badRequest
            ownStatus = error.code.status
        case .io:
            code = .internalError
            isUnexpected = true
        default: code = .badRequest
        }
    }

    /// The reply, as the request's base wants it; without a request (framing) the true status.
    func response(to request: HTTPRequest?) -> HTTPResponse {
        var response = self.body(for: request)
        if let retryAfter { response.headers.set("Retry-After", String(retryAfter)) }
        if !allow.isEmpty { response.headers.set("Allow", allow.map(\.rawValue).joined(separator: ", ")) }
        return response
    }

    private func body(for request: HTTPRequest?) -> HTTPResponse {
        switch request.flatMap(OAuthPlace.init) {
        case .program: return oauthReply(to: request)
        case .page: return page(for: request)
        case nil: return envelope(for: request)
        }
    }

    private func envelope(for request: HTTPRequest?) -> HTTPResponse {
        let base = request.flatMap(APIBase.init)
        let language = WireLanguage(
            acceptLanguage: request?.headers["Accept-Language"],
            fallback: base?.fallbackLanguage ?? .english
        )
        let hidesStatus = base.map { !$0.usesTrueStatus } ?? false
        let status = ownStatus ?? (hidesStatus ? 200 : StatusTable.status(of: code))
        var response = Reply.json(
            Envelope.failure(code: code, reason: code.reason(language, argument: argument)),
            status: status
        )
        if hidesStatus, let request, Failure.isDownload(request) {
            // Old clients get 200; new ones can tell an error from a JSON file.
            response.headers.set("Hearth-Status", String(code.rawValue))
        }
        if status == 401, request?.headers.contains("Authorization") == true {
            response.headers.set("WWW-Authenticate", "Bearer")
        }
        return response
    }

    private static func isDownload(_ request: HTTPRequest) -> Bool {
        String(decoding: request.rawPath.prefix(64), as: UTF8.self).contains("/download")
    }
}
