import Foundation
public import HearthClient
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport over URLSession: the system's on Apple's platforms, FoundationNetworking on Linux.
///
/// On Linux it knows the system's roots alone: any other trust throws `.trustPolicyUnsupported` before connecting. A
/// slow reader of a streamed body may not slow the network down there, and many lanes at a time may stall until the
/// idle time-out. Programs for Linux use HearthCurl.
public final class URLSessionTransport: Transport {
    /// What requests must share to share a session, and so connections.
    private struct Key: Hashable {
        var lane: String
        var trust: ServerTrust
    }

    private let pools = Mutex<[Key: SessionPool]>([:])

    /// Makes a transport without connections.
    public init() {}

    deinit {
        for pool in pools.withLock({ Array($0.values) }) { pool.end() }
    }

    /// Sends a request.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if Task.isCancelled { throw TransportError(.cancelled) }
        let prepared = try Self.prepare(request)
        let key = Key(lane: request.lane, trust: prepared.isEncrypted ? request.trust : .system)
        let pool = pools.withLock { pools in
            if let pool = pools[key] { return pool }
            let pool = SessionPool(trust: key.trust)
            pools[key] = pool
            return pool
        }
        let exchange = pool.begin(prepared, request)
        let result = await withTaskCancellationHandler {
            await exchange.start()
        } onCancel: {
            exchange.fail(TransportError(.cancelled))
        }
        let head = try result.get()
        return TransportResponse(head: head, body: exchange.body)
    }

    /// Ends all requests and connections.
    public func reset() async {
        let old = pools.withLock { pools in
            defer { pools = [:] }
            return Array(pools.values)
        }
        for pool in old { pool.end() }
    }

    /// A request as URLSession takes it.
    struct Prepared {
        var request: URLRequest
        var isEncrypted: Bool
        var source: UploadSource?
    }

    private static func prepare(_ request: TransportRequest) throws(TransportError) -> Prepared {
        guard let url = URL(string: request.url), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), url.host?.isEmpty == false
        else {
            throw TransportError(.badURL, "no http or https URL")
        }
        #if !canImport(Security)
        if scheme == "https", request.trust != .system {
            throw TransportError(.trustPolicyUnsupported, "URLSession checks the system's roots alone here")
        }
        #endif
        var prepared = URLRequest(
            url: url,
            cachePolicy: .reloadIgnoringLocalCacheData,
            // The exchange watches the time by itself; this is the second line.
            timeoutInterval: request.idleTimeout * 2 + 60
        )
        prepared.httpMethod = request.method
        prepared.httpShouldHandleCookies = false
        for field in request.headers.fields { prepared.addValue(field.value, forHTTPHeaderField: field.name) }
        if request.headers["Accept-Encoding"] == nil {
            // Lengths and hashes are of the bytes as they are.
            prepared.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        var source: UploadSource?
        switch request.body {
        case .none: break
        case .bytes(let bytes): prepared.httpBody = Data(bytes)
        case .file(let part): source = UploadSource(part)
        case .stream(let stream): source = UploadSource(stream)
        }
        if let source { prepared.httpBodyStream = source.stream }
        return Prepared(request: prepared, isEncrypted: scheme == "https", source: source)
    }
}
