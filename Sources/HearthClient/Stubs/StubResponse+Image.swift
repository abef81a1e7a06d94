extension StubResponse {
    /// A picture of one pixel, for targets that give pictures.
    init(image format: Thumbnail.Format) {
        self.init(
            headers: ["Content-Type": "image/\(format.rawValue)", "ETag": "\"sample\""],
            body: format == .webp ? Self.webp : Self.jpeg
        )
    }

    /// RIFF with one VP8L chunk (RFC 9649, section 3): 1 × 1, five prefix codes of one symbol each.
    private static let webp: [UInt8] =
        Array("RIFF".utf8) + [0x1A, 0, 0, 0] + Array("WEBPVP8L".utf8)
        + [
            0x0D, 0, 0, 0, 0x2F, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0x00,
        ]

    /// A baseline JPEG (ITU-T T.81) of 1 × 1 in grey, with the shortest tables.
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xDB, 0x00, 0x43, 0x00] + [UInt8](repeating: 1, count: 64)
        + [0xFF, 0xC0, 0x00, 0x0B, 0x08, 0x00, 0x01, 0x00, 0x01, 0x01, 0x01, 0x11, 0x00]
        + [0xFF, 0xC4, 0x00, 0x14, 0x00, 0x01] + [UInt8](repeating: 0, count: 15) + [0x00]
        + [0xFF, 0xC4, 0x00, 0x14, 0x10, 0x01] + [UInt8](repeating: 0, count: 15) + [0x00]
        + [0xFF, 0xDA, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3F, 0x00, 0x3F, 0xFF, 0xD9]
}
