/// One thing that a check found in a vault.
///
/// It is for the person at the keyboard: places and names never go to a log.
package struct VaultFinding: Hashable, Sendable {
    /// What was found; the raw value is stable and means the same in every version.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A content directory below `d/` that no entry of any directory leads to.
        case orphanDirectory = "orphan-directory"
        /// An entry leads to a content directory that is not there.
        case missingDirectory = "missing-directory"
        /// A directory that cannot be read.
        case unreadableDirectory = "unreadable-directory"
        /// A content directory without `dirid.c9r`.
        case missingID = "missing-directory-id"
        /// A `dirid.c9r` that is broken.
        case unreadableID = "unreadable-directory-id"
        /// A `dirid.c9r` that holds the id of another directory.
        case wrongID = "wrong-directory-id"
        /// An empty `dir.c9r`: the empty id is the root's, which no entry may lead to.
        case emptyLink = "empty-link"
        /// A `dir.c9r` that is no file, cannot be read, or holds no directory id.
        case unreadableLink = "unreadable-link"
        /// A `dir.c9r` that leads where another one leads already.
        case duplicateLink = "duplicate-link"
        /// A directory `….c9r` or `….c9s` with nothing in it.
        case emptyShell = "empty-shell"
        /// An entry that holds two kinds of content.
        case ambiguousEntry = "ambiguous-entry"
        /// A `….c9s` without a readable `name.c9s`.
        case missingName = "missing-name"
        /// A `name.c9s` that does not belong to the `….c9s` around it.
        case wrongName = "wrong-name"
        /// A `….c9s` for a name that is short enough without.
        case needlessShortening = "needless-shortening"
        /// A `….c9r` for a name that is so long that programs look for it as `….c9s`.
        case missingShortening = "missing-shortening"
        /// An entry whose name cannot be opened in this directory.
        case unreadableName = "unreadable-name"
        /// An entry whose name is not in NFC: other programs may not find it by its name.
        case decomposedName = "decomposed-name"
        /// A file of a size that no file of a vault can have: its end is missing.
        case tornFile = "torn-file"
        /// A file whose header cannot be opened: nothing of it can be read.
        case badHeader = "bad-header"
        /// A file with blocks that cannot be opened.
        case badBlocks = "bad-blocks"
        /// A file that the disk does not give.
        case unreadableFile = "unreadable-file"
        /// An entry of a content directory that is neither a file nor a directory of a vault.
        case unknownEntry = "unknown-entry"
        /// Something that was being built or removed when the program ended.
        case leftover = "leftover"
        /// A file that belongs to nothing, but is in nobody's way.
        case foreign = "foreign"
        /// A file or directory that is another one than Hearth recorded.
        case changedOutside = "changed-outside"
        /// Hearth recorded something that is not there any more.
        case goneOutside = "gone-outside"
    }

    /// How much a finding matters.
    package enum Weight: Hashable, Sendable {
        /// Something is lost, in danger, or out of reach.
        case damage
        /// Worth knowing, and nothing needs to be done.
        case note
    }

    /// What was found.
    package let kind: Kind
    /// Where, from the vault's directory.
    package let place: VolumePath
    /// The path that people know, with a slash in front; nil where it is not known.
    package let plain: [UInt8]?
    /// More, in a few English words; may be empty.
    package let detail: String
    /// How much it matters.
    package let weight: Weight

    /// All members as given.
    package init(
        _ kind: Kind,
        at place: VolumePath,
        plain: [UInt8]? = nil,
        detail: String = "",
        weight: Weight? = nil
    ) {
        self.kind = kind
        self.place = place
        self.plain = plain
        self.detail = detail
        // Hearth finds names in both forms.
        let isNote = kind == .foreign || kind == .decomposedName
        self.weight = weight ?? (isNote ? .note : .damage)
    }
}

/// What became of a ``VaultFinding``.
package enum VaultOutcome: Hashable, Sendable {
    /// It is as it was.
    case remains
    /// It was put right; the text says how, in a few English words.
    case mended(String)
    /// It counts as right from now on.
    case accepted
    /// It could not be put right; the text says why.
    case failed(String)
}
