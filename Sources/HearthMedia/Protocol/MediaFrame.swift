/// What the server and `hearth-media` say to each other.
///
/// Each frame is the payload's length (4 bytes), its kind (1 byte) and the payload; numbers are big-endian. A job:
///
/// ```text
/// server                       child
///                          ←   ready          once, after it has locked itself down
/// job (with a descriptor)  →
///                          ←   read           only where the job came without a descriptor; any number
/// data or readFailed       →                  one for each
///                          ←   facts
///                          ←   image          one for each output, in their order
///                          ←   done           or refused or inputFailed, each with or without what came before
/// ```
///
/// The server's end of the socket closes when the child is to end.
package enum MediaFrame: UInt8, Sendable {
    // The server says:

    /// ``MediaJob/encoded(hasDescriptor:)``; the file's descriptor travels with the frame's first byte, if there is one.
    case job = 1
    /// The bytes asked for by ``read``: fewer only at the end of the file, none behind it.
    case data = 2
    /// The bytes asked for by ``read`` cannot be had; empty. The child ends the job with ``inputFailed``.
    case readFailed = 3

    // The child says:

    /// It is locked down and waits for jobs: its version, 1 to 200 printable ASCII characters.
    case ready = 16
    /// It cannot lock itself down, so it ends: why, 0 to 200 printable ASCII characters.
    case unfit = 17
    /// It needs bytes of the file: an offset (8 bytes) and how many (4 bytes, 1 to ``MediaLimits/readBytes``).
    case read = 18
    /// ``MediaFacts/encoded``; before the images, once.
    case facts = 19
    /// One image's bytes; empty where this one cannot be had.
    case image = 20
    /// The job has ended well: ``MediaAfterwards`` (1 byte).
    case done = 21
    /// There is nothing to be had of this file: ``MediaAfterwards`` (1 byte), the ``MediaRefusal`` (1 byte), and why for
    /// the log, 0 to 200 printable ASCII characters.
    case refused = 22
    /// The bytes could not be read: ``MediaAfterwards`` (1 byte), and why for the log.
    case inputFailed = 23

    /// Bytes before the payload.
    package static let headerBytes = 5
}

/// What becomes of a child after a job.
package enum MediaAfterwards: UInt8, Sendable {
    /// It waits for the next one.
    case stays = 0
    /// It has grown, so another is to take its place.
    case leaves = 1
}

/// How much may be said at once.
package enum MediaLimits {
    /// Bytes of one answer to ``MediaFrame/read``.
    package static let readBytes = 1 << 20
    /// Bytes of all frames of one job's result.
    package static let resultBytes = 16 << 20
    /// Bytes of ``MediaFrame/facts``.
    package static let factsBytes = 1024
    /// Bytes of ``MediaFrame/job``.
    package static let jobBytes = 256
    /// Images of one job.
    package static let outputs = 8
    /// Pixels of an output's longer side.
    package static let edge = 4096
    /// Bytes of a text for the log, and of a version.
    package static let textBytes = 200
    /// Bytes of a file's extension.
    package static let extensionBytes = 16
}
