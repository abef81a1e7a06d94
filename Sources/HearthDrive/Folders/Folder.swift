import HearthStorage
import HearthWire

/// One line of folder management's list.
package struct Folder: Sendable {
    /// The folder.
    package let root: Root
    /// Nicknames of its members.
    package let persons: [String]
    /// A move or removal that stands, the move first.
    package let mark: TaskMark?
    /// Whether the caller may change it.
    package let isManaged: Bool

    /// Where it lies on the server, `/{pool}/{partition}/{directory}`: what the list shows as `path`.
    package var storagePath: String {
        // A folder on its way out lies where nobody looks: the list still names it.
        let isLeaving = root.path.names.first?.bytes.starts(with: Array(".hearth".utf8)) ?? true
        let place = isLeaving ? root.name : String(decoding: root.path.bytes, as: UTF8.self)
        return "/\(root.pool)/\(root.partition)/\(place)"
    }
}

/// A member of a folder.
package struct FolderMember: Sendable, Hashable {
    /// The account.
    package var user: Int
    /// The name others see; not read on input.
    package var nickname: String
    /// Write and delete imply read.
    package var rights: Rights

    /// Completes the rights: whoever may write or delete may read.
    package init(user: Int, nickname: String = "", rights: Rights) {
        self.user = user
        self.nickname = nickname
        self.rights = rights.isEmpty ? [] : rights.union(.read)
    }
}

/// One folder with its members.
package struct FolderDetail: Sendable {
    /// The folder.
    package let root: Root
    /// In the order in which they were added.
    package let members: [FolderMember]
}

/// What a client wants a folder to be (wangpan-api, 5.2, 5.4).
package struct FolderDraft: Sendable {
    /// The label.
    package var name: String
    /// 1 private, 2 shared.
    package var mode: Int
    /// The pool; the old names of the built-in one are understood.
    package var pool: String
    /// The partition inside it.
    package var partition: String
    /// The first row of each user counts.
    package var members: [FolderMember]
    /// Only at creation.
    package var isEncrypted: Bool
    /// Only at the creation of an encrypted one.
    package var password: String
    /// The password once more.
    package var confirmation: String

    /// All parts but those of encryption are required.
    package init(
        name: String,
        mode: Int,
        pool: String,
        partition: String,
        members: [FolderMember],
        isEncrypted: Bool = false,
        password: String = "",
        confirmation: String = ""
    ) {
        self.name = name
        self.mode = mode
        self.pool = pool
        self.partition = partition
        var seen: Set<Int> = []
        self.members = members.filter { seen.insert($0.user).inserted }
        self.isEncrypted = isEncrypted
        self.password = password
        self.confirmation = confirmation
    }

    /// Where it shall lie; the built-in place has several names.
    var target: Partitions.Key {
        Partitions.Key(pool: PoolName.canonical(pool), name: PoolName.canonical(partition))
    }

    /// The first checks of creation and edit, in the contract's order.
    ///
    /// - Throws: 20000, 10004 for a mode that is none, 20027, 20011.
    func checkFields(_ policy: NamePolicy) throws {
        if name.isEmpty || mode == 0 || pool.isEmpty || partition.isEmpty {
            throw DriveError(.folderFieldMissing)
        }
        guard mode == 1 || mode == 2 else { throw DriveError(.illegalParameter, argument: "mode") }
        try FolderName.check(name, policy)
    }

    /// Private folders have exactly one member, shared ones at least one.
    ///
    /// - Throws: 20014, 20015.
    func checkMemberCount() throws {
        if mode == 1, members.count != 1 { throw DriveError(.tooManyMembers) }
        if mode == 2, members.isEmpty { throw DriveError(.tooFewMembers) }
    }

    /// The last checks of creation.
    ///
    /// - Throws: 20018, 20000, 20020, 20021, 20002.
    func checkEncryption() throws {
        guard isEncrypted else { return }
        if mode == 2 { throw DriveError(.sharedNotEncrypted) }
        if password.isEmpty || confirmation.isEmpty { throw DriveError(.folderFieldMissing) }
        if password.utf8.count < 6 { throw DriveError(.passwordTooShort) }
        guard password.utf8.allSatisfy(Self.isAllowed) else { throw DriveError(.passwordCharacters) }
        // Compared as bytes: everything in it is ASCII by now, which the other need not be.
        guard Array(password.utf8) == Array(confirmation.utf8) else { throw DriveError(.passwordsDiffer) }
    }

    /// Whether a byte may stand in a folder password (wangpan-api, 12).
    static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "@#&!".utf8.contains(byte)
        }
    }
}
