/// Names of files as text and back: names are bytes and need not be UTF-8, Swift's strings must be.
///
/// A byte that is no UTF-8 stands in the text as U+10FE00 plus the byte, in a plane for private use. Where a name has
/// such characters of its own their bytes are written so: each text stands for exactly one name, and a name that is
/// UTF-8 is its own text.
package enum ByteText {
    private static let base: UInt32 = 0x10FE00
    /// The stand-ins; bytes below 0x80 are never without meaning.
    private static let marks = (base + 0x80)...(base + 0xFF)

    /// The text that stands for bytes.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        // The bytes of a stand-in begin with F4.
        if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            let character = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars
            if let scalar = character?.first, character?.count == 1, !marks.contains(scalar.value) {
                scalars.append(scalar)
                rest = rest.dropFirst(length)
            } else {
                if let mark = Unicode.Scalar(base + UInt32(first)) { scalars.append(mark) }
                rest = rest.dropFirst()
            }
        }
        return String(scalars)
    }

    /// The bytes that a text stands for.
    package static func bytes(_ text: String) -> [UInt8] {
        guard hasMarks(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar -> [UInt8] in
            byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
        }
    }

    /// Whether a text stands for bytes that are no UTF-8.
    package static func hasMarks(_ text: String) -> Bool {
        text.utf8.contains(0xF4) && text.unicodeScalars.contains { marks.contains($0.value) }
    }

    /// The byte that a character stands for; nil for every other character.
    package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        marks.contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    /// The bytes that a text stands for, as system calls take them: with a zero at the end.
    package static func path(_ text: String) -> [CChar] {
        bytes(text).map { CChar(bitPattern: $0) } + [0]
    }

    /// The text that stands for what a system call gave.
    package static func text(cString: UnsafePointer<CChar>) -> String {
        var bytes: [UInt8] = []
        var place = cString
        while place.pointee != 0 {
            bytes.append(UInt8(bitPattern: place.pointee))
            place += 1
        }
        return text(bytes)
    }

    /// The command line of this process without the program's name, byte for byte.
    package static var commandLine: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { text(cString: $0) }
        }
    }
}
