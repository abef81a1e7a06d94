import HearthWire

/// Signs in on a device without a browser: the person types a short code on another one (RFC 8628).
public struct DeviceSignIn: Sendable {
    /// What the person is to do.
    public struct Attempt: Sendable {
        /// What is typed in.
        public let userCode: String
        /// Where.
        public let verificationURL: String
        /// The same with the code in it, for a QR code; nil where the server does not offer it.
        public let completeURL: String?
        /// Seconds that there are.
        public let lifetime: Double
        let interval: Double
        let deviceCode: String
        let address: ServerAddress
        let trust: ServerTrust
        let token: String
        let begun: Double
    }

    private static let grantType = "urn:ietf:params:oauth:grant-type:device_code"

    private let transport: any Transport
    private let clientID: String
    private let clientName: String
    private let clock: ClientClock

    /// Takes what carries the calls.
    ///
    /// - Parameters:
    ///   - transport: carries the calls.
    ///   - clientID: `hearth-cli`, for one.
    ///   - clientName: what the page of consent and the list of sessions call this device; may be empty.
    ///   - clock: measures the code's life and the waits.
    public init(
        transport: any Transport,
        clientID: String,
        clientName: String = "",
        clock: ClientClock = .system
    ) {
        self.transport = transport
        self.clientID = clientID
        self.clientName = clientName
        self.clock = clock
    }

    /// Begins an attempt.
    ///
    /// - Throws: `.notADrive` where this is not offered; `.authorization` with the server's error code.
    public func begin(at address: ServerAddress, trust: ServerTrust) async throws(SessionError) -> Attempt {
        let call = DirectCall(transport: transport, trust: trust)
        let metadata = try await OAuthMetadata.read(address, call)
        guard let device = metadata.device else { throw SessionError(.notADrive) }
        var form = [("client_id", clientID)]
        if !clientName.isEmpty { form.append(("client_name", clientName)) }
        let begun = clock.elapsed()
        let reply = try await call.post(device, form: form)
        if let code = reply.json?["error"]?.string {
            throw SessionError(
                .authorization(code: code, detail: reply.json?["error_description"]?.string ?? "")
            )
        }
        guard let json = reply.json, let deviceCode = json["device_code"]?.string,
            let userCode = json["user_code"]?.string, let url = json["verification_uri"]?.string
        else { throw SessionError(.notADrive) }
        return Attempt(
            userCode: userCode,
            verificationURL: url,
            completeURL: json["verification_uri_complete"]?.string,
            // A day at most: no wait is longer than this, and a longer one may be more than a clock can wait for.
            lifetime: min(json["expires_in"]?.double ?? 600, 86_400),
            // Section 3.2: 5 when the server does not say.
            interval: max(json["interval"]?.double ?? 5, 1),
            deviceCode: deviceCode,
            address: address,
            trust: trust,
            token: metadata.token,
            begun: begun
        )
    }

    /// Asks, no more often than it may, until the person has answered.
    ///
    /// A connection that breaks is tried again after a longer wait (section 3.5).
    ///
    /// - Parameters:
    ///   - attempt: from ``begin(at:trust:)``.
    ///   - alias: a wish for the home's short name; empty for one made of the home's name.
    /// - Returns: the home, the person and the token.
    /// - Throws: `.denied`, `.expired`, `.cancelled`; `.transport` for what no waiting mends.
    public func finish(_ attempt: Attempt, alias: String = "") async throws(SessionError) -> NewArea {
        let granted = try await poll(attempt)
        // The code is used up: a connection that breaks now must not cost the person another one.
        var failures = 0
        while true {
            do throws(SessionError) {
                return try await granted.signedIn(attempt.address, attempt.trust, transport, alias: alias)
            } catch {
                guard case .transport(let cause) = error.kind, cause.isTransient, failures < 4 else {
                    throw error
                }
                failures += 1
                do { try await clock.sleep(attempt.interval) } catch { throw SessionError(.cancelled) }
            }
        }
    }

    private func poll(_ attempt: Attempt) async throws(SessionError) -> OAuthToken.Granted {
        let call = DirectCall(transport: transport, trust: attempt.trust)
        var interval = attempt.interval
        var failures = 0
        while true {
            let wait = interval * Double(1 << min(failures, 4))
            guard clock.elapsed() + wait - attempt.begun < attempt.lifetime else {
                throw SessionError(.expired)
            }
            do { try await clock.sleep(wait) } catch { throw SessionError(.cancelled) }
            do throws(SessionError) {
                return try await OAuthToken.ask(
                    attempt.token,
                    [
                        ("grant_type", Self.grantType), ("device_code", attempt.deviceCode),
                        ("client_id", clientID),
                    ],
                    call
                )
            } catch {
                switch error.kind {
                case .authorization("authorization_pending", _): failures = 0
                case .authorization("slow_down", _):
                    failures = 0
                    interval += 5
                case .authorization("temporarily_unavailable", _): failures += 1
                case .authorization("access_denied", _): throw SessionError(.denied)
                case .authorization("expired_token", _): throw SessionError(.expired)
                case .transport(let cause) where cause.isTransient: failures += 1
                case .http(let status) where status >= 500 || status == 429: failures += 1
                default: throw error
                }
            }
        }
    }
}
