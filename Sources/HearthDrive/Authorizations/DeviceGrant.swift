/// What a device without a browser is told when it asks for authorisation (RFC 8628, section 3.2).
package struct DeviceGrant: Sendable {
    /// What it polls with: 43 characters, 256 random bits, readable this once.
    package let deviceCode: String
    /// What the person types.
    package let userCode: UserCode
    /// Seconds until nobody can answer any more.
    package let expiresIn: Int64
    /// Seconds to wait between two polls.
    package let interval: Int64
}

/// A device whose question can be answered.
package struct WaitingDevice: Sendable, Hashable {
    /// The row.
    let id: Int
    /// Which program asks.
    package let client: OAuthClient
    /// What it calls itself.
    package let clientName: String
}
