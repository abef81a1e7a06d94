import HearthClient
import HearthTesting
import HearthWire
import Synchronization

/// A drive in memory behind a transport: enough of `/api/v1` for transfers, and faults on demand.
final class FakeDrive: Transport {
    /// What goes wrong with a request.
    enum Fault: Sendable {
        /// It never arrives.
        case refuse(TransportError.Kind)
        /// It arrives, works, and its reply is lost.
        case loseReply
        /// A download breaks off after so many bytes of its body.
        case cut(after: Int)
        /// The server refuses with this code.
        case code(WireCode, status: Int)
        /// It waits for something first, and then works.
        case hold(@Sendable () async -> Void)
        /// A page of some gateway.
        case gateway(Int)
    }

    struct File: Sendable {
        var bytes: [UInt8]
        var version: Int
        var modified: Int64
        var isDigestKnown = true
        var isYoung = false
        var hasTag = true
    }

    struct Upload: Sendable {
        var path: String
        var size: Int64?
        var conflict: String
        var modified: Int64?
        var chunks: [Int: [UInt8]] = [:]
        var result: String?
    }

    struct State: Sendable {
        var files: [String: File] = [:]
        var directories: Set<String> = []
        var uploads: [String: Upload] = [:]
        var nextID = 1
        var requests: [String] = []
        var chunkBytes = 0
        var version = 1
        var token: String?
    }

    let state = Mutex(State())
    /// A type of its own: a function that lies in a lock by itself is wrapped once more with every look.
    private struct Faults {
        var make: (@Sendable (String) -> Fault?)?
    }

    private let fault = Mutex(Faults())

    /// Called with `METHOD /path` before each request; what it gives goes wrong.
    func setFault(_ make: (@Sendable (String) -> Fault?)?) { fault.withLock { $0.make = make } }

    /// What lies at a path below `/s/1`.
    func bytes(_ path: String) -> [UInt8]? { state.withLock { $0.files["/s/1/" + path]?.bytes } }

    /// Puts a file there, as another client would.
    func put(_ path: String, _ bytes: [UInt8], isDigestKnown: Bool = true) {
        state.withLock { state in
            state.version += 1
            state.files["/s/1/" + path] = File(
                bytes: bytes,
                version: state.version,
                modified: 1_600_000_000 + Int64(state.version),
                isDigestKnown: isDigestKnown
            )
        }
    }

    /// Requests so far that contain a text.
    func count(_ text: String) -> Int { state.withLock { $0.requests.count { $0.contains(text) } } }

    func reset() async {}

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if Task.isCancelled { throw TransportError(.cancelled) }
        await Task.yield()
        let rest = request.url.dropFirst("http://drive".utf8.count)
        let path = String(rest.prefix { $0 != "?" })
        let line = "\(request.method) \(path)"
        let fault = fault.withLock { $0.make }?(line)
        state.withLock { $0.requests.append(line) }
        switch fault {
        case .refuse(let kind): throw TransportError(kind)
        case .hold(let wait):
            await wait()
            if Task.isCancelled { throw TransportError(.cancelled) }
        case .gateway(let status):
            return TransportResponse(head: .init(status: status), body: .bytes(Array("<html>".utf8)))
        case .code(let code, let status):
            return Self.reply("{\"status\":\(code.rawValue),\"reason\":\"no\"}", status: status)
        default: break
        }
        let token = state.withLock { $0.token }
        if let token, request.headers["scope-token"] != token {
            return Self.reply("{\"status\":10016,\"reason\":\"\"}", status: 401)
        }
        let body = try await Self.read(request.body)
        guard path.hasPrefix("/api/v1") else {
            return Self.reply("{\"status\":3,\"reason\":\"\"}", status: 404)
        }
        let route = String(path.dropFirst(7))
        if route.hasPrefix("/download/") {
            return try download(route, request, fault)
        }
        let reply = answer(request.method, route, body, request)
        if case .loseReply = fault { throw TransportError(.interrupted) }
        if Task.isCancelled { throw TransportError(.cancelled) }
        return reply
    }

    static func reply(_ text: String, status: Int = 200, headers: HeaderFields = [:]) -> TransportResponse {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return TransportResponse(
            head: .init(status: status, headers: headers),
            body: .bytes(Array(text.utf8))
        )
    }

    static func refusal(_ code: WireCode, _ status: Int) -> TransportResponse {
        reply("{\"status\":\(code.rawValue),\"reason\":\"\"}", status: status)
    }

    /// Percent-decoded; the drive of these tests keeps names as text.
    static func decode(_ path: String) -> String {
        PercentEncoding.decode(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? path
    }
}
