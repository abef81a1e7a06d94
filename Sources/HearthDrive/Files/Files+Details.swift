import HearthConcurrency
import HearthStorage
import HearthWire

/// One entry, with what is known of it.
extension Files {
    /// An entry as its caller sees it.
    package struct Details: Sendable {
        /// The root, with the caller's rights.
        package let access: RootAccess
        /// The entry.
        package let resource: Resource
        /// A file's content; nil for a directory.
        package let opened: Opened?
    }

    /// Looks at a file or directory.
    ///
    /// - Throws: 10000 when it is missing or is neither.
    package func details(_ path: ResourcePath, _ caller: Caller) async throws -> Details {
        let (access, below) = try await access(path, caller)
        let volume = access.volume
        let info = try await blocking.run { try storage { try volume.info(below) } }
        switch info.kind {
        case .directory:
            let resource = Resource(root: access.root.id, path: below, info: info)
            return Details(access: access, resource: resource, opened: nil)
        case .file:
            let opened = try await open(below, access)
            return Details(access: access, resource: opened.resource, opened: opened)
        case .other: throw DriveError(.resourceNotFound)
        }
    }
}
