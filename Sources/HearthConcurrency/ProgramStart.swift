import CLinux
import Glibc

/// How another program is started.
///
/// It has no part in what this one has open, and signals mean to it what they usually mean.
package struct ProgramStart {
    /// What is put at one of the new program's first descriptors.
    package enum Stream: Sendable {
        /// `/dev/null`.
        case nothing
        /// An open descriptor of this process, which stays open here.
        case descriptor(Int32)
    }

    /// Why it could not be started.
    package struct Failure: Error, Sendable {
        /// From errno(3).
        package let number: Int32

        /// A failure by that number.
        package init(number: Int32) { self.number = number }
    }

    /// The program's path, or a name without a slash that is looked for in `$PATH`; then its arguments.
    package var words: [String]
    /// `NAME=value`; nil for that of this process.
    package var environment: [String]?
    /// What it finds at the descriptors 0 and up; it finds no others.
    package var streams: [Stream]
    /// Whether it leads a process group of its own.
    package var leadsGroup: Bool

    /// A start with nothing but `/dev/null` at the standard streams.
    package init(
        words: [String],
        environment: [String]? = nil,
        streams: [Stream] = [.nothing, .nothing, .nothing],
        leadsGroup: Bool = false
    ) {
        self.words = words
        self.environment = environment
        self.streams = streams
        self.leadsGroup = leadsGroup
    }

    /// Starts the program; blocks until it has been loaded.
    ///
    /// - Returns: the process, which has to be waited for.
    package func start() throws(Failure) -> Int32 {
        guard let path = words.first else { throw Failure(number: ENOENT) }
        let arguments = Self.strings(words)
        defer { Self.free(arguments) }
        let variables = environment.map { Self.strings($0) } ?? []
        defer { Self.free(variables) }
        let descriptors = streams.map { stream -> Int32 in
            switch stream {
            case .nothing: -1
            case .descriptor(let number): number
            }
        }
        var process = pid_t()
        let count = Int32(descriptors.count)
        let group: Int32 = leadsGroup ? 1 : 0
        let error =
            environment == nil
            ? hearth_spawn(path, arguments, nil, descriptors, count, group, &process)
            : hearth_spawn(path, arguments, variables, descriptors, count, group, &process)
        guard error == 0 else { throw Failure(number: error) }
        return process
    }

    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    private static func free(_ strings: [UnsafeMutablePointer<CChar>?]) {
        for string in strings { Glibc.free(string) }
    }
}
