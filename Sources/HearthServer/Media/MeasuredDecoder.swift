package import HearthMedia
package import HearthMetrics

/// Counts what a decoder is asked for and what comes of it.
package struct MeasuredDecoder: MediaDecoding {
    private let decoder: any MediaDecoding
    private let made: Counter
    private let none: Counter
    private let failed: Counter
    private let queue: Gauge

    /// Stands before a decoder.
    ///
    /// - Parameters:
    ///   - decoder: does the work.
    ///   - registry: gets `hearth_media_jobs_total` by result, and `hearth_media_jobs_in_flight`.
    package init(_ decoder: any MediaDecoding, _ registry: MetricsRegistry) {
        self.decoder = decoder
        func jobs(_ result: String) -> Counter {
            registry.counter(
                "hearth_media_jobs_total",
                "Files decoded, by result.",
                labels: ["result": result]
            )
        }
        made = jobs("made")
        none = jobs("none")
        failed = jobs("failed")
        queue = registry.gauge("hearth_media_jobs_in_flight", "Files being decoded or waiting for it.")
    }

    /// Does one job and counts it.
    ///
    /// - Throws: what the decoder throws.
    package func run(
        _ job: MediaJob,
        on input: MediaInput,
        urgency: MediaUrgency
    ) async throws(MediaError) -> MediaOutcome {
        queue.add(1)
        defer { queue.add(-1) }
        do {
            let outcome = try await decoder.run(job, on: input, urgency: urgency)
            switch outcome {
            case .made: made.add()
            case .none(.timeOut), .none(.crashed): failed.add()
            case .none: none.add()
            }
            return outcome
        } catch {
            if error.kind != .cancelled, error.kind != .stopped { failed.add() }
            throw error
        }
    }

    /// What decodes.
    ///
    /// - Throws: what the decoder throws.
    package func version() async throws(MediaError) -> String { try await decoder.version() }
}
