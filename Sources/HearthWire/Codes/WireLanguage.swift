/// The languages of texts for people.
public enum WireLanguage: String, Sendable, CaseIterable, Codable {
    /// Simplified Chinese.
    case chinese = "zh"
    /// English.
    case english = "en"

    /// The better of our languages for a request (RFC 9110, section 12.5.4).
    ///
    /// The highest quality wins, the first of equals; `*` stands for the fallback.
    ///
    /// - Parameters:
    ///   - acceptLanguage: the header's value; several header lines joined with commas.
    ///   - fallback: the language when the header is absent or names none of ours. The contract's own texts are
    ///     Chinese, so its two bases keep the default.
    public init(acceptLanguage: String?, fallback: WireLanguage = .chinese) {
        self = acceptLanguage.flatMap { Self.best(in: $0, fallback: fallback) } ?? fallback
    }

    private static func best(in header: String, fallback: WireLanguage) -> WireLanguage? {
        var best: (language: WireLanguage, quality: Double)?
        var refused: Set<WireLanguage> = []
        for item in header.utf8.split(separator: UInt8(ascii: ",")) {
            let parts = item.split(separator: UInt8(ascii: ";")).map { Substring($0).trimmed.lowercased() }
            guard let tag = parts.first, let language = Self(tag: tag, fallback: fallback) else { continue }
            let quality = parts.dropFirst().lazy.compactMap(Self.quality).first ?? 1
            if quality <= 0 {
                // "zh-TW;q=0" refuses one region, "zh;q=0" the language.
                if tag == language.rawValue { refused.insert(language) }
            } else if best.map({ quality > $0.quality }) ?? true {
                best = (language, quality)
            }
        }
        if let best { return best.language }
        return refused.contains(fallback) ? allCases.first { !refused.contains($0) } : nil
    }

    private init?(tag: String, fallback: WireLanguage) {
        let primary = tag.utf8.prefix { $0 != UInt8(ascii: "-") }
        switch String(Substring(primary)) {
        case "zh": self = .chinese
        case "en": self = .english
        case "*": self = fallback
        default: return nil
        }
    }

    private static func quality(_ parameter: String) -> Double? {
        let halves = parameter.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, halves[0].trimmed == "q" else { return nil }
        return Double(halves[1].trimmed).map { $0.isFinite ? $0 : 0 }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = self
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}
