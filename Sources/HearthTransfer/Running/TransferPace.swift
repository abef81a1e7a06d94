import HearthClient

/// Lets all requests of the transfers share one bandwidth.
struct PacePlugin: Plugin {
    let budget: BandwidthBudget?

    func prepare(_ request: inout TransportRequest, for target: TargetInfo) async throws(ClientError) {
        guard let budget else { return }
        request.budget = budget
        // What is slow on purpose is not idle.
        request.totalTimeout = nil
    }
}
