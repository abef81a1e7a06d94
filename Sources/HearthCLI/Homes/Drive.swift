import HearthArguments
package import HearthClient
package import HearthWire
import Synchronization

/// One home's drive as its account sees it.
package final class Drive: Sendable {
    /// The home.
    package let area: Area
    /// Speaks to it.
    package let provider: Provider
    private let known = Mutex<DriveRoots?>(nil)

    /// Takes the home and what speaks to it.
    package init(area: Area, provider: Provider) {
        self.area = area
        self.provider = provider
    }

    /// Executes a target.
    package func call<T: Target>(_ target: T) async throws(CommandError) -> T.Response {
        do throws(ClientError) {
            return try await provider.request(target)
        } catch {
            throw CommandError(error)
        }
    }

    private func result<T: Target>(of target: T) async -> Result<T.Response, CommandError> {
        do throws(CommandError) {
            return .success(try await call(target))
        } catch {
            return .failure(error)
        }
    }

    // MARK: Roots

    /// The folders at the top; asked for once.
    package func roots() async throws(CommandError) -> DriveRoots {
        if let roots = known.withLock({ $0 }) { return roots }
        // `async let` would lose the error's type.
        async let shared = result(of: ListShares())
        let own = try await call(ListResources(.home)).resources
        let roots = DriveRoots(
            Self.roots(own: own, shared: try await shared.get().list, nickname: area.nickname)
        )
        known.withLock { $0 = roots }
        return roots
    }

    private static func roots(own: [WireResource], shared: [ReceivedShare], nickname: String) -> [DriveRoot] {
        let personal = DriveRoots.personal(in: own, nickname: nickname)
        var roots: [DriveRoot] = []
        for resource in own {
            guard let id = RemotePath(resource)?.rootID else { continue }
            var root = DriveRoot(id: id, name: resource.name, kind: resource == personal ? .personal : .own)
            root.isEncrypted = resource.isEncrypted
            (root.canRead, root.canWrite, root.canDelete) = (
                resource.canRead, resource.canWrite, resource.canDelete
            )
            if root.kind == .personal { roots.insert(root, at: 0) } else { roots.append(root) }
        }
        for share in shared {
            guard let id = RemotePath(share.path)?.rootID else { continue }
            let kind: DriveRoot.Kind =
                share.isFamily ? .family : (share.fromUser.isEmpty ? .shared : .received)
            var root = DriveRoot(id: id, name: share.name, kind: kind)
            (root.canRead, root.canWrite, root.canDelete) = (share.canRead, share.canWrite, share.canDelete)
            root.from = share.fromUser
            root.shareID = share.shareID
            roots.append(root)
        }
        return roots
    }

    // MARK: Paths

    /// What a path is called on the drive.
    ///
    /// - Throws: exit code 3 for a folder at the top that is not there.
    package func path(_ name: RemoteName) async throws(CommandError) -> RemotePath {
        let id: Int
        switch name.root {
        case .list: return .home
        case .number(let number): id = number
        case .personal:
            guard let root = try await roots().roots.first(where: { $0.kind == .personal }) else {
                throw CommandError(.notFound, "没有个人文件夹", "there is no personal folder")
            }
            id = root.id
        case .name(let label):
            guard let root = try await roots().root(labelled: label) else {
                throw CommandError(
                    .notFound,
                    "没有名为“\(label)”的文件夹",
                    "there is no folder '\(label)'; 'hearth ls' lists those that there are"
                )
            }
            id = root.id
        }
        guard let path = RemotePath(rootID: id, components: name.components) else {
            throw CommandError(.usage, "“\(name.text)”不是远程路径", "'\(name.text)' is no remote path")
        }
        return path
    }

    /// Whether a path lies in an encrypted folder, as far as the lists of roots say.
    package func isEncrypted(_ path: RemotePath) async -> Bool {
        guard let id = path.rootID, let known = try? await roots() else { return false }
        return known.root(numbered: id)?.isEncrypted ?? false
    }

    /// A path as a person would write it: `Family/Photos/a.jpg`; by number where the root has no name here.
    package func text(_ path: RemotePath) async -> String {
        guard let id = path.rootID else { return "/" }
        let roots = try? await roots()
        let label =
            roots.flatMap { roots in roots.root(numbered: id).map { roots.label(of: $0) } } ?? "/s/\(id)"
        return label + path.components.map { "/" + ByteText.text($0) }.joined()
    }

    // MARK: Entries

    /// What lies at a path; nil when there is nothing.
    ///
    /// Roots are folders.
    ///
    /// - Throws: what the server refuses, a missing parent not among it.
    package func entry(at path: RemotePath) async throws(CommandError) -> WireResource? {
        guard let id = path.rootID else {
            return WireResource(name: "", kind: .directory, path: "/")
        }
        guard let parent = path.parent, let name = path.lastComponent else {
            if let root = try await roots().root(numbered: id) { return root.resource }
            // Not in the lists, and yet perhaps allowed: the server says.
            do {
                _ = try await call(ListResources(path, limit: 1))
            } catch {
                if error.exit == .notFound { return nil }
                throw error
            }
            return WireResource(name: "/s/\(id)", kind: .directory, path: path.text)
        }
        do {
            return try await find(name, in: parent)
        } catch  where error.exit == .notFound || error.code == .destinationNotDirectory {
            return nil
        }
    }

    /// Looks for a name in a directory, page after page of what contains it.
    private func find(_ name: [UInt8], in parent: RemotePath) async throws(CommandError) -> WireResource? {
        var found: WireResource?
        // Bytes that are no UTF-8 cannot be asked for.
        let filter = String(validating: name, as: UTF8.self)
        try await pages(of: parent, filter: filter) { page throws(CommandError) in
            found = found ?? page.first { RemotePath($0)?.lastComponent == name }
        }
        return found
    }

    /// All entries of a directory.
    ///
    /// - Parameters:
    ///   - path: of the directory.
    ///   - sort: what decides the order; nil is the server's own, names in natural order with directories first.
    ///   - isDescending: the other way round.
    /// - Returns: every entry.
    /// - Throws: what the server refuses.
    package func entries(
        of path: RemotePath,
        sort: ListResources.Sort? = nil,
        isDescending: Bool = false
    ) async throws(CommandError) -> [WireResource] {
        var entries: [WireResource] = []
        try await pages(of: path, sort: sort, isDescending: isDescending) { page throws(CommandError) in
            entries += page
        }
        return entries
    }

    /// The entries of a directory, page by page.
    ///
    /// - Parameters:
    ///   - path: of the directory.
    ///   - sort: what decides the order.
    ///   - isDescending: the other way round.
    ///   - filter: only names that contain this; servers of the contract ignore it.
    ///   - visit: is given each page; throws to end it.
    /// - Throws: what the server refuses, and what `visit` throws.
    package func pages(
        of path: RemotePath,
        sort: ListResources.Sort? = nil,
        isDescending: Bool = false,
        filter: String? = nil,
        visit: ([WireResource]) async throws(CommandError) -> Void
    ) async throws(CommandError) {
        var list = ListResources(path, sort: sort, isDescending: isDescending, filter: filter)
        let usesCursor = area.family == .hearth && path != .home
        if usesCursor {
            list.limit = 1_000
        } else if path != .home {
            list.page = 1
            list.pageSize = 100
        }
        while true {
            let page = try await call(list)
            try await visit(page.resources)
            guard path != .home, page.hasMore, !page.resources.isEmpty else { return }
            if usesCursor {
                guard let cursor = page.pager?.cursor else { return }
                list.cursor = cursor
            } else {
                list.page += 1
            }
        }
    }
}

extension DriveRoot {
    /// The root as an entry of a list.
    package var resource: WireResource {
        WireResource(
            id: id,
            name: name,
            kind: .directory,
            path: "/s/\(id)",
            isEncrypted: isEncrypted,
            canRead: canRead,
            canWrite: canWrite,
            canDelete: canDelete
        )
    }
}

extension Drive {
    /// The number of the account that is signed in.
    package func userID() async throws(CommandError) -> Int {
        if area.userID > 0 { return area.userID }
        guard let member = try await call(ListMembers()).members.first(where: { $0.isSelf == true }) else {
            throw CommandError(.signInNeeded, "服务器没有说明当前账号", "the server does not say who is signed in")
        }
        return member.id
    }
}

extension Drive {
    /// What the folders at the top are called in paths.
    package func rootLabels() async throws(CommandError) -> [String] {
        let roots = try await roots()
        return roots.roots.map { roots.label(of: $0) }
    }
}
