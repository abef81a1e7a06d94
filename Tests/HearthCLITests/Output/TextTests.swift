import HearthCLI
import Testing

@Suite("Text on terminals")
struct TextTests {
    @Test(
        "columns: CJK and emoji take two, marks none",
        arguments: [("abc", 3), ("日本", 4), ("e\u{301}", 1), ("💫", 2), ("한글", 4), ("", 0), ("ａ", 2), ("é", 1)]
    )
    func width(_ text: String, _ columns: Int) { #expect(DisplayWidth.of(text) == columns) }

    @Test("long names keep both ends")
    func fitting() {
        #expect(DisplayWidth.fitted("holiday-in-the-mountains.jpg", to: 12) == "holida…s.jpg")
        #expect(DisplayWidth.fitted("short", to: 5) == "short")
        #expect(DisplayWidth.fitted("日本語の長い名前", to: 9) == "日本…名前")
        for columns in 0...20 {
            #expect(DisplayWidth.of(DisplayWidth.fitted("日本語abc💫の長い名前.jpg", to: columns)) <= columns)
        }
    }

    @Test(
        "what would steer the terminal is shown",
        arguments: [
            ("plain 日本 💫", "plain 日本 💫"), ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"), ("a\nb\tc\r", "a\\nb\\tc\\r"),
            ("\u{202E}gpj.exe", "\\u{202e}gpj.exe"), ("\u{9B}31m", "\\u{9b}31m"), ("a\\b", "a\\b"),
            ("\u{7F}", "\\u{7f}"),
        ]
    )
    func safety(_ text: String, _ shown: String) { #expect(SafeText.shown(text) == shown) }

    @Test(
        "sizes in binary units",
        arguments: [
            (0, "0 B"), (1_023, "1023 B"), (1_024, "1.0 KiB"), (1_536, "1.5 KiB"), (10_240, "10 KiB"),
            (1_048_000, "1023 KiB"), (1_048_576, "1.0 MiB"), (1 << 40, "1.0 TiB"), (-1, "0 B"),
        ] as [(Int64, String)]
    )
    func sizes(_ count: Int64, _ text: String) { #expect(Amount.bytes(count) == text) }

    @Test(
        "sizes and speeds are read in every usual form",
        arguments: [
            ("512", 512), ("10k", 10_240), ("10K", 10_240), ("1.5M", 1_572_864), ("2GiB", 2 << 30),
            ("3 GB", 3 << 30),
            ("1T", 1 << 40), ("7b", 7), ("0", 0), ("", nil), ("k", nil), ("-1", nil), ("1x", nil),
            ("1e3", nil),
            ("99999999999T", nil),
        ] as [(String, Int64?)]
    )
    func parsing(_ text: String, _ bytes: Int64?) { #expect(Amount.parse(text) == bytes) }

    @Test(
        "times",
        arguments: [
            (0, "0:00"), (59.6, "1:00"), (61, "1:01"), (3_661, "1:01:01"), (90_000, "1d 1h"),
            (.infinity, "-:--"),
        ] as [(Double, String)]
    )
    func durations(_ seconds: Double, _ text: String) { #expect(Amount.duration(seconds) == text) }

    @Test("tables are as wide as what stands in them")
    func tables() {
        var table = TextTable([("NAME", .left), ("SIZE", .right)])
        table.add(["日本", "7"])
        table.add(["a", "100 MiB"])
        #expect(table.lines() == ["NAME     SIZE", "日本        7", "a     100 MiB"])
        #expect(table.lines(hasHeading: false).count == 2)
    }
}

@Suite("Progress")
struct ProgressTests {
    private let line = ProgressLine(
        done: 512 << 20,
        total: 1 << 30,
        speed: 10_485_760,
        timeLeft: 51,
        files: 3,
        allFiles: 10,
        name: "日本語のとても長い名前の写真-2026-11-30.jpg"
    )

    @Test("no line is wider than the terminal, whatever its width")
    func widths() {
        for columns in 1...200 { #expect(DisplayWidth.of(line.text(columns: columns)) <= columns) }
    }

    @Test("wide: everything; narrow: what matters most")
    func contents() {
        let wide = line.text(columns: 120)
        for part in ["[###", "50%", "512 MiB / 1.0 GiB", "10 MiB/s", "0:51", "3/10", ".jpg"] {
            #expect(wide.contains(part))
        }
        let narrow = line.text(columns: 24)
        #expect(narrow.hasPrefix("50%"))
        #expect(!narrow.contains("3/10"))
    }

    @Test("without a total there is neither bar nor percentage; nothing to do is all done")
    func unknown() {
        let line = ProgressLine(done: 1_024, total: nil, speed: 2_048, timeLeft: 5).text(columns: 80)
        #expect(line == "1.0 KiB  2.0 KiB/s")
        #expect(ProgressLine(done: 0, total: 0).text(columns: 80).contains("100%"))
    }
}
