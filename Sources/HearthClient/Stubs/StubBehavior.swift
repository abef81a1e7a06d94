/// Whether a provider answers calls by itself.
public enum StubBehavior: Sendable {
    /// Every call goes to the network.
    case never
    /// Every target that has a sample gets it at once; others go to the network.
    case immediate
    /// The same, after so many seconds.
    case delayed(seconds: Double)
    /// As the closure says for each call; nil goes to the network.
    case each(@Sendable (TargetInfo) -> Stub?)

    /// What one call gets.
    public struct Stub: Sendable {
        /// Nil is the target's sample.
        public var response: StubResponse?
        /// Seconds before it.
        public var delay: Double

        /// Takes both as they are.
        public init(_ response: StubResponse? = nil, delay: Double = 0) {
            self.response = response
            self.delay = delay
        }
    }

    func stub(for target: TargetInfo, sample: StubResponse?) -> (response: StubResponse, delay: Double)? {
        switch self {
        case .never: nil
        case .immediate: sample.map { ($0, 0) }
        case .delayed(let seconds): sample.map { ($0, seconds) }
        case .each(let closure):
            closure(target).flatMap { stub in (stub.response ?? sample).map { ($0, stub.delay) } }
        }
    }
}
