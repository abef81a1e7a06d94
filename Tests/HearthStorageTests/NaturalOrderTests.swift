import HearthTesting
import Testing

@testable import HearthStorage

@Suite("Natural order")
struct NaturalOrderTests {
    @Test(
        "follows people's expectation",
        arguments: [
            ["img1", "img2", "img9", "img10", "img100"],
            ["a", "A1", "a2", "B", "b1"],
            ["0", "00", "001", "01", "1", "2", "10"],
            ["file 99999999999999999999999999999998", "file 99999999999999999999999999999999"],
            ["x9", "x10a", "x10b", "x010c"],
            ["1.2.9", "1.2.10", "1.10.1"],
            ["Äpfel", "äpfel2", "ärger"],
            ["straße", "STRAẞE2"],
            ["σίσυφος1", "ΣΊΣΥΦΟΣ2"],
            ["Привет", "привет 2"],
            ["日本1", "日本2", "日本10"],
            ["a", "a ", "a.", "aa"],
            ["-1", "1", "a"],
        ]
    )
    func order(_ names: [String]) {
        for (left, right) in zip(names, names.dropFirst()) {
            #expect(
                NaturalOrder.areInIncreasingOrder(Array(left.utf8), Array(right.utf8)),
                "\(left) \(right)"
            )
            #expect(
                !NaturalOrder.areInIncreasingOrder(Array(right.utf8), Array(left.utf8)),
                "\(left) \(right)"
            )
        }
    }

    @Test("is a total order on any bytes")
    func totalOrder() {
        var random = SplitMix64(seed: 20)
        let alphabet: [UInt8] = Array("0012aAbBz. é日\u{212A}".utf8) + [0xFF, 0xC3, 0xED, 0x80, 0x01]
        let names = Set(
            (0..<400).map { _ in
                (0..<Int.random(in: 1...6, using: &random)).map { _ in
                    alphabet.randomElement(using: &random) ?? 0
                }
            }
        )
        let sorted = names.sorted(by: NaturalOrder.areInIncreasingOrder)
        for (index, left) in sorted.enumerated() {
            for right in sorted[(index + 1)...] {
                #expect(
                    NaturalOrder.areInIncreasingOrder(left, right)
                        && !NaturalOrder.areInIncreasingOrder(right, left)
                )
            }
        }
    }

    @Test("folds as Unicode says")
    func folding() {
        let pairs: [(UInt32, UInt32)] = [
            (0x41, 0x61), (0x5A, 0x7A), (0x40, 0x40), (0x5B, 0x5B), (0xB5, 0x3BC), (0xC0, 0xE0), (0xD7, 0xD7),
            (0xDF, 0xDF),
            (0x100, 0x101), (0x101, 0x101), (0x130, 0x130), (0x131, 0x131), (0x178, 0xFF), (0x17F, 0x73),
            (0x1C4, 0x1C6),
            (0x1C5, 0x1C6), (0x1C6, 0x1C6), (0x3C2, 0x3C3), (0x410, 0x430), (0x13A0, 0x13A0),
            (0xAB70, 0x13A0),
            (0x1E9E, 0xDF), (0x1F88, 0x1F80), (0x212A, 0x6B), (0x2C62, 0x26B), (0xFF21, 0xFF41),
            (0x10400, 0x10428),
            (0x1E921, 0x1E943), (0x1F600, 0x1F600), (0x4E00, 0x4E00), (0x10FFFF, 0x10FFFF),
        ]
        for (code, folded) in pairs {
            #expect(CaseFolding.fold(code) == folded, "\(String(code, radix: 16))")
        }
    }

    @Test("agrees with the standard library wherever one scalar maps to one")
    func foldingAgainstLibrary() {
        for code in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let folded = CaseFolding.fold(code)
            #expect(CaseFolding.fold(folded) == folded)
            let lower = scalar.properties.lowercaseMapping.unicodeScalars
            guard folded != code, let first = lower.first, lower.count == 1, first != scalar else { continue }
            #expect(first.value == folded, "\(String(code, radix: 16))")
        }
    }
}
