import HearthMetrics
import Testing

@Suite("Metrics")
struct MetricsRegistryTests {
    @Test("renders every kind in the Prometheus text format")
    func rendering() {
        let metrics = MetricsRegistry()
        metrics.counter("b_total", "Things.", labels: ["kind": "a\"b\\\n", "at": "x"]).add(3)
        metrics.gauge("a", "Up and\ndown.").set(-2)
        metrics.gauge("c", "Computed.") { 1.5 }
        let histogram = metrics.histogram("d_seconds", "Time.", labels: ["route": "r"], buckets: [0.25, 1])
        histogram.observe(0.25)
        histogram.observe(.milliseconds(500))
        histogram.observe(8)
        let expected = #"""
            # HELP a Up and\ndown.
            # TYPE a gauge
            a -2
            # HELP b_total Things.
            # TYPE b_total counter
            b_total{at="x",kind="a\"b\\\n"} 3
            # HELP c Computed.
            # TYPE c gauge
            c 1.5
            # HELP d_seconds Time.
            # TYPE d_seconds histogram
            d_seconds_bucket{route="r",le="0.25"} 1
            d_seconds_bucket{route="r",le="1"} 2
            d_seconds_bucket{route="r",le="+Inf"} 3
            d_seconds_sum{route="r"} 8.75
            d_seconds_count{route="r"} 3

            """#
        #expect(String(decoding: metrics.render(), as: UTF8.self) == expected)
    }

    @Test("the same name and labels are the same series")
    func identity() {
        let metrics = MetricsRegistry()
        metrics.counter("x_total", "X.", labels: ["a": "1", "b": "2"]).add()
        metrics.counter("x_total", "X.", labels: ["b": "2", "a": "1"]).add()
        #expect(metrics.counter("x_total", "X.", labels: ["a": "1", "b": "2"]).value == 2)
        #expect(metrics.counter("x_total", "X.").value == 0)
    }

    @Test("nothing is lost between tasks", .timeLimit(.minutes(10)))
    func concurrency() async {
        let metrics = MetricsRegistry()
        let counter = metrics.counter("n_total", "N.")
        let histogram = metrics.histogram("h", "H.", buckets: [1])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10_000 {
                        counter.add()
                        histogram.observe(0.5)
                    }
                }
            }
        }
        #expect(counter.value == 80_000)
        #expect(histogram.count == 80_000)
        #expect(histogram.sum == 40_000)
    }
}
