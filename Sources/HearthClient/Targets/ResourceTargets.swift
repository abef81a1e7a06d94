public import HearthWire

/// Gives an entry another name (contract, 4.6).
public struct Rename: Target {
    /// The entry.
    public var remote: RemotePath
    /// The new last component.
    public var newName: String
    /// The folder's password, where no plugin adds it.
    public var password: String?

    /// Takes the entry and its new name.
    public init(_ remote: RemotePath, to newName: String, password: String? = nil) {
        self.remote = remote
        self.newName = newName
        self.password = password
    }

    /// `/resources/…`.
    public var path: String { "/resources" + remote.urlPath }
    /// PUT.
    public var method: TargetMethod { .put }
    /// The name.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("name")
            writer.string(newName)
            writer.endObject()
        }
    }
    /// The password.
    public var headers: HeaderFields { HeaderFields(password: password) }
    /// Never twice: the second would miss the old name.
    public var flags: TargetFlags { .isSentOnce }
    /// The root whose password may be needed.
    public var root: RootReference? { remote.root }
    /// Reads the entry; servers of the contract send none.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> ResourceReply {
        guard reply.envelope?["data"]?.object != nil else { return ResourceReply() }
        return try reply.data(ResourceReply.self)
    }
}

/// What a copy, move or deletion is about.
public enum ResourceSelection: Sendable, Hashable {
    /// These.
    case paths([RemotePath])
    /// Everything in a directory but some names; Hearth alone.
    ///
    /// - tag: of the directory's list; the server refuses with 90005 when entries came or went since.
    case everything(in: RemotePath, except: [String] = [], tag: String)

    var tag: String? {
        guard case .everything(_, _, let tag) = self else { return nil }
        return tag
    }

    var isWhole: Bool { tag != nil }

    var root: RootReference? {
        switch self {
        case .paths(let paths): paths.first?.root
        case .everything(let parent, _, _): parent.root
        }
    }

    func write(_ member: StaticString, to writer: inout JSONWriter) {
        switch self {
        case .paths(let paths):
            writer.key(member)
            writer.array(paths)
        case .everything(let parent, let except, _):
            writer.key("parent")
            parent.write(to: &writer)
            writer.key("all")
            writer.bool(true)
            writer.key("except")
            writer.array(except)
        }
    }
}

/// Copies or moves entries into a directory (contract, 4.7).
public struct CopyOrMove: Target {
    /// Which of the two.
    public enum Action: String, Sendable, Hashable, Codable {
        /// The sources stay.
        case copy
        /// The sources go.
        case move
    }

    /// Which of the two.
    public var action: Action
    /// What.
    public var sources: ResourceSelection
    /// The directory to copy or move into.
    public var destination: RemotePath
    /// What to do when a name is taken; nil refuses with 10001.
    public var onConflict: WireConflictRule?
    /// The password of the destination, where it is encrypted and no plugin opens it.
    public var destinationPassword: String?
    /// The password of the sources' folder.
    public var password: String?
    /// Asks for a task instead of waiting; Hearth alone.
    public var prefersTask: Bool

    /// Takes what to do.
    public init(
        _ action: Action,
        _ sources: ResourceSelection,
        into destination: RemotePath,
        onConflict: WireConflictRule? = nil,
        destinationPassword: String? = nil,
        password: String? = nil,
        prefersTask: Bool = false
    ) {
        self.action = action
        self.sources = sources
        self.destination = destination
        self.onConflict = onConflict
        self.destinationPassword = destinationPassword
        self.password = password
        self.prefersTask = prefersTask
    }

    /// `/resources`.
    public var path: String { "/resources" }
    /// PATCH.
    public var method: TargetMethod { .patch }
    /// What to do.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("action")
            writer.string(action.rawValue)
            writer.key("destination")
            destination.write(to: &writer)
            sources.write("sources", to: &writer)
            if let onConflict {
                writer.key("on_conflict")
                writer.string(onConflict.rawValue)
            }
            if let destinationPassword {
                writer.key("destination_pwd")
                writer.string(destinationPassword)
            }
            writer.endObject()
        }
    }
    /// The password, the list's tag and the wish for a task.
    public var headers: HeaderFields { HeaderFields(password, sources, prefersTask: prefersTask) }
    /// Ten minutes: servers of the contract answer when all is copied.
    public var timeout: Double? { prefersTask ? nil : 600 }
    /// The root whose password may be needed.
    public var root: RootReference? { sources.root }
    /// Whole directories are selected on Hearth alone.
    public var isHearthOnly: Bool { sources.isWhole }
    /// Reads what came of it, or the task.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> TransferOutcome {
        try reply.dataOrBlank(TransferOutcome.self)
    }
}

/// Deletes entries for good (contract, 4.8).
public struct DeleteResources: Target {
    /// What.
    public var selection: ResourceSelection
    /// The folder's password, where no plugin adds it.
    public var password: String?
    /// Asks for a task instead of waiting; Hearth alone.
    public var prefersTask: Bool

    /// Takes what to delete.
    public init(_ selection: ResourceSelection, password: String? = nil, prefersTask: Bool = false) {
        self.selection = selection
        self.password = password
        self.prefersTask = prefersTask
    }

    /// Takes paths.
    public init(_ paths: [RemotePath], password: String? = nil) {
        self.init(.paths(paths), password: password)
    }

    /// `/resources`.
    public var path: String { "/resources" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// What.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            selection.write("paths", to: &writer)
            writer.endObject()
        }
    }
    /// The password, the list's tag and the wish for a task.
    public var headers: HeaderFields { HeaderFields(password, selection, prefersTask: prefersTask) }
    /// Never twice: the second would miss what is gone already.
    public var flags: TargetFlags { .isSentOnce }
    /// Ten minutes: servers answer when all is gone.
    public var timeout: Double? { prefersTask ? nil : 600 }
    /// The root whose password may be needed.
    public var root: RootReference? { selection.root }
    /// Whole directories are selected on Hearth alone.
    public var isHearthOnly: Bool { selection.isWhole }
    /// Reads the task; without one everything is gone.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> StartedTask {
        try reply.dataOrBlank(StartedTask.self)
    }
}

extension HeaderFields {
    fileprivate init(_ password: String?, _ selection: ResourceSelection, prefersTask: Bool) {
        self.init(password: password)
        self["If-Match"] = selection.tag
        if prefersTask { self["Prefer"] = "respond-async" }
    }
}

/// What the caller has backed up (contract, 4.13).
public struct Backups: Target {
    /// How it is read.
    public typealias Response = BackupState
    /// Makes one.
    public init() {}
    /// `/backups`.
    public var path: String { "/backups" }
}
