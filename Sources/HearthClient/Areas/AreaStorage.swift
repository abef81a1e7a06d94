/// Keeps the list of areas between runs; holds no secret.
public protocol AreaStorage: Sendable {
    /// The list as it was saved last; empty when nothing was saved yet.
    ///
    /// - Throws: `.storage` when it cannot be read, `.corrupt` when it is not what was written.
    func load() async throws(SessionError) -> AreaList

    /// Replaces the list, whole or not at all.
    ///
    /// - Throws: `.storage`; the old list is still there then.
    func save(_ list: AreaList) async throws(SessionError)

    /// Reads, changes and replaces the list in one step.
    ///
    /// A storage that several programs share lets nobody in between.
    ///
    /// - Throws: what the change throws, with nothing saved; `.storage`, `.corrupt`.
    func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout AreaList) throws(SessionError) -> Result
    ) async throws(SessionError) -> Result
}

extension AreaStorage {
    /// Loads, changes and saves; enough where one program alone uses the storage, through one ``AreaManager``.
    public func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout AreaList) throws(SessionError) -> Result
    ) async throws(SessionError) -> Result {
        var list = try await load()
        let result = try change(&list)
        try await save(list)
        return result
    }
}
