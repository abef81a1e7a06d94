package import HearthStorage
import HearthWire

/// Names for auto-rename, such as `base(1).ext`.
package enum FreeName {
    /// The n-th alternative of a name, at most 255 bytes.
    ///
    /// The extension is what follows the last dot; a leading dot begins no extension. When the result would be
    /// too long the base is shortened at a character's border.
    package static func candidate(_ name: FileName, _ n: Int) -> FileName? {
        let bytes = name.bytes
        var base = bytes[...]
        var suffix: ArraySlice<UInt8> = []
        if let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 {
            base = bytes[..<dot]
            suffix = bytes[dot...]
        }
        let number = Array("(\(n))".utf8)
        if suffix.count + number.count >= 255 {
            base = bytes[...]
            suffix = []
        }
        let room = 255 - suffix.count - number.count
        if base.count > room {
            // A continuation byte at the cut means that the cut is inside a character: back to its beginning.
            var end = base.startIndex + room
            while end > base.startIndex, base[end] & 0xC0 == 0x80 { end -= 1 }
            base = base[..<end]
        }
        return FileName(Array(base) + number + Array(suffix))
    }
}

/// What to do when the destination's name is taken.
package enum ConflictPolicy: String, Sendable {
    /// Choose the next free `base(n).ext`.
    case rename
    /// Answer that the name is in use.
    case fail
    /// Swap atomically for what is there.
    case replace
    /// Leave what is there and answer with it.
    case skip

    /// Parses a query item or form field.
    ///
    /// - Throws: 10004 naming the parameter.
    package static func parse(_ text: String?, default policy: ConflictPolicy) throws -> ConflictPolicy {
        guard let text, !text.isEmpty else { return policy }
        guard let parsed = ConflictPolicy(rawValue: text) else {
            throw DriveError(.illegalParameter, argument: "on_conflict")
        }
        return parsed
    }
}
