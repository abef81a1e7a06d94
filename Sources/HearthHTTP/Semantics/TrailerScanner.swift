/// Reads the trailer section of a chunked body to its end, however its bytes are cut (RFC 9112, section 7.1.2).
///
/// Trailers are checked and dropped. As strict as a head: a bare line feed or return, a folded line, a line without
/// a name, white space before the colon and control bytes are refused, since another reader of the same
/// connection might see the section end elsewhere.
struct TrailerScanner: Sendable {
    private enum State { case lineStart, name, value, lineEnd, sectionEnd }

    private var state = State.lineStart

    /// Goes on over the bytes behind the last chunk's line.
    ///
    /// - Returns: how many of them belong to the section once it has ended; nil when all do and more are needed.
    /// - Throws: `.badRequest`.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> Int? {
        for (index, byte) in bytes.enumerated() {
            switch state {
            case .lineStart where byte == 0x0D: state = .sectionEnd
            case .lineStart where Self.isTokenByte(byte): state = .name
            case .name where byte == UInt8(ascii: ":"): state = .value
            case .name where Self.isTokenByte(byte): break
            case .value where byte == 0x0D: state = .lineEnd
            case .value where (byte >= 0x20 && byte != 0x7F) || byte == 0x09: break
            case .lineEnd where byte == 0x0A: state = .lineStart
            case .sectionEnd where byte == 0x0A: return index + 1
            default: throw HTTPError(.badRequest, "a malformed trailer section")
            }
        }
        return nil
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}
