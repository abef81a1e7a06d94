import HearthWire

/// What a command asks of a drive, be it a running server or the database itself.
package enum AdminRequest: Sendable, Hashable {
    /// Creates the owner; `area` names the home.
    case setUp(owner: String, password: String, nickname: String?, area: String?)
    /// Makes a new one-time link for creating the owner.
    case setUpLink
    /// Makes or renews the home's own certificate; `names` nil keeps those from before.
    case makeCertificate(names: [String]?, force: Bool)
    /// Adds a member.
    case addUser(name: String, password: String, nickname: String?)
    /// Gives an account a new password and ends its sessions.
    case setPassword(name: String, password: String)
    /// Lists the accounts.
    case listUsers
    /// Gives an account other names; nil leaves one.
    case editUser(name: String, accountName: String?, nickname: String?)
    /// Closes an account or opens it again.
    case setDisabled(name: String, isDisabled: Bool)
    /// Removes a member.
    case removeUser(name: String)
    /// Hands the ownership to a member.
    case makeOwner(name: String)
    /// Makes an invitation; `days` nil for the usual time.
    case invite(nickname: String?, days: Int64?)
    /// Looks after folders.
    case folder(FolderRequest)
    /// Looks after pools and partitions.
    case pool(PoolRequest)
    /// Looks after encrypted folders.
    case vault(VaultRequest)

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
        case .setUpLink: writer.string("setup link")
        case .makeCertificate(let names, let force):
            writer.string("tls init")
            if let names {
                writer.key("names")
                writer.beginArray()
                for name in names { writer.string(name) }
                writer.endArray()
            }
            writer.key("force")
            writer.bool(force)
        case .addUser(let name, let password, let nickname):
            writer.string("user add")
            Self.write(name: name, password: password, nickname: nickname, to: &writer)
        case .setPassword(let name, let password):
            writer.string("user passwd")
            Self.write(name: name, password: password, nickname: nil, to: &writer)
        case .listUsers: writer.string("user list")
        case .editUser(let name, let accountName, let nickname):
            writer.string("user edit")
            Self.write("account_name", name, to: &writer)
            Self.write("new_account_name", accountName, to: &writer)
            Self.write("nickname", nickname, to: &writer)
        case .setDisabled(let name, let isDisabled):
            writer.string(isDisabled ? "user disable" : "user enable")
            Self.write("account_name", name, to: &writer)
        case .removeUser(let name):
            writer.string("user remove")
            Self.write("account_name", name, to: &writer)
        case .makeOwner(let name):
            writer.string("user owner")
            Self.write("account_name", name, to: &writer)
        case .invite(let nickname, let days):
            writer.string("user invite")
            Self.write("nickname", nickname, to: &writer)
            if let days {
                writer.key("days")
                writer.int(days)
            }
        case .folder(let request): request.write(to: &writer)
        case .pool(let request): request.write(to: &writer)
        case .vault(let request): request.write(to: &writer)
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
        case "setup link": self = .setUpLink
        case "tls init":
            self = .makeCertificate(
                names: json["names"]?.array?.compactMap(\.string),
                force: json["force"]?.bool ?? false
            )
        case "user add": self = .addUser(name: name, password: password, nickname: nickname)
        case "user passwd": self = .setPassword(name: name, password: password)
        case "user list": self = .listUsers
        case "user edit":
            self = .editUser(
                name: name,
                accountName: json["new_account_name"]?.string,
                nickname: nickname
            )
        case "user disable": self = .setDisabled(name: name, isDisabled: true)
        case "user enable": self = .setDisabled(name: name, isDisabled: false)
        case "user remove": self = .removeUser(name: name)
        case "user owner": self = .makeOwner(name: name)
        case "user invite": self = .invite(nickname: nickname, days: json["days"]?.int)
        default:
            if let request = FolderRequest(json: json) {
                self = .folder(request)
            } else if let request = PoolRequest(json: json) {
                self = .pool(request)
            } else if let request = VaultRequest(json: json) {
                self = .vault(request)
            } else {
                return nil
            }
        }
    }

    private static func write(name: String, password: String, nickname: String?, to writer: inout JSONWriter)
    {
        write("account_name", name, to: &writer)
        write("password", password, to: &writer)
        write("nickname", nickname, to: &writer)
    }

    private static func write(_ key: StaticString, _ text: String?, to writer: inout JSONWriter) {
        guard let text else { return }
        writer.key(key)
        writer.string(text)
    }
}
