import Glibc
import Synchronization

/// Asks the person at the terminal; refuses where there is none.
package struct Prompt: Sendable {
    /// Whether there is somebody to ask: standard input and standard error are a terminal, and `--no-input` was not
    /// given.
    package let canAsk: Bool
    private let output: Output

    /// The terminal's settings while something is typed that it does not show; a signal puts them back.
    private static let hidden = Mutex<termios?>(nil)

    /// Whether somebody is being asked: the read that waits for the answer knows no cancelling.
    package static var isAsking: Bool { asking.withLock { $0 > 0 } }
    private static let asking = Mutex(0)

    /// Does something that waits for standard input, which knows no cancelling either.
    static func reading<Value>(
        _ body: () throws(CommandError) -> Value
    ) throws(CommandError) -> Value {
        asking.withLock { $0 += 1 }
        defer { asking.withLock { $0 -= 1 } }
        return try body()
    }

    /// Takes whether somebody may be asked.
    package init(canAsk: Bool, output: Output) {
        self.canAsk = canAsk
        self.output = output
    }

    /// Shows the terminal what is typed again; for the end of the process by a signal.
    package static func restoreTerminal() {
        guard var before = hidden.withLock({ $0 }) else { return }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
        Output.writeAll(STDERR_FILENO, [0x0A])
    }

    /// A password, not shown while it is typed.
    ///
    /// - Parameters:
    ///   - question: no newline follows.
    ///   - missing: is thrown where nobody can be asked.
    /// - Returns: what was typed.
    /// - Throws: `missing`; exit code 130 when nothing was typed.
    package func password(_ question: Phrase, orElse missing: CommandError) throws(CommandError) -> String {
        guard canAsk else { throw missing }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw missing }
        let before = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        Self.hidden.withLock { $0 = before }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        defer {
            var before = before
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            Self.hidden.withLock { $0 = nil }
            Output.writeAll(STDERR_FILENO, [0x0A])
        }
        let line = try ask(question)
        guard !line.isEmpty else {
            throw CommandError(.interrupted, "没有输入密码", "no password was typed")
        }
        return line
    }

    /// A new password, typed twice.
    package func newPassword(_ question: Phrase, orElse missing: CommandError) throws(CommandError) -> String
    {
        let first = try password(question, orElse: missing)
        let second = try password(Phrase("请再输入一次：", "Once more: "), orElse: missing)
        guard Array(first.utf8) == Array(second.utf8) else {
            throw CommandError(.usage, "两次输入的密码不同", "the two passwords differ")
        }
        return first
    }

    /// Yes or no; no where nobody can be asked.
    package func confirm(_ question: Phrase) -> Bool {
        guard canAsk else { return false }
        let hint = Phrase("\(question.chinese) [y/N] ", "\(question.english) [y/N] ")
        guard let answer = try? ask(hint) else { return false }
        return ["y", "yes", "是", "好"].contains(answer.lowercased())
    }

    private func ask(_ question: Phrase) throws(CommandError) -> String {
        output.status(nil)
        Self.asking.withLock { $0 += 1 }
        defer { Self.asking.withLock { $0 -= 1 } }
        Output.writeAll(STDERR_FILENO, Array(question.text(output.language).utf8))
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 4_096 {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 || byte == 0x0A { break }
            line.append(byte)
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw CommandError(.usage, "输入的不是 UTF-8 文本", "what was typed is not UTF-8 text")
        }
        return text
    }
}
