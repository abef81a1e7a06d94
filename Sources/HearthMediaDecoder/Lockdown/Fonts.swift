import CFontconfig
import CLinux
import Glibc

/// Fonts for texts in SVG and for PDFs that bring none: a child that cannot open files finds those that were opened
/// before its lockdown, and knows no other ones.
enum Fonts {
    /// Files of fonts that are kept open at most.
    private static let limit = 256

    /// Opens the fonts that are asked for most, and makes fontconfig forget the rest.
    ///
    /// Runs before the lockdown, while no other thread uses fontconfig.
    static func keepOpen() {
        guard FcInit() != 0, let config = FcConfigGetCurrent() else { return }
        // It would look at its directories every 30 seconds.
        FcConfigSetRescanInterval(config, 0)
        var kept: Set<String> = []
        for name in ["sans-serif", "serif", "monospace", "sans-serif:bold", "serif:bold", "serif:italic"] {
            for path in sorted(config, name) where kept.count < limit { keep(path, &kept) }
        }
        for set in [FcSetSystem, FcSetApplication] {
            guard let fonts = FcConfigGetFonts(config, set) else { continue }
            for index in 0..<Int(fonts.pointee.nfont) where kept.count < limit {
                if let path = path(fonts.pointee.fonts[index]) { keep(path, &kept) }
            }
            forget(fonts, but: kept)
        }
    }

    private static func keep(_ path: String, _ kept: inout Set<String>) {
        guard !kept.contains(path), hearth_keep_open(path) == 0 else { return }
        kept.insert(path)
    }

    /// Files of the fonts for a pattern, the best one first, without those that add no further letters.
    private static func sorted(_ config: OpaquePointer, _ name: String) -> [String] {
        guard let pattern = FcNameParse(name) else { return [] }
        defer { FcPatternDestroy(pattern) }
        FcConfigSubstitute(config, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let fonts = FcFontSort(config, pattern, FcBool(1), nil, &result) else { return [] }
        defer { FcFontSetDestroy(fonts) }
        return (0..<Int(fonts.pointee.nfont)).compactMap { path(fonts.pointee.fonts[$0]) }
    }

    private static func path(_ pattern: OpaquePointer?) -> String? {
        var text: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, FC_FILE, 0, &text) == FcResultMatch, let text else { return nil }
        return String(cString: text)
    }

    /// Takes the fonts whose files are not open out of fontconfig's own list, so that it never chooses one of them.
    ///
    /// Their patterns lie in fontconfig's caches and stay where they are.
    private static func forget(_ fonts: UnsafeMutablePointer<FcFontSet>, but kept: Set<String>) {
        var count = 0
        for index in 0..<Int(fonts.pointee.nfont) {
            let pattern = fonts.pointee.fonts[index]
            guard let path = path(pattern), kept.contains(path) else { continue }
            fonts.pointee.fonts[count] = pattern
            count += 1
        }
        fonts.pointee.nfont = Int32(count)
    }
}
