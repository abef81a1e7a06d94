import HearthCrypto
import Synchronization

/// What everybody who works in one vault shares, whoever opened it: locks, and the names under `hearth/tmp` in use.
///
/// Two ``Vault``s of one place (one locked while work goes on, one just opened) meet here. Locks are taken in this
/// order: ``moving(_:)``, then directories.
final class VaultLocks: Sendable {
    private final class Stripe: Sendable {
        let mutex = Mutex(())
    }

    private struct Weak {
        weak var locks: VaultLocks?
    }

    private static let known = Mutex<[String: Weak]>([:])
    private let stripes = (0..<64).map { _ in Stripe() }
    private let moves = Mutex(())
    private let busy = Mutex<Set<[UInt8]>>([])

    private init() {}

    /// The locks of a place; the same for as long as anybody holds them.
    static func of(_ place: String) -> VaultLocks {
        known.withLock { known in
            if let locks = known[place]?.locks { return locks }
            let locks = VaultLocks()
            known = known.filter { $0.value.locks != nil }
            known[place] = Weak(locks: locks)
            return locks
        }
    }

    /// Keeps entries of some directories from changing by others of this process.
    func holding<Result>(
        _ directories: [VaultDirectoryID],
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        let numbers = Set(directories.map { Int(UInt($0.hashValue.magnitude) % UInt(stripes.count)) })
        return try holding(numbers.sorted()[...], body)
    }

    private func holding<Result>(
        _ numbers: ArraySlice<Int>,
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        guard let first = numbers.first else { return try body() }
        return try Self.locked(stripes[first].mutex) { () throws(StorageError) in
            try holding(numbers.dropFirst(), body)
        }
    }

    /// Lets one directory at a time change its parent: two at once could each end up inside the other.
    func moving<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try Self.locked(moves, body)
    }

    private static func locked<Result>(
        _ mutex: borrowing Mutex<Void>,
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        var result: Result?
        try mutex.withLock { _ throws(StorageError) in result = try body() }
        guard let result else { throw StorageError(.io, "a locked section gave nothing") }
        return result
    }

    /// A name under `hearth/tmp` that is in use until ``release(_:)``.
    func claim() -> FileName {
        let name = FileName(unchecked: Array(RandomName.text().utf8))
        busy.withLock { _ = $0.insert(name.bytes) }
        return name
    }

    /// Takes a name under `hearth/tmp` on which nobody works; false when somebody does.
    func claim(_ name: FileName) -> Bool { busy.withLock { $0.insert(name.bytes).inserted } }

    /// The name is not in use any more; what is left under it may be deleted.
    func release(_ name: FileName) { busy.withLock { _ = $0.remove(name.bytes) } }

    /// Whether somebody works under a name of `hearth/tmp`.
    func isClaimed(_ name: FileName) -> Bool { busy.withLock { $0.contains(name.bytes) } }
}
