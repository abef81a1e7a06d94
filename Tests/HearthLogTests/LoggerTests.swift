import HearthLog
import Testing

@Suite("Log lines")
struct LoggerTests {
    private func line(_ level: Logger.Level = .info, _ write: (Logger) -> Void) -> String? {
        let sink = MemorySink()
        write(Logger(label: "test", level: level, sink: sink))
        return sink.lines.first
    }

    @Test("an entry is one JSON object with its fields in order")
    func shape() throws {
        let text = try #require(
            line { $0.warning("disk slow", ["ms": 12, "ok": true, "who": "x", "rate": 0.5]) }
        )
        #expect(text.hasPrefix(#"{"time":"20"#))
        let rest =
            #""level":"warning","label":"test","message":"disk slow","ms":12,"ok":true,"who":"x","rate":0.5}"#
        #expect(text.hasSuffix(rest))
    }

    @Test("entries below the level are neither written nor evaluated")
    func level() {
        let text = line(.warning) { logger in
            logger.info(
                {
                    Issue.record("evaluated")
                    return ""
                }()
            )
        }
        #expect(text == nil)
    }

    @Test("control and direction characters cannot reach a terminal")
    func escaping() throws {
        let name = "a\u{1B}[2J\u{9B}\n\u{202E}\"\\é\u{7F}"
        let text = try #require(line { $0.info("name", ["name": .string(name)]) })
        #expect(text.hasSuffix(#""name":"a\u001b[2J\u009b\n\u202e\"\\é\u007f"}"#))
        #expect(!text.utf8.contains { $0 < 0x20 })
    }

    @Test("a field cannot pose as a fixed one")
    func reserved() throws {
        let text = try #require(line { $0.info("m", ["level": "error"]) })
        #expect(text.hasSuffix(#""level_":"error"}"#))
    }

    @Test("numbers JSON cannot hold become text")
    func numbers() throws {
        let text = try #require(line { $0.info("m", ["a": .double(.nan), "b": .number(UInt64.max)]) })
        #expect(text.hasSuffix(#""a":"nan","b":"18446744073709551615"}"#))
    }
}
