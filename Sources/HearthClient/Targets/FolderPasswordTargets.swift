import HearthWire

/// Opens an encrypted folder; on Hearth for this token, for at most 72 hours (contract, 5.6).
public struct UnlockFolder: Target {
    /// Nothing.
    public typealias Response = Void
    /// The folder, or anything in it.
    public var remote: RemotePath
    /// The folder's password.
    public var password: String

    /// Takes every part as it is.
    public init(_ remote: RemotePath, password: String) {
        self.remote = remote
        self.password = password
    }

    /// `/folders" + remote.urlPath`.
    public var path: String { "/folders" + remote.urlPath }
    /// PATCH.
    public var method: TargetMethod { .patch }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("password")
            writer.string(password)
            writer.endObject()
        }
    }
    /// Never by itself: wrong passwords are counted.
    public var flags: TargetFlags { .isSentOnce }
    /// The root whose password may be needed.
    public var root: RootReference? { remote.root }
}

/// Gives an encrypted folder another password (contract, 5.7).
public struct ChangeFolderPassword: Target {
    /// Nothing.
    public typealias Response = Void
    /// The folder's number.
    public var id: Int
    /// The one that opens it now.
    public var oldPassword: String
    /// At least 6 of `0-9 A-Z a-z @ # & !`.
    public var newPassword: String

    /// Takes every part as it is.
    public init(_ id: Int, oldPassword: String, newPassword: String) {
        self.id = id
        self.oldPassword = oldPassword
        self.newPassword = newPassword
    }

    /// `/updateFolderPwd`.
    public var path: String { "/updateFolderPwd" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("id")
            writer.int(id)
            writer.key("confirm_pwd")
            writer.string(newPassword)
            writer.key("old_pwd")
            writer.string(oldPassword)
            writer.key("new_pwd")
            writer.string(newPassword)
            writer.endObject()
        }
    }
}

/// Gives a folder whose password is lost another; the recovery key is spent by it.
public struct RecoverFolder: Target {
    /// The next recovery key.
    public typealias Response = RecoveryKey
    /// The folder's number.
    public var id: Int
    /// As it was shown once.
    public var recoveryKey: String
    /// At least 6 of `0-9 A-Z a-z @ # & !`.
    public var newPassword: String

    /// Takes every part as it is.
    public init(_ id: Int, recoveryKey: String, newPassword: String) {
        self.id = id
        self.recoveryKey = recoveryKey
        self.newPassword = newPassword
    }

    /// `/folders/{…}/recovery`.
    public var path: String { "/folders/\(id)/recovery" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("confirm_pwd")
            writer.string(newPassword)
            writer.key("recovery_key")
            writer.string(recoveryKey)
            writer.key("new_pwd")
            writer.string(newPassword)
            writer.endObject()
        }
    }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Makes a new recovery key; the one before opens nothing any more.
public struct MakeRecoveryKey: Target {
    /// How it is read.
    public typealias Response = RecoveryKey
    /// The folder's number.
    public var id: Int
    /// The folder's password.
    public var password: String

    /// Takes every part as it is.
    public init(_ id: Int, password: String) {
        self.id = id
        self.password = password
    }

    /// `/folders/{…}/recovery-key`.
    public var path: String { "/folders/\(id)/recovery-key" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("password")
            writer.string(password)
            writer.endObject()
        }
    }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}
