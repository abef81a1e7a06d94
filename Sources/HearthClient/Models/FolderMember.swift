public import HearthWire

/// A member of a managed folder with his rights (contract, 5.2).
public struct FolderMember: Codable, Sendable, Hashable {
    /// The member's number.
    public var userID: Int
    /// His name.
    public var nickname: String
    /// A picture's address, or empty.
    public var avatarURL: String
    /// He may read; without it he does not see the folder.
    public var canRead: Bool
    /// He may create, change and share.
    public var canWrite: Bool
    /// He may delete.
    public var canDelete: Bool

    private enum CodingKeys: String, CodingKey {
        case nickname
        case userID = "u_id"
        case avatarURL = "face"
        case canRead = "read"
        case canWrite = "write"
        case canDelete = "deleted"
    }

    /// Takes every field as it is.
    public init(
        userID: Int,
        nickname: String = "",
        avatarURL: String = "",
        canRead: Bool = false,
        canWrite: Bool = false,
        canDelete: Bool = false
    ) {
        self.userID = userID
        self.nickname = nickname
        self.avatarURL = avatarURL
        self.canRead = canRead
        self.canWrite = canWrite
        self.canDelete = canDelete
    }
}

extension FolderMember: LenientModel {
    static var required: [String] { ["u_id"] }
}

extension FolderMember: JSONWritable {
    /// Appends what the server looks at; rights as 0 and 1.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("u_id")
        writer.int(userID)
        writer.key("nickname")
        writer.string(nickname)
        writer.key("face")
        writer.string(avatarURL)
        writer.key("read")
        writer.flag(canRead)
        writer.key("write")
        writer.flag(canWrite)
        writer.key("deleted")
        writer.flag(canDelete)
        writer.endObject()
    }
}
