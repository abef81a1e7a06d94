/// What one client may take of the server; every value is a configuration key.
package struct HTTPLimits: Sendable {
    /// Bytes of a request line and header section; more is answered with 431.
    package var headerBytes = 16 << 10
    /// Header fields of a request; more is answered with 431.
    package var headerFields = 100
    /// From the first byte of a header section (of a new connection: from its acceptance) to the last.
    package var headerTime: Duration = .seconds(15)
    /// How long a connection may wait between two requests.
    package var idleTime: Duration = .seconds(60)
    /// How long a body may make no progress at all.
    package var bodyIdleTime: Duration = .seconds(60)
    /// The least mean rate of a body over ``bodyRateWindow``, in bytes per second.
    package var bodyRate = 256
    /// Over how much time spent waiting for the client the rate is taken.
    package var bodyRateWindow: Duration = .seconds(120)
    /// Chunk sizes, extensions and line ends without a body byte between them, and the trailer section.
    package var chunkFramingBytes = 16 << 10
    /// How long a client may take no byte of an answer.
    package var writeStallTime: Duration = .seconds(60)
    /// Unread body bytes that are read away to keep a connection.
    package var drainBytes = 256 << 10
    /// How long a closing connection waits for bytes to read away, so that the last answer is not lost to a reset;
    /// a client that goes on sending is read for eight times as long.
    package var lingerTime: Duration = .seconds(2)
    /// Connections in all.
    package var connections = 4096
    /// Connections of one address (IPv6: of one /64); loopback and trusted proxies are exempt.
    package var connectionsPerAddress = 512

    /// The defaults.
    package init() {}
}

/// The limits in the units the engine counts in.
struct EngineLimits: Sendable {
    let headerBytes: Int
    let headerFields: Int
    let chunkFramingBytes: Int
    let drainBytes: Int
    let headerTime: Int64
    let idleTime: Int64
    let bodyIdleTime: Int64
    let bodyRateWindow: Int64
    /// Bytes a window must bring.
    let bodyRateBytes: Int64
    let writeStallTime: Int64
    let lingerTime: Int64

    init(_ limits: HTTPLimits) {
        headerBytes = max(256, limits.headerBytes)
        headerFields = max(1, limits.headerFields)
        chunkFramingBytes = max(64, limits.chunkFramingBytes)
        drainBytes = max(0, limits.drainBytes)
        headerTime = Self.milliseconds(limits.headerTime)
        idleTime = Self.milliseconds(limits.idleTime)
        bodyIdleTime = Self.milliseconds(limits.bodyIdleTime)
        bodyRateWindow = Self.milliseconds(limits.bodyRateWindow)
        bodyRateBytes = bodyRateWindow * Int64(max(0, limits.bodyRate)) / 1000
        writeStallTime = Self.milliseconds(limits.writeStallTime)
        lingerTime = Self.milliseconds(limits.lingerTime)
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        guard seconds < 10_000_000_000 else { return 10_000_000_000_000 }
        return max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
