/// One component of a path: a name as the file system keeps it.
///
/// 1–255 bytes, no `/`, no NUL, not `.` and not `..`; any other bytes, UTF-8 or not. Two names are equal when
/// their bytes are equal, so that an accent written as one code point and as two are different names.
package struct FileName: Hashable, Sendable {
    /// The most bytes that a name may have.
    package static let maximumLength = 255

    /// The bytes of the name, without a terminator.
    package let bytes: [UInt8]

    /// Takes the bytes as they are; nil when they cannot be a name.
    package init?(_ bytes: [UInt8]) {
        guard Self.isValid(bytes) else { return nil }
        self.bytes = bytes
    }

    /// Takes the UTF-8 bytes of a text, which is not normalised; nil when they cannot be a name.
    package init?(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// For bytes that are known to be a name, such as what a directory lists.
    init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether bytes can be a name.
    package static func isValid(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty, bytes.count <= maximumLength else { return false }
        guard bytes != [UInt8(ascii: ".")], bytes != [UInt8(ascii: "."), UInt8(ascii: ".")] else {
            return false
        }
        return !bytes.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }

    /// The name for people: bytes that are not UTF-8 are shown as U+FFFD.
    package var display: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the bytes are well-formed UTF-8, so that ``display`` loses nothing.
    package var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }
}
