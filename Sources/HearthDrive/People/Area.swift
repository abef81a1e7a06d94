import HearthCrypto
package import HearthSQL
import HearthWire

/// The home or company that this drive belongs to; set once, kept in `settings`.
package struct Area: Sendable, Hashable {
    /// What kind of place it is (wangpan-api, 9.4).
    package enum Kind: Int, Sendable {
        /// A household.
        case home = 1
        /// A company.
        case company = 2
    }

    /// Random, decimal, below 2^53 so that every client's number type holds it.
    package let id: String
    /// Shown as the family folder's name.
    package let name: String
    /// Home unless set up otherwise.
    package let kind: Kind

    /// Reads the area, making it on the first start.
    package static func load(_ database: any SQLDatabase) async throws -> Area {
        let random = try SecureRandom.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 11
        return try await database.write { session in
            let stored = try setting(session, "area_id")
            if stored == nil {
                try set(session, "area_id", String(max(random, 1)))
                try set(session, "area_name", "Home")
                try set(session, "area_type", String(Kind.home.rawValue))
            }
            return Area(
                id: try setting(session, "area_id") ?? "0",
                name: try setting(session, "area_name") ?? "Home",
                kind: Kind(rawValue: Int(try setting(session, "area_type") ?? "") ?? 1) ?? .home
            )
        }
    }

    /// Stores another name.
    ///
    /// - Parameters:
    ///   - name: 1 to 64 characters, at least one visible, no control or format characters; space around it is dropped.
    ///   - database: holds the settings.
    /// - Returns: the area with its new name.
    /// - Throws: 10004 for an unusable name.
    package static func rename(to name: String, in database: any SQLDatabase) async throws -> Area {
        let trimmed = try check(name: name)
        _ = try await load(database)
        try await database.write { try set($0, "area_name", trimmed) }
        return try await load(database)
    }

    /// The name as it is kept.
    ///
    /// - Throws: 10004 for one that ``rename(to:in:)`` would refuse.
    @discardableResult
    package static func check(name: String) throws -> String {
        let trimmed = try AccountName.checkedNickname(name, default: "")
        if trimmed.isEmpty { throw DriveError(.illegalParameter, argument: "area") }
        return trimmed
    }

    private static func setting(_ session: any SQLSession, _ name: String) throws -> String? {
        try session.first("SELECT value FROM settings WHERE name = ?", name).map { try $0.text(0) }
    }

    private static func set(_ session: any SQLSession, _ name: String, _ value: String) throws {
        try session.run(
            "INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
            name,
            value
        )
    }
}
