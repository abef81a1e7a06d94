#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension KeyFingerprint {
    /// Reads hex, with or without blanks, colons and hyphens, or `sha256//` and base64; nil for anything else.
    public init?(_ text: String) {
        if text.hasPrefix("sha256//") {
            guard let data = Data(base64Encoded: String(text.dropFirst(8))) else { return nil }
            self.init(bytes: Array(data))
            return
        }
        let digits = text.utf8.filter { !" :-".utf8.contains($0) }
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16)
            else {
                return nil
            }
            bytes.append(byte)
        }
        self.init(bytes: bytes)
    }

    /// Hex in groups of four digits, for people to compare.
    public var description: String {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0..<$0 + 2].joined() }
            .joined(separator: " ")
    }

    /// `sha256//` and base64, as curl takes it.
    public var curlPin: String { "sha256//" + Data(bytes).base64EncodedString() }
}
