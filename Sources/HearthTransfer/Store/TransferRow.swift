import HearthClient
import HearthWire

/// Who does the work of a record.
enum TransferLane: Int64, Sendable {
    /// Files up to the threshold, and streams.
    case small = 0
    /// Files above it.
    case large = 1
    /// Folders: listed, or made.
    case folder = 2
    /// Nobody: groups, and folders whose children are known.
    case none = 3
}

/// What somebody wants of a record that another process works on.
enum TransferWish: Int64, Sendable {
    case none = 0
    case pause = 1
    case remove = 2
}

/// A record with everything that the engine keeps of it.
struct TransferRow: Sendable {
    /// Yes-or-no things, as bits.
    struct Flags: OptionSet, Sendable {
        let rawValue: Int64
        /// Symbolic links are followed.
        static let followsLinks = Flags(rawValue: 1)
        /// The remote root is encrypted.
        static let isEncrypted = Flags(rawValue: 2)
        /// What was there is left alone.
        static let isSkipped = Flags(rawValue: 4)
        /// What belongs to the folder is chosen by code of the process that ordered it.
        static let isFiltered = Flags(rawValue: 8)
        /// The bytes recorded in `blocks` are fsynced.
        static let isSynced = Flags(rawValue: 16)
        /// `modified` was ordered, and not taken from the source.
        static let isTimeOrdered = Flags(rawValue: 32)
    }

    var id: TransferID
    var pid: TransferID?
    var root: TransferID
    var direction: TransferDirection
    var kind: TransferKind
    var status: TransferStatus
    var lane: TransferLane
    var area: String
    var user: Int
    var local: LocalPath
    /// Percent-encoded; empty for groups.
    var remote: String
    var name: [UInt8]
    var size: Int64?
    var transferred: Int64 = 0
    var modified: Int64?
    var created: Int64 = 0
    var updated: Int64 = 0
    var conflict: WireConflictRule
    var identification = ""
    var flags: Flags = []
    /// Upload: the identity of the file here.
    ///
    /// Download: the validator of the file there.
    var source: String?
    var hash: String?
    var uploadID: String?
    /// The temporary name here.
    var part: [UInt8]?
    var blocks: BlockSet?
    /// The system's run in which `blocks` was written.
    var boot: String?
    /// Download: the identity of the checked file, noted just before it gets its name.
    var placed: String?
    var verification: TransferVerification = .none
    var failure: TransferFailure?
    var children = TransferCounts()
    var runner: Int64?
    var wish: TransferWish = .none

    /// The columns in the order of ``init(_:)``.
    static let columns = """
        id, pid, root, direction, kind, status, lane, area, user, local, remote, name, size, transferred, modified, \
        created, updated, conflict, identification, flags, source, hash, upload_id, part, blocks, boot, verification, \
        error_code, error_wire, error_detail, children, children_finished, children_failed, runner, wish, placed
        """

    init(_ row: SQLiteRow) {
        id = TransferID(rawValue: row.int(0))
        pid = row.int(1) == 0 ? nil : TransferID(rawValue: row.int(1))
        root = TransferID(rawValue: row.int(2))
        direction = TransferDirection(rawValue: Int(row.int(3))) ?? .upload
        kind = TransferKind(rawValue: Int(row.int(4))) ?? .file
        status = TransferStatus(rawValue: Int(row.int(5))) ?? .failed
        lane = TransferLane(rawValue: row.int(6)) ?? .none
        area = row.text(7)
        user = Int(row.int(8))
        local = LocalPath(bytes: row.blob(9))
        remote = row.text(10)
        name = row.blob(11)
        size = row.optionalInt(12)
        transferred = row.int(13)
        modified = row.optionalInt(14)
        created = row.int(15)
        updated = row.int(16)
        conflict = WireConflictRule(rawValue: row.text(17)) ?? .rename
        identification = row.text(18)
        flags = Flags(rawValue: row.int(19))
        source = row.optionalText(20)
        hash = row.optionalText(21)
        uploadID = row.optionalText(22)
        part = row.optionalBlob(23)
        blocks = row.optionalBlob(24).map { BlockSet(bytes: $0) }
        boot = row.optionalText(25)
        verification = TransferVerification(rawValue: Int(row.int(26))) ?? .none
        if let code = row.optionalText(27) {
            failure = TransferFailure(
                code: TransferError.Code(rawValue: code),
                wireCode: row.optionalInt(28).map { WireCode(rawValue: Int($0)) },
                detail: row.text(29)
            )
        }
        children = TransferCounts(
            total: Int(row.int(30)),
            finished: Int(row.int(31)),
            failed: Int(row.int(32))
        )
        runner = row.optionalInt(33)
        wish = TransferWish(rawValue: row.int(34)) ?? .none
        placed = row.optionalText(35)
    }

    /// A record that is new; its number comes with the insertion.
    init(
        direction: TransferDirection,
        kind: TransferKind,
        lane: TransferLane,
        area: String,
        user: Int,
        local: LocalPath,
        remote: String,
        name: [UInt8],
        conflict: WireConflictRule
    ) {
        id = TransferID(rawValue: 0)
        root = TransferID(rawValue: 0)
        self.direction = direction
        self.kind = kind
        status = kind == .folder ? .preparing : .waiting
        self.lane = lane
        self.area = area
        self.user = user
        self.local = local
        self.remote = remote
        self.name = name
        self.conflict = conflict
    }

    /// The hash that an identity of the content promises: `sha256-` and 64 lower-case hex digits.
    var orderedHash: String? {
        let mark = "sha256-"
        guard identification.hasPrefix(mark), identification.utf8.count == mark.utf8.count + 64 else {
            return nil
        }
        return String(identification.dropFirst(mark.utf8.count)).lowercased()
    }

    /// What others may see.
    func record(speed: Int64 = 0) -> TransferRecord {
        TransferRecord(
            id: id,
            parent: pid,
            direction: direction,
            kind: kind,
            status: status,
            area: area,
            user: user,
            local: local,
            remote: RemotePath(href: remote),
            name: name,
            size: size,
            transferred: transferred,
            speed: speed,
            created: created,
            updated: updated,
            modified: modified,
            conflict: conflict,
            identification: identification,
            hash: hash,
            uploadID: uploadID,
            verification: verification,
            children: children,
            error: failure,
            isSkipped: flags.contains(.isSkipped)
        )
    }
}
