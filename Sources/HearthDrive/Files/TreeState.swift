import HearthCrypto
import HearthStorage

/// What a file or tree is, entry by entry, to tell whether it changed since: names, numbers, sizes and times.
///
/// Contents are not read: a file whose bytes changed has another change time, which no program can set back.
struct TreeState: Hashable, Sendable {
    private let digest: SHA256Digest
    /// Whether there is nothing in it but directories and regular files.
    let isOrdinary: Bool

    /// Walks the tree; blocks, and holds no more than the names of one directory and the paths still to be entered.
    ///
    /// - Throws: 10000 when it is gone, 10023 for a directory that may not be read.
    init(of path: VolumePath, on volume: any Volume) throws {
        var hasher = try SHA256Hasher()
        var isOrdinary = true
        var waiting = [path]
        let top = try storage { try volume.entryInfo(path) }
        try Self.add(top, [], to: &hasher)
        if top.kind != .directory { waiting = [] }
        if top.kind == .other { isOrdinary = false }
        while let directory = waiting.popLast() {
            var names: [[UInt8]] = []
            try storage {
                try volume.forEachEntry(of: directory) { entry in
                    names.append(entry.name)
                    return true
                }
            }
            names.sort { $0.lexicographicallyPrecedes($1) }
            for name in names.compactMap({ FileName($0) }) {
                let place = directory.appending(name)
                // One that went meanwhile is not in the state; its directory's times tell of that.
                guard let info = try volume.entryIfPresent(place) else { continue }
                try Self.add(info, name.bytes, to: &hasher)
                switch info.kind {
                case .directory: waiting.append(place)
                case .file: break
                case .other: isOrdinary = false
                }
            }
        }
        digest = try hasher.finish()
        self.isOrdinary = isOrdinary
    }

    private static func add(
        _ info: FileInfo,
        _ name: [UInt8],
        to hasher: inout SHA256Hasher
    ) throws {
        var message: [UInt8] = [info.kind == .directory ? 1 : info.kind == .file ? 2 : 3]
        for word in [
            UInt64(name.count), info.inode, info.device, UInt64(bitPattern: info.size),
            UInt64(bitPattern: info.modified.totalNanoseconds),
            UInt64(bitPattern: info.changed.totalNanoseconds),
        ] {
            withUnsafeBytes(of: word.littleEndian) { message.append(contentsOf: $0) }
        }
        message += name
        try message.withUnsafeBytes { try hasher.update($0) }
    }
}
