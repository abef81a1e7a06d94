import Synchronization

/// A list of areas for tests and previews.
public final class MemoryAreaStorage: AreaStorage {
    private let list: Mutex<AreaList>

    /// Starts with a list.
    public init(_ list: AreaList = AreaList()) { self.list = Mutex(list) }

    /// The list.
    public func load() async throws(SessionError) -> AreaList { list.withLock { $0 } }

    /// Replaces the list.
    public func save(_ list: AreaList) async throws(SessionError) { self.list.withLock { $0 = list } }

    /// Changes the list under its lock.
    public func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout AreaList) throws(SessionError) -> Result
    ) async throws(SessionError) -> Result {
        try list.withLock { list throws(SessionError) in
            var copy = list
            let result = try change(&copy)
            list = copy
            return result
        }
    }
}
