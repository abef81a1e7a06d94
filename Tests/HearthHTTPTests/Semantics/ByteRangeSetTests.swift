import HearthHTTP
import HearthTesting
import Testing

@Suite("Byte ranges")
struct ByteRangeSetTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let value: String
        var size: Int64 = 1000
        let expected: ByteRangeSet
        var testDescription: String { "'\(value)' of \(size)" }
    }

    static let served: [Case] = [
        Case(value: "bytes=0-0", expected: .parts([0..<1])),
        Case(value: "bytes=0-499", expected: .parts([0..<500])),
        Case(value: "bytes=500-", expected: .parts([500..<1000])),
        Case(value: "bytes=0-", expected: .parts([0..<1000])),
        Case(value: "bytes=999-", expected: .parts([999..<1000])),
        Case(value: "bytes=-10", expected: .parts([990..<1000])),
        Case(value: "bytes=-1", expected: .parts([999..<1000])),
        Case(value: "bytes=-1000", expected: .parts([0..<1000])),
        Case(value: "bytes=-99999", expected: .parts([0..<1000])),
        Case(value: "bytes=0-99999", expected: .parts([0..<1000])),
        Case(value: "bytes=0-99999999999999999999999", expected: .parts([0..<1000])),
        Case(value: "bytes=-99999999999999999999999", expected: .parts([0..<1000])),
        Case(value: "bytes=000000000000000000000000000005-7", expected: .parts([5..<8])),
        Case(value: "BYTES=1-2", expected: .parts([1..<3])),
        Case(value: "bytes=0-0,5-6", expected: .parts([0..<1, 5..<7])),
        Case(value: "bytes=5-6,0-0", expected: .parts([5..<7, 0..<1])),
        Case(value: "bytes= 0-0 , ,\t-1 ,", expected: .parts([0..<1, 999..<1000])),
        Case(value: "bytes=0-4,5-9", expected: .parts([0..<5, 5..<10])),
        Case(value: "bytes=0-0,2000-", expected: .parts([0..<1])),
        Case(value: "bytes=0-0", size: 1, expected: .parts([0..<1])),
        Case(value: "bytes=0-", size: .max, expected: .parts([0..<Int64.max])),
    ]

    static let refused: [Case] = [
        Case(value: "bytes=1000-", expected: .unsatisfiable),
        Case(value: "bytes=999999-", expected: .unsatisfiable),
        Case(value: "bytes=1000-1000,2000-", expected: .unsatisfiable),
        Case(value: "bytes=-0", expected: .unsatisfiable),
        Case(value: "bytes=99999999999999999999999-", expected: .unsatisfiable),
        Case(value: "bytes=99999999999999999999998-99999999999999999999999", expected: .unsatisfiable),
        Case(value: "bytes=0-0", size: 0, expected: .unsatisfiable),
        Case(value: "bytes=0-", size: 0, expected: .unsatisfiable),
        Case(value: "bytes=-0", size: 0, expected: .unsatisfiable),
    ]

    static let whole: [Case] =
        [
            "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=5-1", "bytes=abc-", "bytes=1-abc",
            "bytes=--1",
            "bytes=1--2", "bytes=+1-2", "bytes=1-+2", "bytes=0x1-2", "bytes=1.0-2", "bytes=NaN-", "bytes=- 5",
            "bytes=1 -2", "bytes:0-1", "bytes =0-1", "items=0-1", "bytes=0-0;5-6", "bytes=0-0,abc",
            "bytes=0-0,5-1",
            "bytes=99999999999999999999999-99999999999999999999998", "bytes=0-10,5-20", "bytes=0-,0-",
            "bytes=-5,-10",
            "bytes=0-0,0-0",
        ].map { Case(value: $0, expected: .whole) } + [Case(value: "bytes=-5", size: 0, expected: .whole)]

    @Test("clips, reads suffixes and lists", arguments: served)
    func satisfiable(_ item: Case) { #expect(ByteRangeSet(item.value, size: item.size) == item.expected) }

    @Test("past the end is unsatisfiable", arguments: refused)
    func unsatisfiable(_ item: Case) { #expect(ByteRangeSet(item.value, size: item.size) == item.expected) }

    @Test("malformed, overlapping and empty are ignored", arguments: whole)
    func ignored(_ item: Case) { #expect(ByteRangeSet(item.value, size: item.size) == item.expected) }

    @Test("sixteen ranges are served, seventeen are not")
    func limit() {
        let list = { (count: Int) in
            "bytes=" + (0..<count).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ",")
        }
        let ranges = (0..<16).map { (index: Int64) -> Range<Int64> in index * 2..<index * 2 + 1 }
        #expect(ByteRangeSet(list(16), size: 1000) == .parts(ranges))
        #expect(ByteRangeSet(list(17), size: 1000) == .whole)
    }

    @Test("whatever is asked, the ranges lie in the file, apart from each other")
    func property() {
        var random = SplitMix64(seed: 21)
        let alphabet = Array("0123456789-,- =b9 ")
        for _ in 0..<20_000 {
            let size = Int64.random(in: 0...40, using: &random)
            let length = Int.random(in: 0...14, using: &random)
            let value =
                "bytes=" + String((0..<length).compactMap { _ in alphabet.randomElement(using: &random) })
            guard case .parts(let ranges) = ByteRangeSet(value, size: size) else { continue }
            var seen: Set<Int64> = []
            #expect(!ranges.isEmpty)
            for range in ranges {
                #expect(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= size)
                for byte in range { #expect(seen.insert(byte).inserted, "\(value) of \(size)") }
            }
        }
    }
}
