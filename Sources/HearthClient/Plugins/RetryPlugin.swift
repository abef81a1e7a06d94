/// Repeats failed calls that may be repeated, with a growing wait.
public struct RetryPlugin: Plugin {
    private let policy: RetryPolicy
    private let random: @Sendable () -> Double

    /// Takes a policy, and what its jitter is drawn from.
    public init(
        _ policy: RetryPolicy = RetryPolicy(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.policy = policy
        self.random = random
    }

    /// As the policy says, for failures that may pass.
    public func retryDelay(after error: ClientError, for target: TargetInfo) async -> Double? {
        guard error.isRetryable else { return nil }
        return policy.delay(afterAttempt: target.attempt, asked: error.retryAfter, chance: random())
    }
}
