import HearthSQL
import HearthStorage
import HearthWire

/// Folders that are about to go elsewhere or away.
extension Files {
    /// Whether a root, or the folder around it, has a task that moves or deletes it, a failed one included.
    func isBusy(_ root: Int) async throws -> Bool {
        let folder = try await roots.containing(root)
        return try await database.read { session in
            try Set([root, folder]).contains { id in
                try Tasks.mark(of: "\(id)", topics: [.moveFolder, .deleteFolder], session) != nil
            }
        }
    }

    /// Access to a path of a copy or move, which a busy folder refuses before anything else is said about it.
    ///
    /// - Parameters:
    ///   - path: below a root.
    ///   - caller: who asks.
    ///   - code: 10026 or 10027; nil when a task may run beside.
    /// - Returns: as ``access(_:_:)``.
    /// - Throws: 10018, 10019; the code; 10000.
    func access(
        _ path: ResourcePath,
        _ caller: Caller,
        busy code: WireCode?
    ) async throws -> (RootAccess, VolumePath) {
        let (root, _) = try path.requireRoot()
        // Strangers are not told what is going on.
        if let code, try await roots.rights(of: caller.user.id, on: root).contains(.read),
            try await isBusy(root)
        {
            throw DriveError(code)
        }
        return try await access(path, caller)
    }
}
