/// A part of a sorted directory list.
package struct DirectoryPage: Sendable {
    /// An entry with what it is now.
    package typealias Item = (entry: DirectoryEntry, info: FileInfo)

    /// How many entries the whole list has, after the name filter.
    package let total: Int
    /// The items asked for; fewer where one vanished while the page was made.
    package let items: [Item]
    /// The directory itself, before it was read.
    package let directory: FileInfo
    /// Changes when entries come, go or are renamed; does not change when a file's content does.
    package let revision: UInt64

    /// How many items of a vault's directory have names that cannot be read; they are not in the list or its total.
    package let damaged: Int

    /// Where the following page begins; nil when this one ends the list.
    package let next: ListPosition?

    /// All members as given.
    package init(
        total: Int,
        items: [Item],
        directory: FileInfo,
        revision: UInt64,
        damaged: Int = 0,
        next: ListPosition? = nil
    ) {
        self.total = total
        self.items = items
        self.directory = directory
        self.revision = revision
        self.damaged = damaged
        self.next = next
    }
}
