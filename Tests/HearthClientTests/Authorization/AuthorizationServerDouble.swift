import HearthClient
import HearthWire
import Synchronization

/// A home with an authorisation server, without a network.
final class AuthorizationServerDouble: Sendable {
    static let url = "https://home.example"

    /// What the token endpoint says, one after the other; the last one again and again.
    let tokenReplies: Mutex<[StubResponse]>
    let metadata = Mutex(
        #"{"issuer":"\#(url)","authorization_endpoint":"\#(url)/oauth/authorize","token_endpoint":"\#(url)/oauth/token","#
            + #""device_authorization_endpoint":"\#(url)/oauth/device_authorization","#
            + #""authorization_response_iss_parameter_supported":true}"#
    )
    /// How many questions about the person are cut off first.
    let breaks = Mutex(0)
    let transport: StubTransport

    init(_ tokenReplies: [StubResponse]) {
        let box = Box()
        self.tokenReplies = Mutex(tokenReplies)
        transport = StubTransport { request throws(TransportError) in
            guard let server = box.server.withLock({ $0 }) else { throw TransportError(.unreachable) }
            return server.answer(request)
        }
        box.server.withLock { $0 = self }
    }

    private final class Box: Sendable {
        let server = Mutex<AuthorizationServerDouble?>(nil)
    }

    static let granted = StubResponse.json(
        #"{"access_token":"tok","token_type":"Bearer","expires_in":2592000,"user":{"user_id":3,"account_name":"ann"}}"#
    )

    static func refused(_ code: String) -> StubResponse { .json(#"{"error":"\#(code)"}"#, status: 400) }

    /// The forms that the token endpoint got.
    var forms: [[String: String]] {
        transport.requests.filter { $0.url.hasSuffix("/oauth/token") }.map { request in
            guard case .bytes(let bytes) = request.body else { return [:] }
            return Self.form(String(decoding: bytes, as: UTF8.self))
        }
    }

    static func form(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") })
    }

    private func answer(_ request: TransportRequest) -> StubResponse {
        let path = String(request.url.dropFirst(Self.url.count))
        let isCut = breaks.withLock { breaks in
            guard breaks > 0, path.hasPrefix("/api/users") else { return false }
            breaks -= 1
            return true
        }
        if isCut { return .failure(TransportError(.interrupted)) }
        switch path {
        case "/.well-known/oauth-authorization-server": return .json(metadata.withLock { $0 })
        case "/oauth/device_authorization":
            return .json(
                #"{"device_code":"dev","user_code":"WDJB-MJHT","verification_uri":"\#(Self.url)/device","#
                    + #""expires_in":600,"interval":5}"#
            )
        case "/oauth/token":
            return tokenReplies.withLock { replies in
                replies.count > 1 ? replies.removeFirst() : replies.first ?? .json("{}", status: 500)
            }
        case "/api/users": return .data(#"{"users":[{"user_id":1},{"user_id":3}]}"#)
        case "/api/users/3", "/api/users/1":
            let isSelf = path.hasSuffix("3")
            return .data(
                #"{"user_id":\#(isSelf ? 3 : 1),"nickname":"Ann","is_self":\#(isSelf),"is_owner":true,"#
                    + #""area":{"id":"77","name":"Family"}}"#
            )
        case "/api/v1/health": return .data(#"{"health":"ok"}"#)
        case "/api/v1/sessions":
            guard case .bytes(let bytes) = request.body,
                String(decoding: bytes, as: UTF8.self).contains(#""password":"right""#)
            else { return .refusal(.wrongPassword, status: 401) }
            return .data(#"{"token":"tok","expires_in":1,"user":{"user_id":3,"account_name":"ann"}}"#)
        default: return .json("nothing here", status: 404)
        }
    }
}
