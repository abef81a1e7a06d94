/// How a list is ordered; directories always come first.
///
/// Equal items follow in natural order of their names: simple case folding, runs of digits by value, ties by bytes.
package struct SortOrder: Hashable, Sendable {
    /// What is compared first.
    package enum Key: Hashable, Sendable {
        /// The natural order of names.
        case name
        /// The modification time, oldest first.
        case mtime
        /// The size, smallest first.
        case size
        /// The extension (the bytes after the last dot that is not leading), case folded.
        case type
    }

    /// What is compared first.
    package var key: Key
    /// Whether that comparison is turned round; directories stay first.
    package var descending: Bool

    /// By name, ascending, unless told otherwise.
    package init(key: Key = .name, descending: Bool = false) {
        self.key = key
        self.descending = descending
    }
}
