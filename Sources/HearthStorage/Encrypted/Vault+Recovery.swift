/// What interrupted changes left.
///
/// It is looked for when the vault is first open in a process: what another process works on would lose its ground. Others
/// of this process may use the vault meanwhile, since nothing of what goes has a name.
extension Vault {
    /// What lies in `hearth/tmp`, for ``recover(_:while:)``.
    ///
    /// - Throws: what the inner volume says.
    func leftovers() throws(StorageError) -> [FileName] {
        var names: [FileName] = []
        do throws(StorageError) {
            try inner.forEachEntry(of: Self.temporary) { entry in
                names.append(FileName(unchecked: entry.name))
                return true
            }
        } catch {
            guard error.code == .notFound else { throw error }
        }
        return names
    }

    /// Deletes what lies under a name of `hearth/tmp`, unless somebody of this process works on it.
    ///
    /// - Parameters:
    ///   - name: one of the ``leftovers()``.
    ///   - isWanted: asked between directories; after a no the rest stays for another time.
    /// - Throws: what the inner volume says.
    func recover(_ name: FileName, while isWanted: () -> Bool) throws(StorageError) {
        guard isWanted(), locks.claim(name) else { return }
        defer { locks.release(name) }
        do {
            try takeApart(Self.temporary.appending(name)) { _ in
                if !isWanted() { throw CancellationError() }
            }
        } catch is CancellationError {
            return
        } catch let error as StorageError {
            // Somebody's work ended after it was listed.
            if error.code != .notFound { throw error }
        } catch {
            throw StorageError(.io, "deleting a tree of a vault: \(error)")
        }
    }
}
