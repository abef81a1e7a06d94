import HearthDrive
import HearthHTTP
import HearthMetrics
import HearthWire

/// What operators and tools ask: health, metrics.
struct ServiceRoutes: RouteGroup {
    let drive: Drive
    let metrics: MetricsRegistry
    let version: String

    var routes: [Route] {
        on([.v1], .get, "/health", access: .open, name: "health", "Whether the drive works", health)
            + [
                Route(
                    .get,
                    "/metrics",
                    access: .operatorOnly,
                    name: "metrics",
                    summary: "Figures for Prometheus",
                    handler: figures
                )
            ]
    }

    private func health(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard await drive.isHealthy() else { throw DriveError(.busy) }
        return Reply.data { writer in
            writer.beginObject()
            writer.key("health")
            writer.string("ok")
            writer.key("version")
            writer.string(version)
            writer.endObject()
        }
    }

    private func figures(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: HTTPFields([("Content-Type", "text/plain; version=0.0.4; charset=utf-8")]),
            body: .bytes(metrics.render())
        )
    }
}
