import Glibc
import HearthCLI
import HearthWire
import Synchronization
import Testing

@Suite("Output")
struct OutputTests {
    private final class Pages: Sendable {
        let text = Mutex<[Int32: String]>([:])
        func write(_ descriptor: Int32, _ bytes: [UInt8]) {
            text.withLock { $0[descriptor, default: ""] += String(decoding: bytes, as: UTF8.self) }
        }
        var out: String { text.withLock { $0[STDOUT_FILENO] ?? "" } }
        var err: String { text.withLock { $0[STDERR_FILENO] ?? "" } }
    }

    private func made(
        json: Bool = false,
        quiet: Bool = false,
        language: WireLanguage = .english
    ) -> (Output, Pages) {
        let pages = Pages()
        return (Output(isJSON: json, isQuiet: quiet, language: language, write: pages.write), pages)
    }

    @Test("plain: results and sentences; JSON: objects alone")
    func forms() {
        let (plain, first) = made()
        plain.line("a")
        plain.object {
            $0.key("x"); $0.int(1)
        }
        plain.say(Phrase("完成", "Done."))
        #expect(first.out == "a\nDone.\n")
        let (json, second) = made(json: true)
        json.line("a")
        json.object {
            $0.key("x"); $0.int(1)
        }
        json.say(Phrase("完成", "Done."))
        #expect(second.out == "{\"x\":1}\n")
    }

    @Test("quiet: results and failures")
    func quiet() {
        let (output, pages) = made(quiet: true)
        output.line("a")
        output.say(Phrase("完成", "Done."))
        output.note(Phrase("注意", "Note."))
        output.complain(CommandError(.notFound, "不存在", "not there"))
        #expect(pages.out == "a\n")
        #expect(pages.err == "error: not there\n")
    }

    @Test("failures: words in both languages, objects with --json")
    func failures() throws {
        let error = CommandError(
            .noRight,
            Phrase("没有权限", "no right"),
            hint: Phrase("请询问", "Ask."),
            code: .noWriteRight
        )
        let (chinese, first) = made(language: .chinese)
        chinese.complain(error)
        #expect(first.err == "错误：没有权限\n请询问\n")
        let (json, second) = made(json: true)
        json.complain(error)
        let value = try JSONValue(parsing: Array(second.err.utf8))
        #expect(value["error"]?["exit"]?.int == 4)
        #expect(value["error"]?["kind"]?.string == "no_right")
        #expect(value["error"]?["code"]?.int == 10_020)
        #expect(value["error"]?["message"]?.string == "no right")
        #expect(value["error"]?["hint"]?.string == "Ask.")
        #expect(second.out.isEmpty)
    }

    @Test("several failures: the code of all where they agree, 11 where they do not")
    func codes() {
        #expect(CommandError.exit(for: [], outOf: 3) == .done)
        #expect(CommandError.exit(for: [.notFound], outOf: 1) == .notFound)
        #expect(CommandError.exit(for: [.notFound, .notFound], outOf: 2) == .notFound)
        #expect(CommandError.exit(for: [.notFound, .noRight], outOf: 2) == .someFailed)
        #expect(CommandError.exit(for: [.notFound], outOf: 2) == .someFailed)
        #expect(CommandError.exit(for: [.notFound, .interrupted], outOf: 2) == .interrupted)
    }

    @Test("exit codes are those that were promised")
    func numbers() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 130])
        #expect(Set(ExitCode.allCases.map(\.word)).count == ExitCode.allCases.count)
        // docs/cli.md names those that end a command of several things.
        #expect(ExitCode.allCases.filter(\.endsAll) == [.signInNeeded, .unreachable, .trust, .interrupted])
    }

    @Test(
        "every code of the contract has the exit code that fits",
        arguments: [
            (.resourceNotFound, .notFound), (.noAccess, .noRight), (.unauthorized, .signInNeeded),
            (.wrongPassword, .signInNeeded), (.folderPasswordWrong, .folderPassword), (.noSpace, .noSpace),
            (.nameInUse, .clash), (.hashMismatch, .verification), (.illegalParameter, .usage),
            (.ownerOnly, .noRight),
            (.internalError, .other),
        ] as [(WireCode, ExitCode)]
    )
    func wireCodes(_ code: WireCode, _ exit: ExitCode) { #expect(CommandError.exit(for: code) == exit) }
}
