import CQREncode

/// A QR code (ISO/IEC 18004) of a text.
package struct QRCode: Sendable {
    /// Modules on each side, without the quiet zone.
    package let width: Int
    private let isDark: [Bool]

    /// Encodes a text; nil when it is too long.
    ///
    /// The lowest level of correction: a screen is not torn, and a smaller code is easier to read.
    package init?(_ text: String) {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        self.width = width
        isDark = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Whether a module is dark; everything around the code is light.
    package func isDark(row: Int, column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return isDark[row * width + column]
    }

    /// Its rows from the top, `1` for a dark module and `0` for a light one.
    package var rows: [String] {
        (0..<width).map { row in
            String((0..<width).map { isDark(row: row, column: $0) ? "1" : "0" })
        }
    }
}
