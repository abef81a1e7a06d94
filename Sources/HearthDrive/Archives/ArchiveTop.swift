import HearthArchive
import HearthStorage
import HearthWire

/// A file or directory that was asked for by its path, with the name it has at the top of the archive.
struct ArchiveTop: Sendable {
    var name: [UInt8]
    let volume: any Volume
    let path: VolumePath
    let info: FileInfo
}

/// Gives each of them a name of its own.
struct ArchiveTopNames {
    private let format: ArchiveFormat
    private var used: Set<[UInt8]> = []

    init(format: ArchiveFormat) { self.format = format }

    /// The name for the next one: its own, or `base(n).ext` when another has that already.
    mutating func name(for name: FileName) throws -> [UInt8] {
        var candidate = name
        var attempt = 0
        while true {
            let written = EntryPath.escaped(candidate.bytes, for: format, isFirst: true) ?? candidate.bytes
            if used.insert(written).inserted { return written }
            attempt += 1
            guard let next = FreeName.candidate(name, attempt) else { throw DriveError(.nameTooLong) }
            candidate = next
        }
    }

    /// A folder's label as a file name: people may call a folder anything.
    static func fileName(label: String) throws -> FileName {
        let bytes = Array(label.utf8).map { $0 == UInt8(ascii: "/") || $0 < 0x20 ? UInt8(ascii: "_") : $0 }
        let isDots = bytes.allSatisfy { $0 == UInt8(ascii: ".") }
        guard let name = FileName(Array((isDots ? Array("_".utf8) : bytes).prefix(FileName.maximumLength)))
        else {
            throw DriveError(.internalError)
        }
        return name
    }
}
