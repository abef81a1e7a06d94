/// Makes images and facts of files that nobody trusts.
///
/// ``MediaDecoder`` does it in locked-down children; tests of what stands above use doubles.
package protocol MediaDecoding: Sendable {
    /// Does one job.
    ///
    /// Takes at most the configured time once it has begun; interactive jobs go before those of the background.
    ///
    /// - Parameters:
    ///   - job: what is wanted.
    ///   - input: the file's bytes.
    ///   - urgency: who waits for it.
    /// - Returns: what was made, or why there is nothing to be had of this file.
    /// - Throws: `MediaError` when nothing can be said about the file.
    func run(
        _ job: MediaJob,
        on input: MediaInput,
        urgency: MediaUrgency
    ) async throws(MediaError) -> MediaOutcome

    /// What decodes: another text means that what could not be had before may be had now.
    ///
    /// - Returns: 1 to 200 printable ASCII characters.
    /// - Throws: `MediaError` of kind `unavailable` when there is nothing that decodes, or `stopped`.
    func version() async throws(MediaError) -> String
}

/// Who waits for a job.
package enum MediaUrgency: Sendable {
    /// Somebody looks at an empty tile.
    case interactive
    /// Nobody yet.
    case background
}
