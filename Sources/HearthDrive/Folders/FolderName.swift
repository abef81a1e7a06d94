import HearthCrypto
import HearthStorage
import HearthWire

/// What first-level folders may be called, and what their directories are.
enum FolderName {
    /// Longest label, in characters.
    private static let longest = 100

    /// Checks a label (wangpan-api, 5.2; server decisions, 1).
    ///
    /// - Throws: 20027 for what cannot be one component, control characters, and names of the program's own
    ///   (`.hearth…`, `__…__`); 20011 over 100 characters.
    static func check(_ text: String, _ policy: NamePolicy) throws {
        let bytes = Array(text.utf8)
        guard !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0) else {
            throw DriveError(.forbiddenCharacter)
        }
        if text == "." || text == ".." || isReserved(bytes) {
            throw DriveError(.forbiddenCharacter, argument: WireDetail.reservedName)
        }
        // In pieces that a component may have, since a label may be longer than one.
        for start in stride(from: 0, to: bytes.count, by: 200) {
            // One byte of overlap: a control character of two bytes may stand on the border.
            let piece = Array(bytes[max(0, start - 1)..<min(bytes.count, start + 200)])
            if let name = FileName(piece) { try policy.check(name) }
        }
        if text.unicodeScalars.count > longest { throw DriveError(.folderNameTooLong) }
    }

    /// The directory of a new folder: its label, or as much of it as a component may hold with a mark of the rest.
    static func directory(for text: String) throws -> FileName {
        if let name = FileName(text) { return name }
        let mark = "~" + Hex.encode(try SHA256.hash(Array(text.utf8)).bytes.prefix(4))
        var short = ""
        for character in text {
            if short.utf8.count + String(character).utf8.count + mark.utf8.count > FileName.maximumLength {
                break
            }
            short.append(character)
        }
        guard let name = FileName(short + mark) else { throw DriveError(.folderNameTooLong) }
        return name
    }

    private static func isReserved(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: Array(".hearth".utf8)) { return true }
        let line = Array("__".utf8)
        return bytes.count >= 4 && bytes.starts(with: line) && bytes.suffix(2).elementsEqual(line)
    }
}
