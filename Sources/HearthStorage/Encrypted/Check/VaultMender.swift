import HearthCrypto

/// Puts things right in a vault: never deletes content, and each step leaves the vault no worse if it is the last.
///
/// What cannot stay where it is comes into a directory of its own below `recovered` in the vault's root.
final class VaultMender {
    let inner: any Volume
    let keys: VaultKeys
    let vault: Vault
    private let recoveredName: String
    /// Where things are brought back to, once that was needed.
    private var recovered: (id: VaultDirectoryID, plain: PlainPlace)?
    private var claimed: [FileName] = []
    private var madeTemporary: [VolumePath] = []
    private var numbers: [String: Int] = [:]

    init(_ vault: Vault, recoveredName: String) {
        self.vault = vault
        inner = vault.inner
        keys = vault.keys
        self.recoveredName = recoveredName
    }

    /// Takes back what was only needed for the work.
    func finish() {
        // Fails where something lies in them.
        for path in madeTemporary.reversed() { try? removeEmpty(path) }
        madeTemporary = []
        for name in claimed { vault.locks.release(name) }
        claimed = []
    }

    // MARK: Directories

    /// Makes a content directory with its `dirid.c9r`; one that is there is completed.
    func makeContentDirectory(of id: VaultDirectoryID) throws {
        _ = try inner.makeDirectories(try ContentPlace(of: id, keys: keys).path)
        try writeID(of: id)
    }

    /// Writes a directory's `dirid.c9r` over whatever is there.
    func writeID(of id: VaultDirectoryID) throws {
        let place = try ContentPlace(of: id, keys: keys).path.appending(VaultNames.directoryID)
        try write(try keys.sealSmall(id.bytes), at: place, mode: .replace(expecting: nil))
    }

    /// Removes a content directory in which nothing lies but perhaps its `dirid.c9r`, or what belongs to a left-over.
    func removeContentDirectory(_ place: ContentPlace) throws {
        do throws(StorageError) {
            _ = try inner.entryInfo(place.path)
        } catch {
            if error.code == .notFound { return }
            throw error
        }
        try inner.remove(place.path) { _ in }
        try? removeEmpty(place.outer)
    }

    /// Removes one content directory of a tree that is to go, with its records.
    func removeTree(of id: VaultDirectoryID) throws {
        try removeContentDirectory(try ContentPlace(of: id, keys: keys))
        vault.records.removeAll(of: try vault.directory(id).place)
    }

    /// Removes a directory of an entry with nothing in it but perhaps a name; false when there is more.
    func removeShell(_ path: VolumePath) throws -> Bool {
        var isEmpty = true
        try inner.forEachEntry(of: path) { entry in
            if entry.name != VaultNames.longName.bytes { isEmpty = false }
            return isEmpty
        }
        guard isEmpty else { return false }
        try inner.remove(path) { _ in }
        return true
    }

    private func removeEmpty(_ path: VolumePath) throws {
        var isEmpty = true
        try inner.forEachEntry(of: path) { _ in
            isEmpty = false
            return false
        }
        if isEmpty { try inner.remove(path) { _ in } }
    }

    // MARK: Bringing back

    /// Gives a directory that nothing leads to a place below `recovered`.
    ///
    /// - Returns: the place.
    func bringBack(_ id: VaultDirectoryID) throws -> PlainPlace {
        let (parent, plain) = try recoveredDirectory()
        while true {
            let name = try numbered("directory", in: "")
            if try link(id, as: name, in: parent) { return PlainPlace(name.bytes, in: plain) }
        }
    }

    /// A new directory below `recovered`.
    func newDirectory() throws -> (id: VaultDirectoryID, plain: PlainPlace) {
        let (parent, plain) = try recoveredDirectory()
        while true {
            let name = try numbered("directory", in: "")
            if let id = try makeDirectory(name, in: parent) {
                return (id, PlainPlace(name.bytes, in: plain))
            }
        }
    }

    /// Moves an entry below `recovered`.
    ///
    /// - Parameters:
    ///   - entry: has content.
    ///   - name: how it is called if that is known and free there; otherwise it gets a number.
    ///   - directory: where it lies.
    /// - Returns: what was done, for the report; nil when it stays where it is.
    /// - Throws: ``StorageError``, `CryptoError`.
    func recover(
        _ entry: VaultEntry,
        as name: FileName?,
        from directory: VaultDirectoryID
    ) throws -> String? {
        let (parent, plain) = try recoveredDirectory()
        if let name, try move(entry, as: name, in: parent, from: directory) {
            let place = PlainPlace(name.bytes, in: plain)
            return "moved to \(String(decoding: place.bytes, as: UTF8.self))"
        }
        guard let name = try move(entry, numberedIn: parent, from: directory) else { return nil }
        let place = PlainPlace(name.bytes, in: plain)
        return "moved to \(String(decoding: place.bytes, as: UTF8.self))"
    }

    /// Moves an entry into a directory under a number.
    ///
    /// - Returns: the name; nil when the entry has no content.
    func move(
        _ entry: VaultEntry,
        numberedIn directory: VaultDirectoryID,
        from old: VaultDirectoryID?
    ) throws -> FileName? {
        let noun: String
        switch entry.content {
        case .file: noun = "file"
        case .directory: noun = "directory"
        case .symlink: noun = "link"
        default: return nil
        }
        while true {
            let name = try numbered(noun, in: String(decoding: directory.bytes, as: UTF8.self))
            if try move(entry, as: name, in: directory, from: old) { return name }
        }
    }

    private func numbered(_ noun: String, in directory: String) throws -> FileName {
        let number = numbers["\(noun) \(directory)", default: 0] + 1
        numbers["\(noun) \(directory)"] = number
        guard let name = FileName("\(noun) \(number)") else {
            throw StorageError(.invalidName, "no name can be made for what is brought back")
        }
        return name
    }

    private func recoveredDirectory() throws -> (id: VaultDirectoryID, plain: PlainPlace) {
        if let recovered { return recovered }
        let (all, top) = try directory("recovered", in: .root, PlainPlace())
        let found = try directory(recoveredName, in: all, top)
        recovered = found
        return found
    }

    /// A directory of that name, or of one with a number behind it where something else is in the way.
    private func directory(
        _ text: String,
        in parent: VaultDirectoryID,
        _ plain: PlainPlace
    ) throws -> (id: VaultDirectoryID, plain: PlainPlace) {
        for number in 1... {
            guard let name = FileName(number == 1 ? text : "\(text) \(number)") else { break }
            if let id = try makeDirectory(name, in: parent) {
                return (id, PlainPlace(name.bytes, in: plain))
            }
            let place = try self.place(of: name, in: parent)
            let reader = VaultEntryReader(inner: inner, keys: keys)
            if case .directory(let id, _)? = try? reader.link(at: place.appending(VaultNames.directoryLink)) {
                return (id, PlainPlace(name.bytes, in: plain))
            }
        }
        throw StorageError(.invalidName, "no place can be made for what is brought back")
    }

    // MARK: Temporary things

    private func claim() -> FileName {
        let name = vault.locks.claim()
        claimed.append(name)
        return name
    }

    /// A name in `hearth/tmp`, which is made if it is missing.
    func temporary() throws -> VolumePath {
        let own = VolumePath([VaultNames.own])
        for path in [own, VaultCheck.temporary] {
            do throws(StorageError) {
                try inner.makeDirectory(path)
                madeTemporary.append(path)
            } catch {
                if error.code != .alreadyExists { throw error }
            }
        }
        return VaultCheck.temporary.appending(claim())
    }

    /// Writes a small file, atomically and durably.
    func write(_ bytes: [UInt8], at path: VolumePath, mode: PublishMode = .failIfExists) throws {
        try SmallFiles.write(bytes, at: path, on: inner, mode: mode)
    }
}
