import Synchronization

/// Counts connections, in all and by address.
final class Admission: Sendable {
    private struct State {
        var total = 0
        var byAddress: [SocketAddress: Int] = [:]
    }

    private let state = Mutex(State())
    private let total: Int
    private let perAddress: Int
    private let proxies: [AddressRange]

    init(limits: HTTPLimits, proxies: [AddressRange]) {
        total = limits.connections
        perAddress = limits.connectionsPerAddress
        self.proxies = proxies
    }

    /// Counts a connection in, unless a limit is reached.
    func admit(_ address: SocketAddress) -> Bool {
        let isCounted = isCounted(address)
        return state.withLock { state in
            guard state.total < total else { return false }
            if isCounted {
                let present = state.byAddress[address.countingKey, default: 0]
                guard present < perAddress else { return false }
                state.byAddress[address.countingKey] = present + 1
            }
            state.total += 1
            return true
        }
    }

    /// Counts an admitted connection out.
    func leave(_ address: SocketAddress) {
        let isCounted = isCounted(address)
        state.withLock { state in
            state.total -= 1
            guard isCounted, let present = state.byAddress[address.countingKey] else { return }
            state.byAddress[address.countingKey] = present > 1 ? present - 1 : nil
        }
    }

    private func isCounted(_ address: SocketAddress) -> Bool {
        !address.isLoopback && !proxies.contains { $0.contains(address) }
    }
}
