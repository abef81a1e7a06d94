package import HearthMedia

/// One part of the child: all that it does with one kind of file.
///
/// Every part runs on one thread of the child, one job at a time.
package protocol DecodingPart {
    /// Does once what would need a file, a new library or a new process later: loads modules, fonts and tables, and
    /// starts the threads that a library starts only once.
    ///
    /// Runs before the child locks itself down, so it touches no byte of a user.
    static func warmUp()

    /// Makes the job's images and facts of a file, after the lockdown.
    ///
    /// - Parameters:
    ///   - job: what is wanted; its kind and extension are hints only.
    ///   - source: the file.
    /// - Returns: the facts, and the images in the order of the job's outputs.
    /// - Throws: what keeps this file from having a preview.
    static func run(_ job: MediaJob, _ source: any ByteSource) throws(DecodeError) -> DecodedMedia
}
