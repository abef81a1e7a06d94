import HearthStorage

/// What is known of records without asking the database; bounded.
///
/// A value: ``VaultRecordStore`` guards it.
struct VaultRecordCache {
    /// A directory of a vault.
    struct Directory: Hashable, Sendable {
        /// The root.
        var root: Int
        /// ``VaultPlace/directory``.
        var bytes: [UInt8]
    }

    private struct Known {
        /// An empty list is a place that has no record.
        var seals: [[UInt8]: [[UInt8]]] = [:]
        /// Whether every place that has a record is there.
        var isComplete = false
    }

    /// What holds at a place and is not written yet, and how many settled seals are on their way there.
    private struct Pin {
        var seals: [[UInt8]]
        var count: Int
    }

    private var directories: [Directory: Known] = [:]
    private var count = 0
    private var pins: [Directory: [[UInt8]: Pin]] = [:]
    private var pinCount = 0
    private let limit: Int
    /// How often it was emptied: what was read before does not come in after.
    private(set) var clearings: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    /// The seals of a place; nil when nothing is known of it.
    func seals(_ directory: Directory, _ name: [UInt8]) -> [[UInt8]]? {
        guard let known = directories[directory] else { return nil }
        return known.seals[name] ?? (known.isComplete ? [] : nil)
    }

    /// Whether what holds at a place is on its way to the database.
    func isPinned(_ directory: Directory, _ name: [UInt8]) -> Bool { pins[directory]?[name] != nil }

    /// What holds from now on and is not written yet: it stays known until as many ``unpin(_:_:)``, for what the
    /// database tells of the place is older.
    mutating func pin(_ seals: [[UInt8]], _ directory: Directory, _ name: [UInt8]) {
        let before = pins[directory]?[name]
        if before == nil { pinCount += 1 }
        pins[directory, default: [:]][name] = Pin(seals: seals, count: (before?.count ?? 0) + 1)
        set(seals, directory, name)
    }

    /// One of the settled seals of a place is written.
    mutating func unpin(_ directory: Directory, _ name: [UInt8]) {
        guard var pin = pins[directory]?[name] else { return }
        pin.count -= 1
        pins[directory]?[name] = pin.count > 0 ? pin : nil
        if pin.count > 0 { return }
        pinCount -= 1
        if pins[directory]?.isEmpty == true { pins[directory] = nil }
    }

    /// What holds from now on.
    mutating func set(_ seals: [[UInt8]], _ directory: Directory, _ name: [UInt8]) {
        makeRoom(for: 1)
        keep(seals, directory, name)
    }

    private mutating func keep(_ seals: [[UInt8]], _ directory: Directory, _ name: [UInt8]) {
        if directories[directory, default: Known()].seals.updateValue(seals, forKey: name) == nil {
            count += 1
        }
    }

    /// Takes in what was read; what is known already is newer.
    mutating func fill(_ directory: Directory, _ rows: [[UInt8]: [[UInt8]]], isComplete: Bool) {
        let before = clearings
        makeRoom(for: rows.count)
        // What was newer than the rows has just gone: they may not take its place.
        if clearings != before { return }
        var known = directories[directory] ?? Known()
        count -= known.seals.count
        known.seals.merge(rows) { newer, _ in newer }
        count += known.seals.count
        known.isComplete = known.isComplete || isComplete
        directories[directory] = known
    }

    /// Forgets a directory: its number is random and never comes again.
    mutating func remove(_ directory: Directory) {
        guard let known = directories.removeValue(forKey: directory) else { return }
        count -= known.seals.count
    }

    private mutating func makeRoom(for more: Int) {
        if count + more <= limit + pinCount { return }
        directories.removeAll()
        count = 0
        clearings += 1
        for (directory, pinned) in pins {
            for (name, pin) in pinned { keep(pin.seals, directory, name) }
        }
    }
}
