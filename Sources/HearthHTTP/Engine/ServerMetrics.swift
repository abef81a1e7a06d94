import HearthMetrics

/// The figures of one server.
struct ServerMetrics: Sendable {
    private let statuses: [Counter]
    private let inFlight: Gauge
    private let open: Gauge
    private let accepted: Counter
    private let refused: Counter
    private let bytesIn: Counter
    private let bytesOut: Counter
    private let durations: Histogram

    init(_ registry: MetricsRegistry) {
        statuses = (1...5).map { hundreds in
            registry.counter(
                "hearth_http_requests_total",
                "Requests answered, by class of status.",
                labels: ["status": "\(hundreds)xx"]
            )
        }
        inFlight = registry.gauge("hearth_http_requests_in_flight", "Requests being served.")
        open = registry.gauge("hearth_http_connections_open", "Connections that are open.")
        accepted = registry.counter("hearth_http_connections_accepted_total", "Connections accepted.")
        refused = registry.counter("hearth_http_connections_refused_total", "Connections over a limit.")
        bytesIn = registry.counter("hearth_http_received_bytes_total", "Bytes of requests.")
        bytesOut = registry.counter("hearth_http_sent_bytes_total", "Bytes of answers.")
        durations = registry.histogram(
            "hearth_http_request_duration_seconds",
            "From a request's head to the last byte of its answer."
        )
    }

    func opened() {
        accepted.add()
        open.add(1)
    }

    func closed() { open.add(-1) }

    func wasRefused() { refused.add() }

    func began() { inFlight.add(1) }

    func finished(status: Int, nanoseconds: Int64) {
        inFlight.add(-1)
        let index = status / 100 - 1
        if statuses.indices.contains(index) { statuses[index].add() }
        durations.observe(Double(nanoseconds) * 1e-9)
    }

    func received(_ count: Int) { bytesIn.add(UInt64(count)) }

    func sent(_ count: Int) { bytesOut.add(UInt64(count)) }
}
