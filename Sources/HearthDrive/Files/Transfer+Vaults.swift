import HearthConcurrency
import HearthStorage
import HearthWire

/// What encrypted folders mean for a copy or move (wangpan-api, 4.7 f and h; server decisions, 7).
extension Files {
    /// Whether a selection lies in an encrypted folder.
    package func touchesVault(_ selection: ResourceSelection) async throws -> Bool {
        switch selection {
        case .paths(let paths):
            try await roots.isAnyEncrypted(try paths.map { try $0.requireRoot().root })
        case .all(let parent, _, _):
            try await roots.isEncrypted(try parent.requireRoot().root)
        }
    }

    /// Whether a transfer comes from or goes to an encrypted folder.
    package func touchesVault(_ request: TransferRequest) async throws -> Bool {
        if try await roots.isEncrypted(try request.destination.requireRoot().root) { return true }
        return try await touchesVault(request.selection)
    }

    /// A path's root as its row tells it: opened only when nothing speaks against it any more.
    func known(
        _ path: ResourcePath,
        _ caller: Caller,
        busy code: WireCode?
    ) async throws -> (root: Root, rights: Rights, path: VolumePath) {
        let (id, below) = try path.requireRoot()
        // Strangers are not told what is going on.
        if let code, try await roots.rights(of: caller.user.id, on: id).contains(.read),
            try await isBusy(id)
        {
            throw DriveError(code)
        }
        let (root, rights) = try await roots.known(id, to: caller.user.id)
        return (root, rights, try root.normalized(below))
    }

    /// What can be said of a source while the destination is locked; the question for its password comes last.
    ///
    /// - Throws: 10026, 10002, 10025, 10022 or 10023, 10024, 10009; nothing when only the password is missing.
    func checkLocked(
        _ source: ResourcePath,
        _ request: TransferRequest,
        _ caller: Caller,
        refusesBusy: Bool
    ) async throws {
        let target = try await known(request.destination, caller, busy: nil)
        let (root, rights, path) = try await known(source, caller, busy: refusesBusy ? .sourceBusy : nil)
        let real = root.place.below(path)
        try Self.checkPlaces(real, target.root.place.below(target.path), request)
        try Self.checkRights(rights, target.rights, request)
        if root.isEncrypted, root.id != target.root.id { throw DriveError(.staysInVault) }
        if request.action == .move { try await checkReceived(root, path, target.root, caller) }
    }

    /// A source in an encrypted folder, and a destination outside of it: not even opened to be refused.
    ///
    /// - Throws: 10001 for a name that is taken; 10022 or 10023; 10024.
    func checkLeaving(
        _ root: Root,
        _ rights: Rights,
        _ path: VolumePath,
        _ request: TransferRequest,
        _ target: TransferTarget
    ) async throws -> Never {
        if request.conflict == nil || request.conflict == .fail {
            let place = target.directory.appending(try Self.name(of: root, path))
            let volume = target.access.volume
            if try await blocking.run({ try volume.entryIfPresent(place) }) != nil {
                throw DriveError(.destinationNameTaken)
            }
        }
        try Self.checkRights(rights, target.access.rights, request)
        throw DriveError(.staysInVault)
    }
}

extension DriveError {
    /// Whether an encrypted folder did not open.
    var isLocked: Bool { code == .folderPasswordWrong || code == .throttled }
}
