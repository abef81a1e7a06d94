import HearthLog
import HearthTesting
import Synchronization
import Testing

@testable import HearthMedia

/// Shell scripts that speak as `hearth-media` does, for jobs without an extension and outputs.
enum FakeChild {
    /// What each script can call.
    ///
    /// A job is 17 bytes here: the frame's header and a payload of 12.
    ///
    /// - `say KIND TEXT`: a frame with a text of at most 255 bytes; KIND is octal.
    /// - `take`: waits for a job and leaves its size, four hexadecimal digits, in `$size`; ends the script where
    ///   the server has closed its end.
    /// - `answer`: facts without a field, and done.
    private static let words = #"""
        say() { printf "\\0\\0\\0\\$(printf %03o ${#2})\\$1" >&3; printf %s "$2" >&3; }
        take() {
            job=$(head -c 17 <&3 | od -An -v -tx1 | tr -d ' \n')
            [ ${#job} = 34 ] || exit 0
            size=${job%0000}
            size=${size#"${size%????}"}
        }
        answer() { printf '\0\0\0\2\23\1\0\0\0\0\1\25\0' >&3; }

        """#

    /// A child that is ready, and answers each job unless `special`, part of a `case` on `$size`, says otherwise.
    static func ready(special: String = "") -> String {
        "say 020 'fake 1'\nwhile take; do case $size in\n\(special)\n*) answer ;;\nesac; done"
    }

    /// A decoder whose children run a script.
    static func decoder(
        _ script: String,
        children: Int = 2,
        log: MemorySink = MemorySink(),
        _ change: (inout MediaDecoder.Configuration) -> Void = { _ in }
    ) -> MediaDecoder {
        var configuration = MediaDecoder.Configuration(program: "/bin/sh", children: children)
        configuration.arguments = ["-c", words + script]
        // Time only runs out where a test wants it to.
        configuration.jobTime = .seconds(60)
        configuration.startTime = .seconds(60)
        change(&configuration)
        return MediaDecoder(configuration, logger: Logger(label: "media", level: .debug, sink: log))
    }
}

extension MediaDecoder {
    /// Does a job that the script knows by its size.
    func run(
        _ size: Int64,
        _ urgency: MediaUrgency = .interactive,
        realm: Int = 0
    ) async throws(MediaError) -> MediaOutcome {
        let job = MediaJob(kind: .picture, fileExtension: "", size: size, outputs: [], realm: realm)
        return try await run(job, on: .reader(MediaExchangeTests.Bytes(bytes: [])), urgency: urgency)
    }

    /// Waits until the decoder is in a state that it comes to by itself.
    func reaches(_ isThere: @Sendable (borrowing State) -> Bool) async {
        for _ in 0..<12_000 {
            if state.withLock({ isThere($0) }) { return }
            try? await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("the decoder does not come to that state")
    }
}

extension MediaDecoder.State {
    /// Whether a child works on a job.
    var isRunning: Bool { lanes.count > starting + idle.count }
}
