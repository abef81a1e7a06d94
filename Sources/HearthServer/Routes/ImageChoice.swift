import HearthDrive
import HearthHTTP
import HearthMedia
import HearthWire

/// Which small picture a request wants (the query first, then `Accept`).
struct ImageChoice: Equatable {
    /// The two sizes there are, by their longer side in pixels.
    enum Size: Int {
        case small = 256
        case large = 1280
    }

    /// How large.
    let size: Size
    /// How it is written: WebP or JPEG.
    let format: MediaOutput.Format
    /// All frames.
    let isAnimated: Bool
    /// Whether 204 tells that there is no picture: browsers write every 404 of an `<img>` to their console.
    let isMissingEmpty: Bool

    /// - Throws: 10004 naming the parameter that cannot be.
    init(_ request: HTTPRequest) throws {
        let query = request.query
        switch query.first("size") {
        case nil, "256": size = .small
        case "1280": size = .large
        default: throw DriveError(.illegalParameter, argument: "size")
        }
        switch query.first("format") ?? "" {
        case "": format = Self.format(accepting: request.headers.values(for: "Accept"))
        case "webp": format = .webp
        case "jpeg", "jpg": format = .jpeg
        default: throw DriveError(.illegalParameter, argument: "format")
        }
        switch query.first("animated") ?? "" {
        case "", "false", "0": isAnimated = false
        case "true", "1":
            guard size == .small else { throw DriveError(.illegalParameter, argument: "animated") }
            // JPEG shows the first frame.
            isAnimated = format == .webp
        default: throw DriveError(.illegalParameter, argument: "animated")
        }
        switch query.first("missing") ?? "" {
        case "", "refuse": isMissingEmpty = false
        case "empty": isMissingEmpty = true
        default: throw DriveError(.illegalParameter, argument: "missing")
        }
    }

    /// What a client that takes these types gets (RFC 9110, section 12.5.1): WebP unless it does not take it.
    ///
    /// - Parameter lines: the values of `Accept`; none takes everything.
    /// - Returns: one of the two.
    static func format(accepting lines: [String]) -> MediaOutput.Format {
        let ranges = lines.flatMap { $0.split(separator: ",") }.compactMap(MediaRange.init)
        if ranges.isEmpty { return .webp }
        let webp = quality(of: "webp", ranges)
        let jpeg = quality(of: "jpeg", ranges)
        return webp > 0 && webp >= jpeg ? .webp : .jpeg
    }

    /// The most particular range decides.
    private static func quality(of subtype: String, _ ranges: [MediaRange]) -> Double {
        for wanted in ["image/" + subtype, "image/*", "*/*"] {
            if let range = ranges.first(where: { $0.name == wanted }) { return range.quality }
        }
        return 0
    }

    private struct MediaRange {
        let name: String
        let quality: Double

        init?(_ text: Substring) {
            let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let name = parts.first, !name.isEmpty else { return nil }
            self.name = name
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        }
    }
}
