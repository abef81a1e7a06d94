import HearthMedia

/// One thing that is kept of a content: what is known, or an image.
enum ThumbnailSlot: Hashable, Sendable, CaseIterable {
    /// The ``MediaRecord``.
    case record
    /// An image.
    case image(ThumbnailVariant)

    static let allCases: [ThumbnailSlot] =
        [.record, .image(.animated), .image(.classic)]
        + MediaOutput.Format.allCases.flatMap { [.image(.small($0)), .image(.large($0))] }

    /// In rows; never changes its meaning.
    var number: UInt8 {
        switch self {
        case .record: 0
        case .image(.small(let format)): 0x10 | format.rawValue
        case .image(.large(let format)): 0x20 | format.rawValue
        case .image(.animated): 0x30
        case .image(.classic): 0x40
        }
    }

    /// The end of the file's name.
    var suffix: String {
        switch self {
        case .record: "record"
        case .image(.small(let format)): "256.\(Self.ending(format))"
        case .image(.large(let format)): "1280.\(Self.ending(format))"
        case .image(.animated): "256.moving.webp"
        case .image(.classic): "100.png"
        }
    }

    init?(number: UInt8) {
        guard let slot = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = slot
    }

    init?(suffix: some StringProtocol) {
        guard let slot = Self.allCases.first(where: { $0.suffix == suffix }) else { return nil }
        self = slot
    }

    private static func ending(_ format: MediaOutput.Format) -> String {
        switch format {
        case .webp: "webp"
        case .jpeg: "jpg"
        case .png: "png"
        }
    }
}
