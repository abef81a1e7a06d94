import HearthMedia

/// What is known of a content: its facts, or why nothing can be had of it.
struct MediaRecord: Sendable, Equatable {
    /// Which version of `hearth-media` said so.
    var maker: String
    /// Nil where it was refused.
    var facts: MediaFacts?
    /// Whether an image can be had; nil while nobody asked for one.
    var hasImage: Bool?
    /// Why nothing can be had.
    var refusal: MediaRefusal?
    /// How often it was tried in vain.
    var tries = 0

    /// After so many tries a time-out or a crash is taken for an answer: a busy machine may have been the cause.
    static let tries = 2

    /// Whether asking again is of no use as long as the same `hearth-media` is there.
    var isRefused: Bool {
        switch refusal {
        case nil: false
        case .unknown, .damaged, .tooLarge: true
        case .timeOut, .crashed: tries >= Self.tries
        }
    }

    /// Whether it is an answer that another version could give differently.
    var isNegative: Bool { isRefused || hasImage == false }

    // MARK: Bytes

    /// What is sealed is as long for every file: the length of a text's beginning, and whether there is one, stay unseen.
    static let paddedSize = 1_024
    private static let version: UInt8 = 1

    /// Version, image (0 unknown, 1 none, 2 some), refusal (0 none), tries, maker (length and text), facts (length, 2
    /// bytes big-endian, and ``MediaFacts/encoded``).
    var encoded: [UInt8] {
        var bytes: [UInt8] = [
            Self.version, hasImage.map { $0 ? 2 : 1 } ?? 0, refusal?.rawValue ?? 0,
            UInt8(clamping: tries),
        ]
        let name = Array(maker.utf8.prefix(Int(UInt8.max)))
        bytes.append(UInt8(name.count))
        bytes += name
        let facts = Array((facts?.encoded ?? []).prefix(Int(UInt16.max)))
        bytes.append(UInt8(truncatingIfNeeded: facts.count >> 8))
        bytes.append(UInt8(truncatingIfNeeded: facts.count))
        return bytes + facts
    }

    /// The same, filled up with zeros.
    var padded: [UInt8] {
        let bytes = encoded
        return bytes + [UInt8](repeating: 0, count: max(0, Self.paddedSize - bytes.count))
    }

    /// Reads ``encoded`` and ``padded``; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 7, bytes[0] == Self.version, bytes[1] <= 2 else { return nil }
        hasImage = bytes[1] == 0 ? nil : bytes[1] == 2
        if bytes[2] != 0 {
            guard let refusal = MediaRefusal(rawValue: bytes[2]) else { return nil }
            self.refusal = refusal
        }
        tries = Int(bytes[3])
        let end = 5 + Int(bytes[4])
        guard bytes.count >= end + 2, let maker = String(validating: bytes[5..<end], as: UTF8.self) else {
            return nil
        }
        self.maker = maker
        let count = Int(bytes[end]) << 8 | Int(bytes[end + 1])
        guard bytes.count >= end + 2 + count else { return nil }
        if count > 0 {
            guard let facts = MediaFacts.decoded(Array(bytes[(end + 2)...].prefix(count))) else { return nil }
            self.facts = facts
        }
    }

    init(
        maker: String,
        facts: MediaFacts? = nil,
        hasImage: Bool? = nil,
        refusal: MediaRefusal? = nil,
        tries: Int = 0
    ) {
        self.maker = maker
        self.facts = facts
        self.hasImage = hasImage
        self.refusal = refusal
        self.tries = tries
    }
}
