import COpenSSL
import CUTF8Proc

/// Unicode normalization form C (Unicode Standard Annex 15) of UTF-8, for names and passwords of vaults.
///
/// utf8proc 2.8 knows Unicode 14; characters of later versions pass unchanged, and by Unicode's stability policy no
/// text that is normal now becomes something else later.
package enum NFC {
    /// The longest text that is taken, in bytes.
    package static let longestText = 1 << 20

    /// Composes a text.
    ///
    /// - Throws: `.invalidInput` when the bytes are not UTF-8 (overlong forms and surrogates included) or more than
    ///   ``longestText``; `.library`. The message holds nothing of the text.
    package static func normalize(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
        guard bytes.count <= longestText else { throw CryptoError(.invalidInput, "a text is too long") }
        let options = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
        // A character decomposes to at most 18 code points (U+FDFA) of compatibility forms, 4 of canonical ones.
        var points = [Int32](repeating: 0, count: bytes.count * 4 + 1)
        defer { points.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        let count = points.withUnsafeMutableBufferPointer {
            utf8proc_decompose(bytes, bytes.count, $0.baseAddress, $0.count - 1, options)
        }
        guard count >= 0, count < points.count else {
            throw CryptoError(.invalidInput, "a text is not UTF-8")
        }
        // Composes in place, then writes UTF-8 over the code points, and a zero after it.
        let length = points.withUnsafeMutableBufferPointer {
            utf8proc_reencode($0.baseAddress, count, options)
        }
        guard length >= 0 else { throw CryptoError(.library, "a text could not be normalized") }
        return points.withUnsafeBytes { Array($0.prefix(length)) }
    }

    /// Whether bytes are UTF-8 in form C.
    package static func isNormal(_ bytes: [UInt8]) -> Bool {
        guard let normal = try? normalize(bytes) else { return false }
        return normal == bytes
    }
}
