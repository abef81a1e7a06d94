import Glibc
import HearthArguments
package import HearthWire
import Synchronization

/// Where a command says what it found and did: plain lines or JSON on standard output, complaints on standard error.
///
/// May be used from several threads. Writing blocks while a pipe is full: commands run on threads of their own.
package final class Output: Sendable {
    /// Looks that a terminal can give to text.
    package enum Style: String, Sendable {
        /// Headings, directories.
        case bold = "1"
        /// What matters less.
        case dim = "2"
        /// Failures.
        case red = "31"
        /// What went well.
        case green = "32"
        /// Directories.
        case blue = "1;34"
    }

    /// Whether standard output is for programs.
    package let isJSON: Bool
    /// Whether only results and failures are shown.
    package let isQuiet: Bool
    /// How much is told of what goes on: 0, 1 with `-v`, 2 with `-vv`.
    package let verbosity: Int
    /// The language of texts.
    package let language: WireLanguage
    /// What standard output is.
    package let standard: Terminal
    /// What standard error is.
    package let errors: Terminal

    private struct State {
        var status: String?
    }

    private let write: @Sendable (Int32, [UInt8]) -> Void
    private let state = Mutex(State())

    /// Takes the parts as they are; tests put their own `write` in place.
    package init(
        isJSON: Bool = false,
        isQuiet: Bool = false,
        verbosity: Int = 0,
        language: WireLanguage = .english,
        standard: Terminal = .none,
        errors: Terminal = .none,
        write: @escaping @Sendable (Int32, [UInt8]) -> Void = Output.writeAll
    ) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
        self.verbosity = verbosity
        self.language = language
        self.standard = standard
        self.errors = errors
        self.write = write
    }

    // MARK: Results

    /// A line of the result; not with `--json`.
    package func line(_ text: String) {
        guard !isJSON else { return }
        emit(STDOUT_FILENO, text + "\n")
    }

    /// The result as one JSON object on a line of its own; only with `--json`.
    package func object(_ members: (inout JSONWriter) -> Void) {
        guard isJSON else { return }
        var writer = JSONWriter()
        writer.beginObject()
        members(&writer)
        writer.endObject()
        emit(STDOUT_FILENO, Self.json(writer.bytes))
    }

    /// Bytes of a file.
    ///
    /// - Throws: what ``checkWritten()`` throws: nobody needs the rest.
    package func raw(_ bytes: [UInt8]) throws(CommandError) {
        emit(STDOUT_FILENO, bytes)
        try Self.checkWritten()
    }

    // MARK: Talk

    /// What was done, for a person; not with `-q` or `--json`.
    package func say(_ phrase: Phrase) {
        guard !isQuiet, !isJSON else { return }
        emit(STDOUT_FILENO, phrase.text(language) + "\n")
    }

    /// What a person should know beside the result, on standard error; not with `-q`.
    package func note(_ phrase: Phrase) {
        guard !isQuiet else { return }
        emit(STDERR_FILENO, phrase.text(language) + "\n")
    }

    /// What goes on, with `-v`, on standard error.
    package func detail(_ phrase: Phrase, level: Int = 1) {
        guard verbosity >= level else { return }
        emit(STDERR_FILENO, phrase.text(language) + "\n")
    }

    /// A failure, on standard error; with `--json` as an object with the member `error`.
    package func complain(_ error: CommandError) {
        guard isJSON else {
            let word = styled(language == .chinese ? "错误：" : "error: ", .red, on: errors)
            return emit(STDERR_FILENO, word + error.text(language) + "\n")
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        writer.key("exit")
        writer.int(Int(error.exit.rawValue))
        writer.key("kind")
        writer.string(error.exit.word)
        if let code = error.code {
            writer.key("code")
            writer.int(code.rawValue)
        }
        writer.key("message")
        writer.string(error.phrase.text(language))
        if let hint = error.hint {
            writer.key("hint")
            writer.string(hint.text(language))
        }
        writer.endObject()
        writer.endObject()
        emit(STDERR_FILENO, Self.json(writer.bytes))
    }

    /// Text of the caller's language.
    package func text(_ chinese: String, _ english: String) -> String {
        Phrase(chinese, english).text(language)
    }

    // MARK: Terminals

    /// A name as it may be shown: on a terminal nothing in it steers it; elsewhere as it is.
    package func name(_ text: String) -> String { standard.isTerminal ? SafeText.shown(text) : text }

    /// Text with a look, where standard output has looks.
    package func styled(_ text: String, _ style: Style) -> String { styled(text, style, on: standard) }

    private func styled(_ text: String, _ style: Style, on terminal: Terminal) -> String {
        terminal.hasColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The line at the bottom of the terminal that shows how far things are; nil takes it away.
    ///
    /// Nothing elsewhere.
    ///
    /// - Parameter line: makes it for a number of columns.
    package func status(_ line: ((Int) -> String)?) {
        guard errors.isTerminal else { return }
        let text = line.map { $0(errors.columns - 1) }
        state.withLock { state in
            guard text != state.status else { return }
            write(STDERR_FILENO, Array("\r\u{1B}[K\(text ?? "")".utf8))
            state.status = text
        }
    }

    // MARK: Writing

    /// Names leave as the bytes that they are.
    private func emit(_ descriptor: Int32, _ text: String) { emit(descriptor, ByteText.bytes(text)) }

    /// JSON is UTF-8: what is none becomes U+FFFD.
    private static func json(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0xF4) else { return bytes + [0x0A] }
        let text = String(decoding: bytes, as: UTF8.self)
        return Array(String(decoding: ByteText.bytes(text), as: UTF8.self).utf8) + [0x0A]
    }

    private func emit(_ descriptor: Int32, _ bytes: [UInt8]) {
        state.withLock { state in
            guard let status = state.status else { return write(descriptor, bytes) }
            write(STDERR_FILENO, Array("\r\u{1B}[K".utf8))
            write(descriptor, bytes)
            write(STDERR_FILENO, Array(status.utf8))
        }
    }

    /// Why standard output did not take everything, as `errno`; 0 while it did.
    private static let refusal = Mutex<Int32>(0)

    /// Sees that standard output took everything so far: what is cut off must not count as done.
    ///
    /// - Throws: exit code 8 for a full disk, 1 and others for the rest.
    package static func checkWritten() throws(CommandError) {
        let number = refusal.withLock { $0 }
        guard number == 0 else { throw LocalError.failure("standard output", number) }
    }

    /// Writes everything; ends the process by SIGPIPE, as other programs end, when nobody reads any more.
    ///
    /// Any other failure of standard output is what ``checkWritten()`` tells.
    package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                signal(SIGPIPE, SIG_DFL)
                var set = sigset_t()
                sigemptyset(&set)
                sigaddset(&set, SIGPIPE)
                pthread_sigmask(SIG_UNBLOCK, &set, nil)
                raise(SIGPIPE)
                _exit(1)
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
            } else if errno != EINTR {
                let number = errno
                if descriptor == STDOUT_FILENO { refusal.withLock { $0 = $0 == 0 ? number : $0 } }
                return
            }
        }
    }
}
