package import HearthWire

/// The answer to an ``AdminRequest``.
package enum AdminReply: Sendable, Hashable {
    /// It is done; these are the accounts it was about.
    case done([AdminUser])
    /// It is done; the text is for the person at the keyboard.
    case told(String)
    /// It is not; the text is for the person at the keyboard.
    case refused(String)

    /// One line of JSON, newline included.
    package var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        switch self {
        case .done(let users):
            writer.key("users")
            writer.array(users)
        case .told(let text):
            writer.key("told")
            writer.string(text)
        case .refused(let text):
            writer.key("refused")
            writer.string(text)
        }
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    /// Reads what ``line`` wrote; nil for anything else.
    package init?(line: [UInt8]) {
        guard let json = try? JSONValue(parsing: line) else { return nil }
        if let text = json["refused"]?.string {
            self = .refused(text)
        } else if let text = json["told"]?.string {
            self = .told(text)
        } else if let list = json["users"]?.array {
            let users = list.compactMap { AdminUser(json: $0) }
            guard users.count == list.count else { return nil }
            self = .done(users)
        } else {
            return nil
        }
    }
}

/// An account, as commands show it.
package struct AdminUser: Sendable, Hashable, JSONWritable {
    /// The id in the API.
    package var id: Int
    /// The name at sign-in.
    package var accountName: String
    /// The name others see.
    package var nickname: String
    /// Whether this is the owner.
    package var isOwner: Bool
    /// Whether the account cannot sign in.
    package var isDisabled: Bool
    /// Whether it is being removed.
    package var isLeaving: Bool

    /// Takes the parts as they are.
    package init(
        id: Int,
        accountName: String,
        nickname: String,
        isOwner: Bool,
        isDisabled: Bool,
        isLeaving: Bool = false
    ) {
        self.id = id
        self.accountName = accountName
        self.nickname = nickname
        self.isOwner = isOwner
        self.isDisabled = isDisabled
        self.isLeaving = isLeaving
    }

    init?(json: JSONValue) {
        guard let id = json["user_id"]?.int, let name = json["account_name"]?.string else { return nil }
        self.init(
            id: Int(id),
            accountName: name,
            nickname: json["nickname"]?.string ?? name,
            isOwner: json["is_owner"]?.bool ?? false,
            isDisabled: json["is_disabled"]?.bool ?? false,
            isLeaving: json["is_leaving"]?.bool ?? false
        )
    }

    /// Appends the account as an object.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("user_id")
        writer.int(id)
        writer.key("account_name")
        writer.string(accountName)
        writer.key("nickname")
        writer.string(nickname)
        writer.key("is_owner")
        writer.bool(isOwner)
        writer.key("is_disabled")
        writer.bool(isDisabled)
        writer.key("is_leaving")
        writer.bool(isLeaving)
        writer.endObject()
    }
}
