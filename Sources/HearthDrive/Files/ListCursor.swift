import HearthCrypto
package import HearthStorage
import HearthWire

/// Where a list goes on: the place behind the last entry shown, sealed.
///
/// Text of base64url. It is bound to the list it came from (directory, order and filter) by an HMAC, so that one that was
/// changed or belongs elsewhere is refused and not misread.
package struct ListCursor: Sendable, Hashable {
    /// Which list a cursor belongs to.
    package struct Context: Sendable, Hashable {
        let root: Int
        let directory: VolumePath
        let order: SortOrder
        let filter: [UInt8]

        /// A list of a directory.
        package init(root: Int, directory: VolumePath, order: SortOrder, filter: [UInt8]?) {
            self.root = root
            self.directory = directory
            self.order = order
            self.filter = filter ?? []
        }

        /// "My files".
        package init(filter: [UInt8]?) {
            self.init(root: 0, directory: VolumePath(), order: SortOrder(), filter: filter)
        }

        var bytes: [UInt8] {
            var bytes = Array("list cursor|\(root)|\(order.key)|\(order.descending)|\(filter.count)|".utf8)
            bytes.append(contentsOf: filter)
            bytes.append(contentsOf: directory.bytes)
            return bytes
        }
    }

    /// Bytes before the name: kind, major, minor.
    private static let headLength = 1 + 8 + 4
    private static let sealLength = 12
    /// The text of the longest cursor.
    private static let longest = (headLength + FileName.maximumLength + sealLength) * 4 / 3 + 4

    /// The text for the client.
    static func seal(_ position: ListPosition, _ context: Context, key: [UInt8]) throws -> String {
        var bytes: [UInt8] = [position.isDirectory ? 1 : 0]
        withUnsafeBytes(of: position.major.littleEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: position.minor.littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: position.name)
        return Base64URL.encode(bytes + (try code(bytes, context, key)))
    }

    /// The place that a text of ours means.
    ///
    /// - Throws: 10004 for anything that was not made here for this list.
    static func open(_ text: String, _ context: Context, key: [UInt8]) throws -> ListPosition {
        guard text.utf8.count <= longest, let bytes = Base64URL.decode(text),
            bytes.count >= headLength + sealLength
        else { throw refusal }
        let sealed = Array(bytes.dropLast(sealLength))
        guard constantTimeEquals(Array(bytes.suffix(sealLength)), try code(sealed, context, key)) else {
            throw refusal
        }
        let (major, minor) = sealed.withUnsafeBytes {
            (
                $0.loadUnaligned(fromByteOffset: 1, as: Int64.self),
                $0.loadUnaligned(fromByteOffset: 9, as: Int32.self)
            )
        }
        return ListPosition(
            isDirectory: sealed[0] == 1,
            name: Array(sealed[headLength...]),
            major: Int64(littleEndian: major),
            minor: Int32(littleEndian: minor)
        )
    }

    private static func code(_ bytes: [UInt8], _ context: Context, _ key: [UInt8]) throws -> [UInt8] {
        let list = try HMACSHA256.authenticate(context.bytes, key: key)
        return Array(try HMACSHA256.authenticate(bytes, key: list).prefix(sealLength))
    }

    private static var refusal: DriveError { DriveError(.illegalParameter, argument: "cursor") }
}

extension FileTags {
    /// What asks for the entries behind a place.
    package func cursor(behind position: ListPosition, _ context: ListCursor.Context) throws -> String {
        try ListCursor.seal(position, context, key: key)
    }

    /// Reads a cursor.
    ///
    /// - Throws: 10004 for anything that was not made here for this list.
    package func position(of cursor: String, _ context: ListCursor.Context) throws -> ListPosition {
        try ListCursor.open(cursor, context, key: key)
    }
}
