/// A request line and header section that passed every check.
struct RequestHead: Sendable {
    let method: HTTPMethod
    let path: [UInt8]
    let query: [UInt8]
    let fields: HTTPFields
    /// HTTP/1.1 rather than 1.0.
    let isVersion11: Bool
    /// Bytes of the body; 0 without one, nil when it comes in chunks.
    let bodyLength: Int64?
    /// The client waits for `100 Continue` before it sends the body.
    let expectsContinue: Bool
    /// The client lets the connection stay open.
    let allowsKeepAlive: Bool

    /// True when there is nothing to read behind the head.
    var hasNoBody: Bool { bodyLength == 0 }
}
