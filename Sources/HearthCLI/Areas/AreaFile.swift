package import HearthClient
package import HearthTOML

/// `client.toml`: the homes that this person's command line knows, as text.
///
/// Each home is a section `[area.1]`, `[area.2]` …, and `current` above all sections names the current one. Everything
/// else in the file, comments included, is the person's own and stays as it is; inside the sections of homes unknown
/// keys stay, comments do not.
package struct AreaFile: Sendable {
    /// The homes.
    package var list: AreaList
    /// Lines of others, in order.
    private var kept: [String]
    /// Keys of newer versions, by the home's id.
    private var unknown: [String: [TOMLEntry]]

    /// A file that does not exist yet.
    package init() {
        list = AreaList()
        kept = []
        unknown = [:]
    }

    /// Reads a file.
    ///
    /// - Throws: what is wrong and where.
    package init(_ bytes: [UInt8]) throws(TOMLError) {
        self.init()
        var sections: [Int: [TOMLEntry]] = [:]
        for entry in try TOMLReader.entries(of: bytes) {
            let parts = entry.key.split(separator: ".")
            if entry.key == "current" {
                guard case .text(let id) = entry.value else {
                    throw TOMLError(line: entry.line, message: "current is the id of a home, a string")
                }
                list.currentID = id
            } else if parts.count == 3, parts[0] == "area", let number = Int(parts[1]) {
                sections[number, default: []].append(entry)
            }
        }
        for (_, entries) in sections.sorted(by: { $0.key < $1.key }) {
            let (area, rest) = try AreaSection.read(entries)
            list.areas.append(area)
            unknown[area.id] = rest
        }
        if let current = list.currentID, !list.areas.contains(where: { $0.id == current }) {
            list.currentID = nil
        }
        kept = Self.otherLines(String(decoding: bytes, as: UTF8.self))
    }

    /// The file's text.
    package var text: String {
        var lines = kept
        while lines.last?.isEmpty == true { lines.removeLast() }
        if kept.isEmpty {
            lines = ["# The homes of 'hearth', kept by 'hearth login', 'hearth logout' and 'hearth area'."]
        }
        if let current = list.currentID {
            let line = "current = \(SettingValue.text(current).toml)"
            // Above the first section: below it would be a key of that section.
            let place = lines.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("[") } ?? lines.count
            let isFirst = place == 0 || lines[place - 1].isEmpty || place == lines.count
            lines.insert(
                contentsOf: (isFirst ? [] : [""]) + [line] + (place < lines.count ? [""] : []),
                at: place
            )
        }
        for (index, area) in list.areas.enumerated() {
            lines += ["", "[area.\(index + 1)]"] + AreaSection.lines(of: area)
            for entry in unknown[area.id] ?? [] {
                let name = entry.key.split(separator: ".").last ?? ""
                lines.append("\(name) = \(entry.value.toml)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines that are neither a section of a home nor the key `current`.
    private static func otherLines(_ text: String) -> [String] {
        var lines: [String] = []
        var isInArea = false
        var hasSection = false
        var wasCurrent = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let bare = line.drop { $0 == " " || $0 == "\t" }
            if bare.hasPrefix("[") {
                hasSection = true
                let name = bare.dropFirst().drop { $0 == " " }.prefix { $0 != "]" && $0 != " " }
                isInArea = name.hasPrefix("area.")
            }
            let isCurrent =
                !hasSection && bare.hasPrefix("current")
                && bare.dropFirst(7).first { $0 != " " && $0 != "\t" } == "="
            // The blank line behind it belongs to it.
            if !isInArea, !isCurrent, !(wasCurrent && bare.isEmpty) { lines.append(String(line)) }
            wasCurrent = isCurrent
        }
        return lines
    }
}
