/// What interrupted changes left.
extension Vault {
    /// Deletes what is left in `hearth/tmp`; what somebody of this process works on stays.
    ///
    /// For the first opening of the vault in a process: what another process works on would lose its ground. Others of
    /// this process may use the vault meanwhile: nothing of what goes has a name.
    ///
    /// - Throws: the first failure, after everything was tried.
    package func recover() throws(StorageError) {
        var failure: StorageError?
        for name in try leftovers() {
            do throws(StorageError) { try recover(name) { true } } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

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
