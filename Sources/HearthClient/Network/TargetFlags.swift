/// What plugins of an app read from a target: how its user interface goes along with the request.
public struct TargetFlags: OptionSet, Sendable, Hashable {
    /// The bits; the upper 16 are free for apps.
    public let rawValue: UInt32

    /// Takes the bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The app shows that something is under way.
    public static let showsProgress = TargetFlags(rawValue: 1 << 0)
    /// The app takes no input meanwhile.
    public static let blocksInput = TargetFlags(rawValue: 1 << 1)
    /// The app says nothing about a failure: it is expected, or handled where the request was made.
    public static let isSilent = TargetFlags(rawValue: 1 << 2)
    /// May be repeated although its method is POST or PATCH.
    public static let isIdempotent = TargetFlags(rawValue: 1 << 3)
    /// Is never repeated, whatever its method.
    public static let isSentOnce = TargetFlags(rawValue: 1 << 4)
}
