import HearthSQL
import HearthWire

/// One member of the household.
package struct User: Sendable, Hashable {
    /// At least 1, below 2^31, never reused.
    package let id: Int
    /// The name typed at sign-in, as it was entered.
    package let accountName: String
    /// The name others see.
    package let nickname: String
    /// The one who manages people and storage.
    package let isOwner: Bool
    /// A disabled member keeps files and rows but cannot sign in.
    package let isDisabled: Bool

    static let columns = "id, account_name, nickname, is_owner, is_disabled"

    init(row: SQLRow) throws(SQLError) {
        id = Int(try row.int(0))
        accountName = try row.text(1)
        nickname = try row.text(2)
        isOwner = try row.bool(3)
        isDisabled = try row.bool(4)
    }

    /// The member of that id; nil when there is none or the account is disabled.
    static func ableToSignIn(_ id: Int, _ session: any SQLSession) throws -> User? {
        let row = try session.first("SELECT \(columns) FROM users WHERE id = ?", id)
        return try row.map { try User(row: $0) }.flatMap { $0.isDisabled ? nil : $0 }
    }
}

/// What members may be called, at sign-in and by others, and which two names are one.
enum AccountName {
    /// The trimmed name, or an error that says what is wrong with it.
    static func checked(_ text: String) throws -> String {
        let trimmed = trim(text)
        guard trimmed.unicodeScalars.count <= 64, VisibleName.isOne(trimmed) else {
            throw DriveError(.illegalParameter, argument: "account_name")
        }
        return trimmed
    }

    /// Case does not matter at sign-in: phones capitalise the first letter by themselves.
    static func key(_ name: String) -> String { trim(name).lowercased() }

    /// Canonically equivalent spellings (NFC, NFD) are one name; SQLite compares bytes, Swift does not.
    ///
    /// - Throws: 10012 when another account than `own` has it.
    static func requireFree(_ key: String, except own: Int = 0, _ session: any SQLSession) throws {
        for row in try session.query("SELECT account_key FROM users WHERE id <> ?", own)
        where try row.text(0) == key {
            throw DriveError(.nameInUse)
        }
    }

    /// The trimmed nickname; nil and blanks become `name`.
    static func checkedNickname(_ text: String?, default name: String) throws -> String {
        let trimmed = trim(text ?? "")
        if trimmed.isEmpty { return name }
        guard trimmed.unicodeScalars.count <= 64, VisibleName.isOne(trimmed) else {
            throw DriveError(.illegalParameter, argument: "nickname")
        }
        return trimmed
    }

    /// Others tell members apart by nickname: one that looks like another's would let its bearer pose as him.
    ///
    /// - Throws: 10012 when another member than `own` has it.
    static func requireFreeNickname(_ name: String, except own: Int = 0, _ session: any SQLSession) throws {
        let folded = VisibleName.folded(name)
        for row in try session.query("SELECT nickname FROM users WHERE id <> ?", own)
        where VisibleName.folded(try row.text(0)) == folded {
            throw DriveError(.nameInUse)
        }
    }

    private static func trim(_ text: String) -> String {
        var scalars = Substring(text).unicodeScalars
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return String(scalars)
    }
}
