import Glibc
import HearthArguments
import HearthServer

/// A password that is typed on the terminal and not shown.
enum VaultPassword {
    /// Asks for it.
    ///
    /// - Parameters:
    ///   - question: is shown; no newline follows.
    ///   - console: its input is a terminal.
    /// - Returns: what was typed.
    /// - Throws: `UsageError` when there is no terminal; `.refused` when nothing was typed; `.files` when it is no text.
    static func ask(_ question: String, _ console: Console) throws -> String {
        var settings = termios()
        guard console.input >= 0, tcgetattr(console.input, &settings) == 0 else {
            throw UsageError(
                "there is no terminal to ask for the password; use --password-file FILE, or - for standard input"
            )
        }
        let before = settings
        // Signals too: one would end the process with a terminal that shows nothing.
        settings.c_lflag &= ~tcflag_t(ECHO | ISIG)
        tcsetattr(console.input, TCSAFLUSH, &settings)
        defer {
            var before = before
            tcsetattr(console.input, TCSAFLUSH, &before)
            write("\n")
        }
        write(question)
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 4_096 {
            let count = read(console.input, &byte, 1)
            if count < 0, errno == EINTR { continue }
            // Ctrl-C is a byte here.
            if count == 1, byte == 3 { throw ServiceError(.refused, "stopped") }
            if count <= 0 || byte == 0x0A { break }
            line.append(byte)
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw ServiceError(.files, "the password is not UTF-8 text")
        }
        if text.isEmpty { throw ServiceError(.refused, "no password was typed") }
        return text
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
