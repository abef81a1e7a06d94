import HearthWire
package import HearthStorage

/// Which names a client may create; existing names work everywhere.
package enum NamePolicy: Sendable {
    /// `/api/v1`: everything but control characters.
    case open
    /// The older bases: none of `: * ? " < > | \` either.
    case portable

    /// Checks a component that is about to be created.
    ///
    /// - Throws: 20027.
    package func check(_ name: FileName) throws {
        for byte in name.bytes
        where byte < 0x20 || byte == 0x7F || (self == .portable && Self.refused.contains(byte)) {
            throw DriveError(.forbiddenCharacter)
        }
    }

    /// Checks every component of a path that does not exist yet.
    func check(_ path: VolumePath) throws {
        for name in path.names { try check(name) }
    }

    /// The name of a JSON body.
    ///
    /// - Throws: 2 when empty; 20027 for `/`, NUL, `.` and `..`; 10029 over 255 bytes.
    package func name(_ text: String) throws -> FileName {
        if text.isEmpty { throw DriveError(.badRequest, argument: "name") }
        if text.utf8.count > 255 { throw DriveError(.nameTooLong) }
        guard let name = FileName(text) else { throw DriveError(.forbiddenCharacter) }
        try check(name)
        return name
    }

    private static let refused = Array(#":*?"<>|\"#.utf8)
}
