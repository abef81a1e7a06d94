import HearthMedia
import Testing

@testable import HearthMediaDecoder

@Suite struct FileSignatureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var named = MediaKind.picture
        let kind: MediaKind?
        var testDescription: String { name }

        init(_ name: String, _ bytes: [UInt8], named: MediaKind = .picture, _ kind: MediaKind?) {
            (self.name, self.bytes, self.named, self.kind) = (name, bytes, named, kind)
        }

        init(_ name: String, _ text: String, named: MediaKind = .picture, _ kind: MediaKind?) {
            self.init(name, Array(text.utf8), named: named, kind)
        }
    }

    private static func box(_ brand: String) -> [UInt8] {
        [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0]
    }

    private static let packets = (0..<4096).map { UInt8($0 % 188 == 0 ? 0x47 : 1) }

    @Test(
        "bytes decide",
        arguments: [
            Case("JPEG", [0xff, 0xd8, 0xff, 0xe0], .picture),
            Case("JPEG, named text", [0xff, 0xd8, 0xff], named: .text, .picture),
            Case("HEIC", box("heic"), .picture), Case("AVIF", box("avif"), .picture),
            Case("Canon CR3", box("crx "), .picture), Case("MP4", box("isom"), .clip),
            Case("M4A", box("M4A "), .audio), Case("WebP", "RIFF\0\0\0\0WEBPVP8 ", .picture),
            Case("AVI", "RIFF\0\0\0\0AVI LIST", .clip), Case("WAVE", "RIFF\0\0\0\0WAVEfmt ", .audio),
            Case("old QuickTime", "\0\0\0\u{8}wide\0\0\0\0mdat", .clip),
            Case("transport stream", packets, .clip),
            Case("recording named as TypeScript", packets, named: .text, .clip),
            Case("MP3", [0xff, 0xfb, 0x90, 0x64], .audio), Case("ADTS", [0xff, 0xf1, 0x50, 0x80], .audio),
            Case("UTF-16 is no sound", [0xff, 0xfe, 0x41, 0x00], named: .audio, nil),
            Case("text about BMW", "BMW, a maker of cars", named: .text, nil),
            Case("PDF behind other bytes", "\n\n%PDF-1.7", .picture),
            Case("text about PDF", "about %PDF-1.7", named: .text, nil),
            Case("SVG", "<svg xmlns='x'/>", .picture),
            Case("SVG with a prefix", "<?xml version='1.0'?><s:svg/>", .picture),
            Case(
                "SVG behind a DOCTYPE",
                "\u{feff}<!-- > --> <!DOCTYPE svg [<!ENTITY a \">\">]>\n<svg>",
                named: .text,
                .picture
            ),
            Case("SVG in UTF-16", [0xff, 0xfe] + "<svg/>".utf8.flatMap { [$0, 0] }, .picture),
            Case("web page", "<!doctype html><html><svg></svg></html>", named: .text, nil),
            Case("nothing", [], nil), Case("one byte", [0xff], nil), Case("only `<`", "<", nil),
        ]
    )
    func kind(_ item: Case) {
        #expect(FileSignature.kind(of: item.bytes, named: item.named) == item.kind)
    }

    @Test func nothingShortIsTooShort() {
        for file in [
            Self.box("heic"), Array("RIFF\0\0\0\0WEBP".utf8), Self.packets, Array("<!DOCTYPE svg [".utf8),
        ] {
            for count in 0..<min(file.count, 600) {
                for kind in MediaKind.allCases {
                    _ = FileSignature.kind(of: Array(file.prefix(count)), named: kind)
                }
            }
        }
    }
}
