import Glibc
import HearthCrypto
import HearthStorage
import HearthTesting
import Synchronization
import Testing

/// A small vault on the disk, made of the format's own parts, and ways to damage it.
final class VaultCheckWorld: Sendable {
    /// What a check said.
    struct Said: Sendable {
        var findings: [(finding: VaultFinding, outcome: VaultOutcome)] = []
        var counts = VaultCheckTally.Counts()

        var kinds: [VaultFinding.Kind] { findings.map(\.finding.kind) }
        var damages: [VaultFinding.Kind] {
            findings.filter { $0.finding.weight == .damage }.map(\.finding.kind)
        }
    }

    let partition: TestPartition
    let volume: DirectoryVolume
    let keys: VaultKeys

    /// An empty vault.
    init() throws {
        partition = try TestPartition()
        volume = try partition.root("vault")
        keys = try VaultKeys.random()
        try Vault.create(on: volume, keys: keys)
    }

    /// Directories, short and long names, files of several sizes.
    static func furnished() throws -> VaultCheckWorld {
        let world = try VaultCheckWorld()
        try world.write("hello", "a.txt", in: .root)
        try world.write("", "empty", in: .root)
        let photos = try world.makeDirectory("photos", in: .root)
        try world.write([UInt8](repeating: 7, count: 100_000), "b.jpg", in: photos)
        try world.write("long", world.long, in: photos)
        let deep = try world.makeDirectory(world.long + "d", in: photos)
        try world.write("deep", "c.txt", in: deep)
        _ = try world.makeDirectory("nothing in it", in: photos)
        return world
    }

    /// A name that is shortened on the disk.
    let long = String(repeating: "n", count: 200)

    // MARK: Making

    func content(of id: VaultDirectoryID) throws -> VolumePath {
        let (first, second) = try keys.contentPath(of: id)
        return VolumePath([FileName("d"), FileName(first), FileName(second)].compactMap { $0 })
    }

    /// Where an entry of that name lies.
    func place(_ name: String, in id: VaultDirectoryID) throws -> VolumePath {
        let cipherName = try keys.cipherName(of: Array(name.utf8), in: id)
        let isLong = cipherName.count > VaultFormat.shorteningThreshold
        let onDisk = try isLong ? VaultFormat.shortName(of: cipherName) : cipherName
        return try content(of: id).appending(try #require(FileName(onDisk)))
    }

    private func shell(_ name: String, in id: VaultDirectoryID) throws -> VolumePath {
        let path = try place(name, in: id)
        try volume.makeDirectory(path)
        let cipherName = try keys.cipherName(of: Array(name.utf8), in: id)
        if cipherName.count > VaultFormat.shorteningThreshold {
            try volume.write(cipherName, to: path / "name.c9s")
        }
        return path
    }

    func makeDirectory(_ name: String, in parent: VaultDirectoryID) throws -> VaultDirectoryID {
        let id = try VaultDirectoryID.random()
        try volume.makeDirectories(try content(of: id))
        try volume.write(try keys.sealSmall(id.bytes), to: try content(of: id) / "dirid.c9r")
        try volume.write(id.bytes, to: try shell(name, in: parent) / "dir.c9r")
        return id
    }

    func write(_ text: String, _ name: String, in id: VaultDirectoryID) throws {
        try write(Array(text.utf8), name, in: id)
    }

    func write(_ bytes: [UInt8], _ name: String, in id: VaultDirectoryID) throws {
        try volume.write(try keys.sealSmall(bytes), to: try file(name, in: id, making: true))
    }

    /// Where a file's content lies.
    func file(_ name: String, in id: VaultDirectoryID, making: Bool = false) throws -> VolumePath {
        let path = try place(name, in: id)
        guard path.last?.bytes.suffix(4).elementsEqual(".c9s".utf8) == true else { return path }
        if making { _ = try shell(name, in: id) }
        return path / "contents.c9r"
    }

    /// The id that an entry leads to.
    func id(_ name: String, in parent: VaultDirectoryID) throws -> VaultDirectoryID {
        try #require(VaultDirectoryID(try volume.content(of: try place(name, in: parent) / "dir.c9r")))
    }

    // MARK: Damaging

    func remove(_ path: VolumePath) throws { try volume.remove(path) { _ in } }

    func replace(_ path: VolumePath, with bytes: [UInt8]) throws {
        try volume.write(bytes, to: path, mode: .replace(expecting: nil))
    }

    func change(_ path: VolumePath, _ change: (inout [UInt8]) -> Void) throws {
        var bytes = try volume.content(of: path)
        change(&bytes)
        try replace(path, with: bytes)
    }

    func rename(_ path: VolumePath, to new: VolumePath) throws {
        try volume.rename(path, to: new, on: volume, replace: false)
    }

    // MARK: Checking

    /// Runs a whole check.
    func check(
        mends: Bool = false,
        accepts: Bool = false,
        isQuick: Bool = false,
        records: (any VaultRecordList)? = nil,
        on inner: (any Volume)? = nil
    ) throws -> Said {
        let said = Mutex(Said())
        var options = VaultCheck.Options()
        options.mends = mends
        options.accepts = accepts
        options.readsContent = !isQuick
        options.recoveredName = "now"
        let check = try VaultCheck(
            inner: inner ?? volume,
            keys: keys,
            records: records,
            options: options,
            report: { finding, outcome in said.withLock { $0.findings.append((finding, outcome)) } }
        )
        let changes = try check.content(try check.structure())
        try check.accept(changes)
        return said.withLock { said in
            said.counts = check.tally.now
            return said
        }
    }

    /// Every plain path with its content; directories have none.
    func tree() throws -> [String: [UInt8]?] {
        var found: [String: [UInt8]?] = [:]
        var pending = [("", VaultDirectoryID.root)]
        while let (path, id) = pending.popLast() {
            let place = try content(of: id)
            for name in try volume.names(in: place) where name != Array("dirid.c9r".utf8) {
                let entry = place.appending(try #require(FileName(name)))
                let isShort = name.suffix(4).elementsEqual(".c9s".utf8)
                let cipherName = isShort ? try? volume.content(of: entry / "name.c9s") : name
                guard let cipherName, let plain = try? keys.name(ofCipherName: cipherName, in: id) else {
                    continue
                }
                let full = "\(path)/\(String(decoding: plain, as: UTF8.self))"
                if let link = try? volume.content(of: entry / "dir.c9r") {
                    found[full] = .some(nil)
                    // A circle has no end.
                    let isDeep = full.utf8.count { $0 == UInt8(ascii: "/") } > 6
                    if let child = VaultDirectoryID(link), !isDeep { pending.append((full, child)) }
                } else if let sealed = try? volume.content(of: isShort ? entry / "contents.c9r" : entry),
                    let bytes = try? keys.openSmall(sealed)
                {
                    found[full] = bytes
                }
            }
        }
        return found
    }

    /// Every file and directory of the vault as it lies on the disk.
    func disk() throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        var pending = [VolumePath.root]
        while let path = pending.popLast() {
            try volume.forEachEntry(of: path) { entry in
                guard let name = entry.fileName else { return true }
                let below = path.appending(name)
                let text = String(decoding: below.bytes, as: UTF8.self)
                if entry.kind == .directory { pending.append(below) }
                found[text] = (try? volume.content(of: below)) ?? []
                return true
            }
        }
        return found
    }
}

/// An entry of a directory, for tests; the name can be one.
func / (path: VolumePath, name: String) -> VolumePath {
    VolumePath(path.names + [FileName(name)].compactMap { $0 })
}
