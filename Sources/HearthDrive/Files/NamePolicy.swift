package import HearthStorage
import HearthWire

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
        var previous: UInt8 = 0
        for byte in name.bytes {
            // C0, DEL, and C1 as UTF-8 writes it (C2 80 to C2 9F).
            let isControl = byte < 0x20 || byte == 0x7F || (previous == 0xC2 && (0x80...0x9F).contains(byte))
            if isControl || (self == .portable && Self.refused.contains(byte)) {
                throw DriveError(.forbiddenCharacter)
            }
            previous = byte
        }
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
