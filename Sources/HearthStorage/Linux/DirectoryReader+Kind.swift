import Glibc

/// What an entry is itself, before links are resolved.
enum EntryType: Hashable {
    case directory, file, link, other
}

extension DirectoryReader.Entry {
    /// The type, looked up where the file system does not tell; `.other` when the entry is gone.
    func resolvedType(in directory: Int32) throws(StorageError) -> EntryType {
        switch type {
        case UInt8(DT_DIR): return .directory
        case UInt8(DT_REG): return .file
        case UInt8(DT_LNK): return .link
        case UInt8(DT_UNKNOWN): break
        default: return .other
        }
        guard let name = cString, let status = try FileStatus(of: name, in: directory) else { return .other }
        if status.isLink { return .link }
        switch status.kind {
        case .directory: return .directory
        case .file: return .file
        case .other: return .other
        }
    }
}
