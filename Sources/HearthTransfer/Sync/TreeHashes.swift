import HearthClient

/// Compares files here and there by their SHA-256, several at a time.
struct TreeHashes: Sendable {
    let context: TransferContext
    let local: LocalPath
    let remote: RemotePath

    private static let width = 4

    /// What came of one comparison.
    struct Verdict: Sendable {
        var entry: TreeEntry
        var result: Result<Bool, TransferError>
    }

    /// Compares; the server reads the files whose hash it does not know.
    ///
    /// - Returns: whether each entry holds the same bytes on both sides.
    /// - Throws: what would fail for every file alike; ``TransferError/Code/unsupported`` for servers that tell no
    ///   hashes.
    func compare(_ entries: [TreeEntry]) async throws(TransferError) -> [Verdict] {
        guard !entries.isEmpty else { return [] }
        guard context.remote.family == .hearth else { throw TransferError(.unsupported, "checksum") }
        var verdicts: [Verdict] = []
        var rest = entries[...]
        await withTaskGroup(of: Verdict.self) { group in
            for entry in rest.prefix(Self.width) { group.addTask { await compare(entry) } }
            rest = rest.dropFirst(Self.width)
            for await verdict in group {
                verdicts.append(verdict)
                if let entry = rest.popFirst() { group.addTask { await compare(entry) } }
            }
        }
        if Task.isCancelled { throw TransferError(.cancelled) }
        return verdicts.sorted { $0.entry.path.lexicographicallyPrecedes($1.entry.path) }
    }

    private func compare(_ entry: TreeEntry) async -> Verdict {
        do throws(TransferError) {
            let here = try await Self.hash(local.appending(entry.path), context.work)
            guard let path = remote.below(entry.path) else { throw TransferError(.badName, entry.text) }
            let there = try await context.remote.checksum(path, context)
            return Verdict(entry: entry, result: .success(here == there.sha256))
        } catch {
            return Verdict(entry: entry, result: .failure(error))
        }
    }

    /// SHA-256 of a file here, 64 lower-case hex digits.
    ///
    /// - Throws: ``TransferError/Code/sourceChanged`` for a file that changes while it is read.
    static func hash(_ path: LocalPath, _ work: WorkThreads) async throws(TransferError) -> String {
        let (file, facts) = try await work.run { () throws(TransferError) -> (LocalFile, FileFacts) in
            let file = try LocalFile.read(path, followsLinks: false)
            return (file, try file.facts())
        }
        guard facts.kind == .regular else { throw TransferError(.notRegular, path.description) }
        let hash = try await FileHash(file, size: facts.size, available: facts.size).run()
        let now = try await work.run { () throws(TransferError) in try file.facts() }
        guard now.identity == facts.identity else { throw TransferError(.sourceChanged, path.description) }
        return hash
    }
}
