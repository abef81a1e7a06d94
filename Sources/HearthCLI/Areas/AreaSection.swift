import HearthClient
import HearthTOML

/// One home of `client.toml`.
enum AreaSection {
    /// The keys and values of a home, one a line.
    static func lines(of area: Area) -> [String] {
        var lines: [String] = []
        func add(_ key: String, _ value: SettingValue?) {
            if let value { lines.append("\(key) = \(value.toml)") }
        }
        func text(_ text: String?) -> SettingValue? { text.flatMap { $0.isEmpty ? nil : .text($0) } }
        add("id", .text(area.id))
        add("alias", .text(area.alias))
        add("name", text(area.name))
        add("home_id", text(area.homeID))
        add("url", text(area.lanURL))
        add("account", text(area.accountName))
        add("nickname", text(area.nickname))
        add("user_id", .integer(area.userID))
        add("owner", area.isOwner ? .boolean(true) : nil)
        add("family", .text(area.family.rawValue))
        add("bssid", text(area.bssid))
        lines += trust(area.trust, "")
        if let cloud = area.cloud {
            add("cloud_url", .text(cloud.url))
            add("cloud_user_id", .integer(cloud.userID))
            add("cloud_phone", text(cloud.phone))
            lines += trust(cloud.trust, "cloud_") + trust(cloud.channelTrust, "channel_")
        }
        return lines
    }

    private static func trust(_ trust: ServerTrust, _ prefix: String) -> [String] {
        func ca(_ pem: String) -> String { "\(prefix)ca = \(SettingValue.text(pem).toml)" }
        func pin(_ key: KeyFingerprint) -> String { "\(prefix)fingerprint = \"\(key)\"" }
        return switch trust {
        case .system: []
        case .authorities(let pem): [ca(pem)]
        case .pinned(let key): [pin(key)]
        case .pinnedUnder(let pem, let key): [ca(pem), pin(key)]
        }
    }

    /// Reads a home.
    ///
    /// - Returns: the home, and the keys that this version does not know.
    static func read(_ entries: [TOMLEntry]) throws(TOMLError) -> (Area, [TOMLEntry]) {
        var values = Values(entries)
        let line = entries.first?.line ?? 1
        guard let id = try values.text("id"), let alias = try values.text("alias") else {
            throw TOMLError(line: line, message: "a home needs an id and an alias")
        }
        let userID = try values.number("user_id") ?? 0
        let family = try values.text("family").flatMap(APIFamily.init(rawValue:)) ?? .hearth
        var area = Area(
            id: id,
            homeID: try values.text("home_id") ?? "",
            alias: alias,
            name: try values.text("name") ?? "",
            lanURL: try values.text("url"),
            accountName: try values.text("account") ?? "",
            nickname: try values.text("nickname") ?? "",
            userID: userID,
            trust: try values.trust(""),
            isOwner: try values.flag("owner"),
            bssid: try values.text("bssid"),
            family: family
        )
        if let url = try values.text("cloud_url") {
            area.cloud = CloudAccount(
                url: url,
                userID: try values.number("cloud_user_id") ?? 0,
                phone: try values.text("cloud_phone") ?? "",
                trust: try values.trust("cloud_"),
                channelTrust: try values.trust("channel_")
            )
        }
        return (area, values.rest)
    }
}

/// Takes values out by key; what is left is unknown.
private struct Values {
    var rest: [TOMLEntry]

    init(_ entries: [TOMLEntry]) { rest = entries }

    private mutating func take(_ key: String) -> TOMLEntry? {
        rest.firstIndex { $0.key.split(separator: ".").last.map(String.init) == key }.map {
            rest.remove(at: $0)
        }
    }

    mutating func text(_ key: String) throws(TOMLError) -> String? {
        guard let entry = take(key) else { return nil }
        guard case .text(let text) = entry.value else { throw fault(entry, key, "a string") }
        return text
    }

    mutating func number(_ key: String) throws(TOMLError) -> Int? {
        guard let entry = take(key) else { return nil }
        guard case .integer(let number) = entry.value else { throw fault(entry, key, "a number") }
        return number
    }

    mutating func flag(_ key: String) throws(TOMLError) -> Bool {
        guard let entry = take(key) else { return false }
        guard case .boolean(let flag) = entry.value else { throw fault(entry, key, "true or false") }
        return flag
    }

    /// Never falls back to a weaker trust: a fingerprint that cannot be read is an error.
    mutating func trust(_ prefix: String) throws(TOMLError) -> ServerTrust {
        let pem = try text(prefix + "ca")
        guard let entry = take(prefix + "fingerprint") else {
            return pem.map { .authorities(pem: $0) } ?? .system
        }
        guard case .text(let text) = entry.value, let key = KeyFingerprint(text) else {
            throw fault(entry, prefix + "fingerprint", "a SHA-256 fingerprint in hex")
        }
        return pem.map { .pinnedUnder(pem: $0, key) } ?? .pinned(key)
    }

    private func fault(_ entry: TOMLEntry, _ key: String, _ what: String) -> TOMLError {
        TOMLError(line: entry.line, message: "\(key) is \(entry.value.kindName), not \(what)")
    }
}
