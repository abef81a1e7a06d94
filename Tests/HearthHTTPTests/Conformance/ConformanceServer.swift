import HearthConcurrency
import HearthHTTP
import HearthLog
import HearthMetrics
import Synchronization

/// A live server on a free port that tells what it was asked.
///
/// Every path answers with a line about the request. `/skip…` does not read the body, `/stream…` answers in
/// chunks. Each answer to a request that the engine let through carries `X-Handled`.
final class ConformanceServer: Sendable {
    /// A request that the engine let through.
    struct Seen: Sendable, Equatable {
        var method: String
        /// Path and query as they stood in the request.
        var path: String
        /// The whole body; nil when it was not read or could not be.
        var body: [UInt8]?
        var failed = false
        var isUnread: Bool { body == nil && !failed }
    }

    let port: Int
    /// Runs the blocking clients.
    let clients: ThreadPool
    private let server: HTTPServer
    private let pool: ThreadPool
    private let seen: SeenLog

    private init(port: Int, clients: ThreadPool, server: HTTPServer, pool: ThreadPool, seen: SeenLog) {
        self.port = port
        self.clients = clients
        self.server = server
        self.pool = pool
        self.seen = seen
    }

    /// Starts a server, runs a test against it and stops it.
    static func run<Result: Sendable>(
        limits: HTTPLimits = HTTPLimits(),
        clients: Int = 1,
        _ test: @Sendable (ConformanceServer) async throws -> Result
    ) async throws -> Result {
        let seen = SeenLog()
        let router = try router(seen)
        let pool = ThreadPool(name: "server", threads: 2)
        let clientPool = ThreadPool(name: "client", threads: clients)
        defer {
            pool.stop()
            clientPool.stop()
        }
        let server = try HTTPServer(
            configuration: HTTPServerConfiguration(host: "127.0.0.1", port: 0, limits: limits),
            pool: pool,
            respond: { await respond(to: $0, router, seen) },
            onError: answer,
            metrics: MetricsRegistry(),
            logger: Logger(label: "conformance", level: .error),
            accessLog: nil
        )
        let port = try server.start()
        let fixture = ConformanceServer(
            port: port,
            clients: clientPool,
            server: server,
            pool: pool,
            seen: seen
        )
        do {
            let result = try await test(fixture)
            await server.shutdown(grace: .seconds(5))
            return result
        } catch {
            await server.shutdown(grace: .seconds(5))
            throw error
        }
    }

    /// Runs a blocking client.
    func client<Result: Sendable>(_ work: @escaping @Sendable (Int) throws -> Result) async throws -> Result {
        let port = port
        return try await clients.run { try work(port) }
    }

    /// What has come through since the last call, from one address or from all, oldest first.
    func takeSeen(from peer: String? = nil) -> [Seen] { seen.take(peer) }

    /// What the handler answers.
    static func echo(method: String, path: String, body: [UInt8]?) -> String {
        guard let body else { return "\(method) \(path) unread" }
        // FNV-1a
        let hash = body.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) {
            $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return "\(method) \(path) \(body.count) \(String(hash, radix: 16))"
    }

    private static func router(_ seen: SeenLog) throws -> Router {
        let open = RouteAccess(name: "open")
        let methods = RequestModel.methods.sorted().filter { $0 != "HEAD" }.map { HTTPMethod(rawValue: $0) }
        let routes = methods.map { method in
            Route(method, "/{path*}", access: open, name: "echo", summary: "Tells what was asked") {
                request in
                try await handle(request, seen)
            }
        }
        return try Router(routes, authorize: { _, _ in }, onError: answer)
    }

    private static func respond(
        to request: HTTPRequest,
        _ router: Router,
        _ seen: SeenLog
    ) async -> HTTPResponse {
        var request = request
        let path = path(of: request)
        let number = seen.begin(Seen(method: request.method.rawValue, path: path), from: request.peer.text)
        request.storage[SeenNumber.self] = number
        var response = await router.respond(to: request)
        response.headers.set("X-Handled", "1")
        return response
    }

    private static func path(of request: HTTPRequest) -> String {
        let path = String(decoding: request.rawPath, as: UTF8.self)
        return request.rawQuery.isEmpty
            ? path : path + "?" + String(decoding: request.rawQuery, as: UTF8.self)
    }

    private static func handle(_ request: HTTPRequest, _ seen: SeenLog) async throws -> HTTPResponse {
        let path = path(of: request)
        let number = request.storage[SeenNumber.self] ?? 0
        var body: [UInt8]?
        if !path.hasPrefix("/skip") {
            do {
                body = try await request.body.collect(limit: 16 << 20)
                seen.end(number, body: body)
            } catch {
                seen.end(number, body: nil)
                throw error
            }
        }
        let text = Array(echo(method: request.method.rawValue, path: path, body: body).utf8)
        let headers = HTTPFields([("Content-Type", "text/plain")])
        guard path.hasPrefix("/stream") else {
            return HTTPResponse(status: 200, headers: headers, body: .bytes(text))
        }
        return HTTPResponse(
            status: 200,
            headers: headers,
            body: .stream(length: nil) { writer in
                try await writer.write(Array(text.prefix(3)))
                try await writer.write(Array(text.dropFirst(3)))
            }
        )
    }

    private static func answer(_ error: any Error, _ request: HTTPRequest?) -> HTTPResponse {
        let status = (error as? HTTPError)?.code.status ?? 500
        return HTTPResponse(status: status == 0 ? 500 : status, body: .bytes(Array("error\n".utf8)))
    }
}

private enum SeenNumber: RequestStorageKey {
    typealias Value = Int
}

/// What came through, by client address.
final class SeenLog: Sendable {
    private struct State {
        var next = 0
        var entries: [(number: Int, peer: String, seen: ConformanceServer.Seen)] = []
    }

    private let state = Mutex(State())

    func begin(_ seen: ConformanceServer.Seen, from peer: String) -> Int {
        state.withLock { state in
            state.next += 1
            state.entries.append((state.next, peer, seen))
            return state.next
        }
    }

    func end(_ number: Int, body: [UInt8]?) {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.number == number }) else { return }
            state.entries[index].seen.body = body
            state.entries[index].seen.failed = body == nil
        }
    }

    func take(_ peer: String?) -> [ConformanceServer.Seen] {
        state.withLock { state in
            let taken = state.entries.filter { peer == nil || $0.peer == peer }.map(\.seen)
            state.entries.removeAll { peer == nil || $0.peer == peer }
            return taken
        }
    }
}
