public import HearthWire

/// Makes a directory, and on Hearth those above it that are missing (contract, 4.3).
public struct MakeDirectory: Target {
    /// How it is read.
    public typealias Response = ResourceReply
    /// The new directory.
    public var remote: RemotePath
    /// What to do when the name is taken; servers of the contract know `rename` and otherwise refuse.
    public var onConflict: WireConflictRule
    /// The folder's password, where no plugin adds it.
    public var password: String?

    /// Takes the directory.
    public init(_ remote: RemotePath, onConflict: WireConflictRule = .fail, password: String? = nil) {
        self.remote = remote
        self.onConflict = onConflict
        self.password = password
    }

    /// `/resources/…/`: the slash at the end is what the contract's clients send.
    public var path: String { "/resources" + remote.urlPath + "/" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The rule.
    public var task: TargetTask {
        switch onConflict {
        case .rename: .form([("is_auto_rename", "true")])
        case .fail: .form([])
        case .skip, .replace: .form([("on_conflict", onConflict.rawValue)])
        }
    }
    /// The password.
    public var headers: HeaderFields { HeaderFields(password: password) }
    /// The root whose password may be needed.
    public var root: RootReference? { remote.root }
    /// Reads the directory.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> ResourceReply {
        try reply.data(ResourceReply?.self) ?? ResourceReply()
    }
}
