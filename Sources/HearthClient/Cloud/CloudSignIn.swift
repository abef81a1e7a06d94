/// Signs in through the cloud: telephone number and password give the person's homes with their tokens (contract, 13.5).
public struct CloudSignIn: Sendable {
    private let transport: any Transport
    private let configuration: ProviderConfiguration

    /// Takes what carries the calls.
    public init(transport: any Transport, configuration: ProviderConfiguration = ProviderConfiguration()) {
        self.transport = transport
        self.configuration = configuration
    }

    /// Signs in; keeps nothing.
    ///
    /// - Parameters:
    ///   - cloud: the cloud's address, `https`.
    ///   - trust: how the cloud proves who it is.
    ///   - channelTrust: how the hosts of its channels do.
    ///   - phone: the account's telephone number.
    ///   - password: goes to the cloud alone.
    /// - Returns: every home of the account. Where there are several the person chooses; their addresses at home are not
    ///   known yet.
    /// - Throws: `.noHomes`; `.server` with the cloud's code.
    public func signIn(
        to cloud: ServerAddress,
        trust: ServerTrust = .system,
        channelTrust: ServerTrust = .system,
        phone: String,
        password: String
    ) async throws(SessionError) -> [NewArea] {
        guard cloud.scheme == "https" || cloud.isLoopback else {
            throw SessionError(.badURL(cloud.description))
        }
        let signedIn: [NewArea]
        do throws(ClientError) {
            let login = try await provider(cloud, trust, session: nil).request(
                CloudLogin(phone: phone, password: password)
            )
            let homes = try await provider(cloud, trust, session: login.session).request(
                CloudHomes(userID: login.userID)
            )
            let account = CloudAccount(
                url: cloud.description,
                userID: login.userID,
                phone: login.phone,
                trust: trust,
                channelTrust: channelTrust
            )
            signedIn = homes.map { home in
                NewArea(
                    area: Area(
                        homeID: home.id,
                        alias: "",
                        name: home.name,
                        lanURL: nil,
                        nickname: login.nickname,
                        userID: home.userID,
                        cloud: account,
                        family: .wangpan
                    ),
                    token: home.token,
                    cloudSession: login.session
                )
            }
            if signedIn.isEmpty {
                try? await provider(cloud, trust, session: login.session).request(CloudLogout())
            }
        } catch {
            throw SessionError(error)
        }
        guard !signedIn.isEmpty else { throw SessionError(.noHomes) }
        return signedIn
    }

    private func provider(_ cloud: ServerAddress, _ trust: ServerTrust, session: String?) -> Provider {
        Provider(
            endpoint: CloudEndpoint(url: cloud.description, trust: trust, session: session),
            transport: transport,
            configuration: configuration
        )
    }
}

/// The cloud's address and session; no home is involved.
struct CloudEndpoint: EndpointSource {
    let url: String
    let trust: ServerTrust
    let session: String?

    /// The cloud alone.
    func endpoint(for base: TargetBase) async throws(ClientError) -> Endpoint {
        guard base == .cloud else { throw ClientError(.signedOut) }
        return Endpoint(
            host: url,
            for: .cloud,
            trust: trust,
            cookie: session.map(CloudCookie.header),
            channel: .cloud
        )
    }
}
