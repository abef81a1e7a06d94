import HearthArguments

/// A remote path as a person writes it: `[AREA:]ROOT/…`, `~/…` or `/s/12/…`, not yet looked up.
package struct RemoteName: Sendable, Hashable {
    /// What stands in front of the first slash.
    package enum Root: Sendable, Hashable {
        /// Nothing: the list of all roots.
        case list
        /// `~`: the personal folder.
        case personal
        /// `/s/12`.
        case number(Int)
        /// A root's name as `hearth ls` prints it.
        case name(String)
    }

    /// The alias in front of the colon; nil for the home that is meant when none is named.
    package let area: String?
    /// The root.
    package let root: Root
    /// The names below the root, byte for byte.
    package let components: [[UInt8]]
    /// Whether it ends in a slash: what is put there goes into it.
    package let isInto: Bool
    /// As it was written, for messages.
    package let text: String

    /// Reads a remote path.
    ///
    /// - Parameters:
    ///   - text: as it was given.
    ///   - aliases: of the homes that are known; what stands before a colon is one of them or part of a name.
    ///   - homeFolder: the local home folder, to recognise a `~` that the shell has replaced.
    /// - Throws: exit code 2 for what can be no remote path.
    package init(_ text: String, aliases: [String], homeFolder: String?) throws(CommandError) {
        self.text = text
        var rest = ByteText.bytes(text)[...]
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), !rest[..<colon].contains(UInt8(ascii: "/")) {
            let name = Array(rest[..<colon])
            let alias = aliases.first { Array($0.utf8) == name }
            area = alias
            if alias != nil { rest = rest[(colon + 1)...] }
        } else {
            area = nil
        }
        guard !text.isEmpty else {
            throw CommandError(.usage, "远程路径是空的", "the remote path is empty")
        }
        let pieces = rest.split(separator: UInt8(ascii: "/")).map { Array($0) }
        for piece in pieces where piece == [0x2E] || piece == [0x2E, 0x2E] {
            throw CommandError(
                .usage,
                "远程路径“\(text)”中不能有 . 和 ..",
                "'\(text)': '.' and '..' have no meaning in remote paths"
            )
        }
        isInto = rest.last == UInt8(ascii: "/") || rest.isEmpty
        let isAbsolute = rest.first == UInt8(ascii: "/")
        if pieces.isEmpty {
            root = .list
            components = []
        } else if isAbsolute {
            guard pieces.count > 1, pieces[0] == [UInt8(ascii: "s")],
                let number = Self.number(pieces[1])
            else { throw Self.local(text, homeFolder) }
            root = .number(number)
            components = Array(pieces.dropFirst(2))
        } else {
            let name = String(decoding: pieces[0], as: UTF8.self)
            root = name == "~" ? .personal : .name(name)
            components = Array(pieces.dropFirst())
        }
    }

    private static func number(_ digits: [UInt8]) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30 else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private static func local(_ text: String, _ homeFolder: String?) -> CommandError {
        let isTilde = homeFolder.map { !$0.isEmpty && (text == $0 || text.hasPrefix($0 + "/")) } ?? false
        return CommandError(
            .usage,
            "“\(text)”不是远程路径",
            "'\(text)' is no remote path",
            hint: isTilde
                ? Phrase(
                    "shell 已把 ~ 换成了本机的主文件夹：请加引号，例如 '~/…'。",
                    "The shell has put your local home folder in the place of ~: quote it, as in '~/…'."
                )
                : Phrase(
                    "远程路径以 hearth ls 列出的文件夹名开头，例如 Family/Photos；或 /s/12/…",
                    "Remote paths begin with a folder that 'hearth ls' lists, such as Family/Photos, or with /s/NUMBER."
                )
        )
    }
}
