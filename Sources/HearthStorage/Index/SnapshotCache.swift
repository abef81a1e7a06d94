import Synchronization

/// Sorted names of directories, the least recently used going first.
final class SnapshotCache: Sendable {
    /// Which directory, seen through which root.
    struct Key: Hashable {
        let scope: VolumeScope
        let device: UInt64
        let inode: UInt64
    }

    private struct Item {
        let snapshot: DirectorySnapshot
        let memory: Int
        var used: UInt64
    }

    private struct State {
        var items: [Key: Item] = [:]
        var memory = 0
        var clock: UInt64 = 0
        var builders: [Key: Builder] = [:]
    }

    /// Makes one thread read a directory while others who want the same wait.
    private final class Builder: Sendable {
        let turn = Mutex(())
        let waiting = Atomic(0)
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limitBytes: Int) {
        limit = limitBytes
    }

    /// What all kept snapshots occupy.
    var memory: Int { state.withLock { $0.memory } }

    /// A kept snapshot of the directory as it is now, if there is one.
    func find(_ key: Key, _ directory: FileInfo) -> DirectorySnapshot? {
        state.withLock { state in
            guard let snapshot = state.items[key]?.snapshot else { return nil }
            guard snapshot.directory.modified == directory.modified,
                snapshot.directory.changed == directory.changed
            else {
                Self.remove(key, &state)
                return nil
            }
            state.clock += 1
            state.items[key]?.used = state.clock
            return snapshot
        }
    }

    /// Keeps a snapshot unless it alone is over the limit.
    func insert(_ snapshot: DirectorySnapshot, _ key: Key) {
        let memory = snapshot.memory
        state.withLock { state in
            Self.remove(key, &state)
            guard memory <= limit else { return }
            state.clock += 1
            state.items[key] = Item(snapshot: snapshot, memory: memory, used: state.clock)
            state.memory += memory
            while state.memory > limit, let oldest = state.items.min(by: { $0.value.used < $1.value.used }) {
                Self.remove(oldest.key, &state)
            }
        }
    }

    /// Forgets one directory.
    func remove(_ key: Key) {
        state.withLock { Self.remove(key, &$0) }
    }

    /// Forgets everything seen through a root.
    func removeAll(_ scope: VolumeScope) {
        state.withLock { state in
            for key in state.items.keys where key.scope == scope { Self.remove(key, &state) }
        }
    }

    /// Runs one caller at a time per key, so that a large directory is not read by many at once.
    func inTurn<Result>(
        _ key: Key,
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        let builder = state.withLock { state in
            let builder = state.builders[key] ?? Builder()
            state.builders[key] = builder
            builder.waiting.add(1, ordering: .relaxed)
            return builder
        }
        defer {
            state.withLock { state in
                if builder.waiting.subtract(1, ordering: .relaxed).newValue == 0 { state.builders[key] = nil }
            }
        }
        var result: Result?
        try builder.turn.withLock { _ throws(StorageError) in result = try body() }
        guard let result else { throw StorageError(.io, "a directory was not read") }
        return result
    }

    private static func remove(_ key: Key, _ state: inout State) {
        if let item = state.items.removeValue(forKey: key) { state.memory -= item.memory }
    }
}
