#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The device's own clocks; never compared with a server's.
///
/// What a server says in seconds is measured as time that has passed since its reply.
public struct ClientClock: Sendable {
    /// Seconds since 1970, as the device has them; may jump.
    ///
    /// For times that outlive the process.
    public var wall: @Sendable () -> Double
    /// Seconds since some moment, also while the device sleeps; never jumps.
    public var elapsed: @Sendable () -> Double
    /// Waits for some seconds.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (_ seconds: Double) async throws -> Void

    /// Takes the parts as they are.
    public init(
        wall: @escaping @Sendable () -> Double,
        elapsed: @escaping @Sendable () -> Double,
        sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void
    ) {
        self.wall = wall
        self.elapsed = elapsed
        self.sleep = sleep
    }

    /// The device's clocks.
    public static let system: ClientClock = {
        let origin = ContinuousClock.now
        return ClientClock(
            wall: { Date().timeIntervalSince1970 },
            elapsed: { (ContinuousClock.now - origin) / .seconds(1) },
            sleep: { try await Task.sleep(for: .seconds($0)) }
        )
    }()
}
