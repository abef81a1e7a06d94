import HearthClient
import Testing

extension Transport {
    /// Sends and reads everything.
    func whole(_ request: TransportRequest) async throws(TransportError) -> (TransportResponse.Head, [UInt8])
    {
        let response = try await send(request)
        return (response.head, try await response.body.all())
    }

    /// The failure of a request, its body included; nil when it succeeds.
    func failure(_ request: TransportRequest) async -> TransportError? {
        do {
            _ = try await whole(request)
            return nil
        } catch {
            return error
        }
    }
}
