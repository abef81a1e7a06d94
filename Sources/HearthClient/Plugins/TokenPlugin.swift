/// Adds what proves who asks: `scope-token` and `Area-ID` for a home, the cookie for the cloud (contract, 1.3).
public struct TokenPlugin: Plugin {
    /// Makes one.
    public init() {}

    /// Adds the headers that the endpoint knows; those that the target set itself stay.
    public func prepare(_ request: inout TransportRequest, for target: TargetInfo) async throws(ClientError) {
        let endpoint = target.endpoint
        func set(_ name: String, _ value: String?) {
            if let value, request.headers[name] == nil { request.headers[name] = value }
        }
        set("scope-token", endpoint.token)
        set("Area-ID", endpoint.areaID)
        set("Cookie", endpoint.cookie)
    }
}
