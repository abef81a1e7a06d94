import HearthConcurrency
import HearthHTTP
import HearthLog
import HearthMetrics

/// A server on a free port with a handler of the test's own.
final class LiveServer: Sendable {
    let server: HTTPServer
    let port: Int
    let metrics = MetricsRegistry()
    let log = MemorySink()
    private let pool: ThreadPool

    init(
        port: Int = 0,
        tls: TLSConfiguration? = nil,
        proxies: [AddressRange] = [],
        plainly: HTTPServer.PlainResponder? = nil,
        limits change: (inout HTTPLimits) -> Void = { _ in },
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) throws {
        var limits = HTTPLimits()
        limits.lingerTime = .milliseconds(300)
        change(&limits)
        pool = ThreadPool(name: "test", threads: 4)
        server = try HTTPServer(
            configuration: HTTPServerConfiguration(
                port: port,
                limits: limits,
                tls: tls,
                trustedProxies: proxies
            ),
            pool: pool,
            respond: { request in
                do { return try await respond(request) } catch { return Self.answer(to: error) }
            },
            onError: { error, _ in Self.answer(to: error) },
            respondPlainly: plainly,
            metrics: metrics,
            logger: Logger(label: "test", level: .error),
            accessLog: log
        )
        self.port = try server.start()
    }

    /// Stops the server and its threads.
    func stop(grace: Duration = .seconds(5)) async {
        await server.shutdown(grace: grace)
        pool.stop()
    }

    static func answer(to error: any Error) -> HTTPResponse {
        guard let error = error as? HTTPError else { return text("\(error)", status: 500) }
        return text(error.message, status: max(400, error.code.status))
    }

    static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: HTTPFields([("Content-Type", "text/plain")]),
            body: .bytes(Array(text.utf8))
        )
    }
}

/// Runs a test against a server and stops it after.
@discardableResult
func withServer<T>(
    tls: TLSConfiguration? = nil,
    proxies: [AddressRange] = [],
    limits: (inout HTTPLimits) -> Void = { _ in },
    respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
    _ body: (LiveServer) async throws -> T
) async throws -> T {
    let server = try LiveServer(tls: tls, proxies: proxies, limits: limits, respond: respond)
    do {
        let result = try await body(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

/// Answers with what was asked: method, path, query and body length.
@Sendable
func echo(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try await request.body.collect(limit: 16 << 20)
    let path = String(decoding: request.rawPath, as: UTF8.self)
    let query = String(decoding: request.rawQuery, as: UTF8.self)
    return LiveServer.text("\(request.method.rawValue) \(path) \(query) \(body.count)")
}
