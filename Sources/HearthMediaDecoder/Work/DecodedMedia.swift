package import HearthMedia

/// What a part made of a file.
package struct DecodedMedia {
    /// What was found out.
    package var facts: MediaFacts
    /// The images in the order of the job's outputs: empty where one cannot be had.
    package var images: [[UInt8]]

    /// A result.
    package init(facts: MediaFacts, images: [[UInt8]]) {
        self.facts = facts
        self.images = images
    }
}

/// Why a part made nothing of a file.
package struct DecodeError: Error {
    /// What the server remembers.
    package var refusal: MediaRefusal
    /// The library's words, for the log: at most a few lines.
    package var detail: String

    /// An error.
    package init(_ refusal: MediaRefusal, _ detail: String) {
        self.refusal = refusal
        self.detail = detail
    }
}
