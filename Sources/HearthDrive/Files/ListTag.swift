import HearthCrypto
import HearthStorage
import HearthWire

/// The validator of a list: `W/"{entries}.{page}"`.
///
/// The first half speaks for the whole directory and is the same on all its pages as long as no entry comes, goes or is
/// renamed; the second is a hash of the page as it was sent. A condition on what is sent needs both, a condition on the
/// directory (`If-Match` with `{parent, all}`) the first alone. A list filtered by name has no first half: who saw a
/// part of a directory cannot speak for all of it.
package enum ListTag {
    private static let separator = UInt8(ascii: ".")

    /// Whether one of the tags in `If-Match` was sent for the directory as it is now.
    ///
    /// - Parameters:
    ///   - expected: the field's tags, from any page of the list; weak ones count, since lists have no others.
    ///   - entries: what ``Files/listTag(of:_:)`` answers.
    /// - Returns: false for `*` too, which would say that nobody looked.
    package static func matches(_ expected: [String], entries: String) -> Bool {
        guard let present = half(entries) else { return false }
        return expected.contains { half($0) == present }
    }

    private static func half(_ tag: String) -> ArraySlice<UInt8>? {
        var bytes = Array(tag.utf8)[...]
        if bytes.starts(with: "W/".utf8) { bytes = bytes.dropFirst(2) }
        guard bytes.count > 2, bytes.popFirst() == UInt8(ascii: "\""), bytes.popLast() == UInt8(ascii: "\"")
        else { return nil }
        let half = bytes.prefix { $0 != separator }
        return half.isEmpty ? nil : half
    }
}

extension FileTags {
    /// The tag of one page.
    ///
    /// - Parameters:
    ///   - revision: of the directory; nil for lists that are no directory or only a part of one.
    ///   - content: the bytes sent.
    /// - Returns: the tag, quoted and weak.
    /// - Throws: what libcrypto throws.
    package func listTag(revision: UInt64?, content: [UInt8]) throws -> String {
        let page = Base64URL.encode(Array(try SHA256.hash(content).bytes.prefix(12)))
        return "W/\"\(try revision.map(entries) ?? "0").\(page)\""
    }

    /// The tag of the whole directory.
    func listTag(revision: UInt64) throws -> String { "W/\"\(try entries(revision))\"" }

    /// Keyed, because the revision is made of inode numbers and times.
    private func entries(_ revision: UInt64) throws -> String {
        var message = Array("list entries".utf8)
        withUnsafeBytes(of: revision.littleEndian) { message.append(contentsOf: $0) }
        return Base64URL.encode(Array(try HMACSHA256.authenticate(message, key: key).prefix(9)))
    }
}
