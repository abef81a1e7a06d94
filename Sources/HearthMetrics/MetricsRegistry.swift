import Synchronization

/// All figures of one process, rendered for Prometheus.
///
/// Looking a metric up takes a lock: keep what you get. Using it takes none.
package final class MetricsRegistry: Sendable {
    enum Instrument: Sendable {
        case counter(Counter)
        case gauge(Gauge)
        case computed(@Sendable () -> Double)
        case histogram(Histogram)

        var kind: String {
            switch self {
            case .counter: "counter"
            case .gauge, .computed: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    struct Family: Sendable {
        let help: String
        let kind: String
        /// Keyed by the rendered labels.
        var series: [String: Instrument] = [:]
    }

    private let families = Mutex<[String: Family]>([:])

    /// Starts empty.
    package init() {}

    /// The counter of that name and these labels, made on first use.
    ///
    /// - Parameters:
    ///   - name: `[a-zA-Z_:][a-zA-Z0-9_:]*`, by custom ending in `_total`; one name is one kind of metric.
    ///   - help: one sentence; the first one given stays.
    ///   - labels: a small, fixed set of values; never anything a client chooses.
    /// - Returns: the same object for the same name and labels.
    package func counter(
        _ name: String,
        _ help: String,
        labels: KeyValuePairs<String, String> = [:]
    ) -> Counter {
        let instrument = obtain(name, help, labels) { .counter(Counter()) }
        guard case .counter(let counter) = instrument else { preconditionFailure("\(name) is not a counter") }
        return counter
    }

    /// The gauge of that name and these labels, made on first use.
    package func gauge(_ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:]) -> Gauge {
        let instrument = obtain(name, help, labels) { .gauge(Gauge()) }
        guard case .gauge(let gauge) = instrument else { preconditionFailure("\(name) is not a gauge") }
        return gauge
    }

    /// Registers a gauge that is computed whenever the figures are rendered.
    ///
    /// - Parameters:
    ///   - name: as for counters; a second registration with the same labels replaces the first.
    ///   - help: one sentence.
    ///   - labels: a small, fixed set of values.
    ///   - read: quick, callable from any thread, and not using this registry.
    package func gauge(
        _ name: String,
        _ help: String,
        labels: KeyValuePairs<String, String> = [:],
        read: @escaping @Sendable () -> Double
    ) {
        _ = obtain(name, help, labels, replacing: true) { .computed(read) }
    }

    /// The histogram of that name and these labels, made on first use.
    ///
    /// - Parameters:
    ///   - name: as for counters, by custom ending in the unit.
    ///   - help: one sentence.
    ///   - labels: a small, fixed set of values.
    ///   - buckets: upper bounds, ascending; the one without a bound is added.
    /// - Returns: the same object for the same name and labels.
    package func histogram(
        _ name: String,
        _ help: String,
        labels: KeyValuePairs<String, String> = [:],
        buckets: [Double] = Histogram.requestSeconds
    ) -> Histogram {
        precondition(
            zip(buckets, buckets.dropFirst()).allSatisfy { $0 < $1 },
            "buckets of \(name) must ascend"
        )
        let instrument = obtain(name, help, labels) { .histogram(Histogram(bounds: buckets)) }
        guard case .histogram(let histogram) = instrument else {
            preconditionFailure("\(name) is not a histogram")
        }
        return histogram
    }

    /// Prometheus text format 0.0.4, families sorted by name; `text/plain; version=0.0.4; charset=utf-8`.
    package func render() -> [UInt8] {
        let snapshot = families.withLock { $0 }
        var text = PrometheusText()
        for (name, family) in snapshot.sorted(by: { $0.key < $1.key }) { text.append(name, family) }
        return text.bytes
    }

    private func obtain(
        _ name: String,
        _ help: String,
        _ labels: KeyValuePairs<String, String>,
        replacing: Bool = false,
        make: () -> Instrument
    ) -> Instrument {
        precondition(PrometheusText.isName(name), "not a metric name: \(name)")
        let key = PrometheusText.labels(labels)
        return families.withLock { families in
            if !replacing, let present = families[name]?.series[key] { return present }
            let made = make()
            var family = families[name] ?? Family(help: help, kind: made.kind)
            precondition(family.kind == made.kind, "\(name) is a \(family.kind) already")
            family.series[key] = made
            families[name] = family
            return made
        }
    }
}
