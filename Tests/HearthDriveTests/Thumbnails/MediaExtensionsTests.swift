import HearthMedia
import HearthTesting
import Testing

@testable import HearthDrive

@Suite("Kinds of files by their names")
struct MediaExtensionsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var kind: MediaKind?
        var isOld: Bool
        var testDescription: String { name }
    }

    @Test(
        "the extension decides, in any case",
        arguments: [
            Case(name: "a.jpg", kind: .picture, isOld: true),
            Case(name: "a.b.JPEG", kind: .picture, isOld: true),
            Case(name: "Ferien.HeIc", kind: .picture, isOld: true),
            Case(name: "a.svg", kind: .picture, isOld: false),
            Case(name: "a.pdf", kind: .picture, isOld: false),
            Case(name: "a.nef", kind: .picture, isOld: false),
            Case(name: "a.movie", kind: .clip, isOld: true),
            Case(name: "a.3gp", kind: .clip, isOld: false),
            Case(name: "a.mp3", kind: .audio, isOld: false),
            Case(name: "a.swift", kind: .text, isOld: false),
            Case(name: "Makefile", kind: .text, isOld: false),
            Case(name: "README", kind: .text, isOld: false),
            Case(name: "jpg", kind: nil, isOld: false),
            Case(name: ".jpg", kind: nil, isOld: false),
            Case(name: "a.jpg.", kind: nil, isOld: false),
            Case(name: "a.docx", kind: nil, isOld: false),
            Case(name: "", kind: nil, isOld: false),
            Case(name: String(repeating: "x", count: 251) + ".png", kind: .picture, isOld: true),
            Case(name: "a.\u{17F}vg", kind: nil, isOld: false),
        ]
    )
    func kinds(_ item: Case) {
        #expect(MediaExtensions.kind(of: Array(item.name.utf8)) == item.kind)
        #expect(MediaExtensions.isContractKind(Array(item.name.utf8)) == item.isOld)
    }

    @Test("names that are not UTF-8 have an extension too")
    func bytes() {
        #expect(MediaExtensions.kind(of: [0xFF, 0x2E, 0x67, 0x69, 0x66]) == .picture)
        #expect(MediaExtensions.kind(of: [0x61, 0x2E, 0xFF]) == nil)
        #expect(MediaExtensions.ending(of: Array("a.TAR.GZ".utf8)) == "gz")
    }
}
