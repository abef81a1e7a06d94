/// How a job ended.
package enum MediaOutcome: Sendable, Equatable {
    /// The facts, and the images in the order of the job's outputs: empty where an image cannot be had of this file.
    case made(MediaFacts, [[UInt8]])
    /// There is nothing to be had of this file, however often one tries.
    case none(MediaRefusal)
}

/// Why there is nothing to be had of a file.
package enum MediaRefusal: UInt8, Sendable, CaseIterable, Codable {
    /// Its bytes are of no kind that is understood, or there are none.
    case unknown = 1
    /// It is damaged: the decoder said so.
    case damaged = 2
    /// More pixels, frames or bytes than the limits allow.
    case tooLarge = 3
    /// The time ran out.
    case timeOut = 4
    /// The child died of it.
    case crashed = 5
}
