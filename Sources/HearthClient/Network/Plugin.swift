/// Sees every request before it is sent and every reply after; all hooks have defaults that do nothing.
///
/// Plugins are asked in the order of the provider's list.
public protocol Plugin: Sendable {
    /// Changes a request; throwing fails the call without sending.
    func prepare(_ request: inout TransportRequest, for target: TargetInfo) async throws(ClientError)

    /// Is told just before a request is sent.
    func willSend(_ request: TransportRequest, for target: TargetInfo) async

    /// Is told what came of an attempt, before anything else looks at it.
    func didReceive(_ result: Result<ProviderReply, ClientError>, for target: TargetInfo) async

    /// Changes what came of an attempt.
    func process(
        _ result: Result<ProviderReply, ClientError>,
        for target: TargetInfo
    ) async -> Result<ProviderReply, ClientError>

    /// Decides whether a failed attempt is repeated.
    ///
    /// - Returns: the seconds to wait before it; nil where this plugin has no opinion.
    func retryDelay(after error: ClientError, for target: TargetInfo) async -> Double?

    /// Is told when a call has ended, after all its attempts.
    func didFinish(_ error: ClientError?, for target: TargetInfo) async
}

extension Plugin {
    /// Changes nothing.
    public func prepare(_ request: inout TransportRequest, for target: TargetInfo) async throws(ClientError) {
    }
    /// Does nothing.
    public func willSend(_ request: TransportRequest, for target: TargetInfo) async {}
    /// Does nothing.
    public func didReceive(_ result: Result<ProviderReply, ClientError>, for target: TargetInfo) async {}
    /// Changes nothing.
    public func process(
        _ result: Result<ProviderReply, ClientError>,
        for target: TargetInfo
    ) async -> Result<ProviderReply, ClientError> { result }
    /// Has no opinion.
    public func retryDelay(after error: ClientError, for target: TargetInfo) async -> Double? { nil }
    /// Does nothing.
    public func didFinish(_ error: ClientError?, for target: TargetInfo) async {}
}
