/// The locked-down children that decode, and the queue before them.
package final class MediaDecoder: MediaDecoding {
    /// How they are run.
    package struct Configuration: Sendable {
        /// The path of `hearth-media`.
        package var program: String
        /// How many decode at once; at least 1.
        package var children: Int
        /// What one job may take, from the moment that a child has it.
        package var jobTime: Duration = .seconds(10)
        /// What a child may take until it is locked down and ready.
        package var startTime: Duration = .seconds(30)
        /// A child is replaced after so many jobs.
        package var jobsPerChild = 200
        /// Children that had nothing to do for so long end, all but one.
        package var idleTime: Duration = .seconds(300)
        /// Jobs of each urgency that may wait.
        package var queue = 512

        /// The defaults of a server.
        package init(program: String, children: Int) {
            self.program = program
            self.children = children
        }
    }

    /// Starts nothing yet: the first child is started for the first job.
    package init(_ configuration: Configuration) {}

    /// Finds `hearth-media`.
    ///
    /// - Parameter configured: the path of the configuration, if there is one.
    /// - Returns: what is configured, else what lies beside this program or in `../libexec/hearth`; nil where
    ///   none of them is a program.
    package static func find(configured: String?) -> String? { nil }

    /// Does one job; see ``MediaDecoding/run(_:on:urgency:)``.
    ///
    /// A caller that is cancelled while its job waits gets ``MediaError/Kind/cancelled`` at once. A job that has begun
    /// runs to its end, and its outcome is handed over: it takes 10 s at most, and a child that is killed costs more than
    /// most jobs.
    package func run(
        _ job: MediaJob,
        on input: MediaInput,
        urgency: MediaUrgency
    ) async throws(MediaError) -> MediaOutcome {
        throw MediaError(.unavailable)
    }

    /// The version that the newest child told; starts one where there was none yet.
    package func version() async throws(MediaError) -> String { throw MediaError(.unavailable) }

    /// Ends all children and waits for their end; jobs that wait or run end with ``MediaError/Kind/stopped``.
    package func stop() async {}
}
