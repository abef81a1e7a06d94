import HearthArguments

/// Which names of a tree are meant: `--include`, `--exclude` and `--files-from`, for local and remote trees alike.
///
/// Patterns are rclone's: `*` is anything but `/`, `**` anything, `?` one character but `/`, `[a-z]` and `[!a-z]`
/// sets, `{jpg,png}` alternatives, `\` takes the next character as it is. A pattern that begins with `/` counts from
/// the top of the tree, others from any folder in it; one that ends in `/` means a folder with all that is in it.
///
/// A file is meant when `--files-from` names it (if given), no exclude fits, and an include fits (if any are given).
package struct NameFilter: Sendable {
    private let includes: [NamePattern]
    private let excludes: [NamePattern]
    private let listed: Set<[UInt8]>?
    private let listedFolders: Set<[UInt8]>

    /// Everything is meant.
    package static let all = NameFilter(includes: [], excludes: [], listed: nil)

    private init(includes: [NamePattern], excludes: [NamePattern], listed: Set<[UInt8]>?) {
        self.includes = includes
        self.excludes = excludes
        self.listed = listed
        listedFolders = Self.folders(above: listed ?? [])
    }

    /// Reads patterns.
    ///
    /// - Parameters:
    ///   - includes: what is meant; empty means everything.
    ///   - excludes: what is not, before all includes.
    ///   - list: lines of paths below the top, `#` and `;` begin comments; nil for no list.
    /// - Throws: exit code 2 for a pattern that is none.
    package init(includes: [String], excludes: [String], list: [String]? = nil) throws(CommandError) {
        var patterns: (include: [NamePattern], exclude: [NamePattern]) = ([], [])
        for text in includes { patterns.include.append(try NamePattern(text)) }
        for text in excludes { patterns.exclude.append(try NamePattern(text)) }
        let paths = list?.compactMap { line -> [UInt8]? in
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { return nil }
            let parts = line.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
            return parts.isEmpty ? nil : Array(parts.joined(separator: [UInt8(ascii: "/")]))
        }
        self.init(includes: patterns.include, excludes: patterns.exclude, listed: paths.map(Set.init))
    }

    /// Whether everything is meant.
    package var isEmpty: Bool { includes.isEmpty && excludes.isEmpty && listed == nil }

    /// Whether a file is meant.
    ///
    /// - Parameter path: below the top of the tree, parts separated by `/`, none at either end.
    /// - Returns: whether it is.
    package func takes(file path: String) -> Bool {
        if let listed, !listed.contains(ByteText.bytes(path)) { return false }
        if excludes.contains(where: { $0.fits(path, isFolder: false) }) { return false }
        return includes.isEmpty || includes.contains { $0.fits(path, isFolder: false) }
    }

    /// Whether something in a folder may be meant; a walk leaves the others alone.
    ///
    /// - Parameter path: as for files.
    /// - Returns: whether one may be.
    package func enters(folder path: String) -> Bool {
        if listed != nil, !listedFolders.contains(ByteText.bytes(path)) { return false }
        return !excludes.contains { $0.fits(path, isFolder: true) }
    }

    /// The folders above some paths, without the top: those that are made when files choose their folders.
    ///
    /// - Parameter paths: below the top of the tree.
    /// - Returns: each folder once.
    package static func folders(above paths: some Sequence<[UInt8]>) -> Set<[UInt8]> {
        var folders: Set<[UInt8]> = []
        for path in paths {
            for (index, byte) in path.enumerated() where byte == UInt8(ascii: "/") {
                folders.insert(Array(path[..<index]))
            }
        }
        return folders
    }

    /// Whether folders are made that hold nothing that is meant: only where nothing chooses files.
    package var keepsEmptyFolders: Bool { includes.isEmpty && listed == nil }
}
