public import HearthClient
public import HearthWire

/// Where an upload's bytes come from.
public enum UploadSource: Sendable {
    /// A file or folder of this machine.
    case path(LocalPath)
    /// An open descriptor that is read from where it stands to its end, such as standard input; the caller keeps it
    /// open until the transfer has ended.
    case descriptor(Int32)
}

/// What shall go up.
public struct UploadOrder: Sendable {
    /// The area's id.
    public var area: String
    /// The member; 0 when it does not matter.
    public var user: Int
    /// From where.
    public var source: UploadSource
    /// The new file's or folder's own path there (not the folder it goes into).
    ///
    /// A folder that is there is filled.
    public var remote: RemotePath
    /// What happens to each file whose name is taken; nil is the configuration's rule.
    public var conflict: WireConflictRule?
    /// The backup identity.
    public var identification: String
    /// Unix seconds the file shall carry; nil takes the source's own time.
    public var modified: Int64?
    /// Whether symbolic links are followed; otherwise they are reported as failed.
    public var followsLinks: Bool
    /// Whether the root is encrypted: then even small files go up in a way that can be repeated safely.
    public var isEncrypted: Bool
    /// Chooses what of a folder goes up; nil takes everything.
    ///
    /// Called with the path below the folder.
    public var isIncluded: (@Sendable (_ relative: [UInt8], _ isDirectory: Bool) -> Bool)?
    /// The group it joins; see ``TransferEngine/group(_:area:direction:)``.
    public var group: TransferID?

    /// Takes what every upload needs.
    public init(
        area: String,
        source: UploadSource,
        remote: RemotePath,
        conflict: WireConflictRule? = nil,
        user: Int = 0
    ) {
        self.area = area
        self.user = user
        self.source = source
        self.remote = remote
        self.conflict = conflict
        identification = ""
        followsLinks = false
        isEncrypted = false
    }
}

/// What shall come down.
public struct DownloadOrder: Sendable {
    /// The area's id.
    public var area: String
    /// The member; 0 when it does not matter.
    public var user: Int
    /// What.
    public var remote: RemotePath
    /// The new file's or folder's own path here (not the folder it goes into).
    ///
    /// A folder that is there is filled.
    public var local: LocalPath
    /// Whether `remote` is a folder.
    public var isFolder: Bool
    /// Length as a list told it; nil when not known.
    public var size: Int64?
    /// Unix seconds as a list told it; nil takes what the server says with the file.
    public var modified: Int64?
    /// What happens to each file whose name is taken; nil is the configuration's rule.
    public var conflict: WireConflictRule?
    /// Chooses what of a folder comes down; nil takes everything.
    ///
    /// Called with the path below the folder.
    public var isIncluded: (@Sendable (_ relative: [UInt8], _ isDirectory: Bool) -> Bool)?
    /// The group it joins; see ``TransferEngine/group(_:area:direction:)``.
    public var group: TransferID?

    /// Takes what every download needs.
    public init(
        area: String,
        remote: RemotePath,
        local: LocalPath,
        isFolder: Bool,
        conflict: WireConflictRule? = nil,
        user: Int = 0
    ) {
        self.area = area
        self.user = user
        self.remote = remote
        self.local = local
        self.isFolder = isFolder
        self.conflict = conflict
    }
}
