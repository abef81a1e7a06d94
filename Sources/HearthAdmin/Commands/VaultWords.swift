import HearthStorage

/// What a check says, in words.
enum VaultWords {
    /// What a finding means.
    static func meaning(of kind: VaultFinding.Kind) -> String {
        switch kind {
        case .orphanDirectory: "a directory that nothing leads to"
        case .missingDirectory: "the content of a directory is not there"
        case .unreadableDirectory: "a directory cannot be read"
        case .missingID: "a directory lacks the copy of its id"
        case .unreadableID: "a directory's copy of its id is broken"
        case .wrongID: "a directory's copy of its id is that of another directory"
        case .emptyLink: "the marker of a directory is empty"
        case .unreadableLink: "the marker of a directory leads nowhere"
        case .duplicateLink: "a second entry leads to the same directory"
        case .emptyShell: "an entry without content, left by an interrupted change"
        case .ambiguousEntry: "an entry with two kinds of content"
        case .missingName: "a long name is lost"
        case .wrongName: "a long name is not the one that belongs here"
        case .needlessShortening: "a short name was put down as a long one"
        case .missingShortening: "a long name was put down as a short one"
        case .unreadableName: "a name cannot be opened here"
        case .decomposedName: "a name is not in the usual form of Unicode"
        case .tornFile: "the end of a file is missing"
        case .badHeader: "a file cannot be opened at all"
        case .badBlocks: "parts of a file cannot be opened"
        case .unreadableFile: "the disk does not give a file"
        case .unknownEntry: "something that is no part of a vault stands among the entries"
        case .leftover: "something that was being made or removed when a program ended"
        case .foreign: "not part of the vault, and in nobody's way"
        case .changedOutside: "not what Hearth recorded: changed by another program, replaced, or put back"
        case .goneOutside:
            "Hearth recorded entries that are not there: removed outside Hearth, or by a change that was interrupted"
        }
    }

    /// A number with its noun.
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
    }

    /// Without characters that would do something to a terminal or hide what a name really is.
    static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            // What joins families of emoji does neither.
            if scalar == "\u{200D}" {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
