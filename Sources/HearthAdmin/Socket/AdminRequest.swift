import HearthWire

/// What a command asks of a drive, be it a running server or the database itself.
package enum AdminRequest: Sendable, Hashable {
    /// Creates the owner; `area` names the home.
    case setUp(owner: String, password: String, nickname: String?, area: String?)
    /// Adds a member.
    case addUser(name: String, password: String, nickname: String?)
    /// Gives an account a new password and ends its sessions.
    case setPassword(name: String, password: String)
    /// Lists the accounts.
    case listUsers

    /// One line of JSON, newline included.
    package var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("command")
        switch self {
        case .setUp(let owner, let password, let nickname, let area):
            writer.string("setup")
            Self.write(name: owner, password: password, nickname: nickname, to: &writer)
            if let area {
                writer.key("area")
                writer.string(area)
            }
        case .addUser(let name, let password, let nickname):
            writer.string("user add")
            Self.write(name: name, password: password, nickname: nickname, to: &writer)
        case .setPassword(let name, let password):
            writer.string("user passwd")
            Self.write(name: name, password: password, nickname: nil, to: &writer)
        case .listUsers: writer.string("user list")
        }
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    /// Reads what ``line`` wrote; nil for anything else.
    package init?(line: [UInt8]) {
        guard let json = try? JSONValue(parsing: line) else { return nil }
        let name = json["account_name"]?.string ?? ""
        let password = json["password"]?.string ?? ""
        let nickname = json["nickname"]?.string
        switch json["command"]?.string {
        case "setup":
            self = .setUp(owner: name, password: password, nickname: nickname, area: json["area"]?.string)
        case "user add": self = .addUser(name: name, password: password, nickname: nickname)
        case "user passwd": self = .setPassword(name: name, password: password)
        case "user list": self = .listUsers
        default: return nil
        }
    }

    private static func write(name: String, password: String, nickname: String?, to writer: inout JSONWriter)
    {
        writer.key("account_name")
        writer.string(name)
        writer.key("password")
        writer.string(password)
        if let nickname {
            writer.key("nickname")
            writer.string(nickname)
        }
    }
}
