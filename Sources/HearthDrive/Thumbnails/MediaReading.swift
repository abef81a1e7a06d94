import HearthMedia

/// How a file's bytes are read, as far as its name decides it.
///
/// Most pictures are known by their first bytes, whatever they are called. Where the name decides, the same bytes are
/// something else under another one, and somebody who stores another's content under a wrong name must not spoil what is
/// known of it.
enum MediaReading: UInt8, CaseIterable {
    case picture = 1
    case clip = 2
    case audio = 3
    case text = 4
    /// The largest preview inside is shown, and searched for.
    case raw = 5
    /// There is nothing in the bytes by which it could be known.
    case targa = 6
    /// A drawing that is packed, or any other packed file.
    case packedDrawing = 7
    /// Bitmaps are known by less when they are called so.
    case bitmap = 8

    /// What a name makes of a kind.
    ///
    /// - Parameters:
    ///   - kind: what the name promises.
    ///   - ending: its extension, as ``MediaExtensions/ending(of:)`` gives it.
    init(_ kind: MediaKind, ending: String) {
        switch kind {
        case .clip: self = .clip
        case .audio: self = .audio
        case .text: self = .text
        case .picture:
            switch ending {
            case "tga", "vda", "icb", "vst": self = .targa
            case "svg", "svgz": self = .packedDrawing
            case "bmp", "dib": self = .bitmap
            default: self = MediaExtensions.isRaw(ending) ? .raw : .picture
            }
        }
    }

    /// What names of files say for it; nil for what most are.
    var word: String? { self == .picture ? nil : "\(self)" }
}
