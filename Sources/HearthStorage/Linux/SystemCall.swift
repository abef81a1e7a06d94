import CLinux
import Glibc

/// Repeats an interrupted call; 0 when it succeeded, otherwise its error number.
func errorNumber(_ call: () -> Int32) -> Int32 {
    while true {
        if call() >= 0 { return 0 }
        let number = errno
        if number != EINTR { return number }
    }
}

/// Repeats an interrupted call and throws for its error number.
func check(_ operation: StaticString, _ call: () -> Int32) throws(StorageError) {
    let number = errorNumber(call)
    guard number == 0 else { throw StorageError(errno: number, "\(operation)") }
}

/// Repeats an interrupted call and returns its count.
func counted(_ operation: StaticString, _ call: () -> Int) throws(StorageError) -> Int {
    while true {
        let result = call()
        if result >= 0 { return result }
        let number = errno
        if number != EINTR { throw StorageError(errno: number, "\(operation)") }
    }
}

/// Opens relative to a directory, for names that are not paths from a client.
func openDescriptor(
    _ name: FileName,
    in directory: Int32,
    flags: Int32,
    mode: mode_t = 0
) throws(StorageError) -> Descriptor {
    try openDescriptor("openat", flags: flags) { flags in
        name.withCString { hearth_openat(directory, $0, flags, mode) }
    }
}

/// Opens for reading what a directory listed as a file; never waits for a FIFO and never follows a link.
///
/// Nil when it has gone since, or is a link now.
func openListedFile(_ name: FileName, in directory: Int32) throws(StorageError) -> Descriptor? {
    do throws(StorageError) {
        return try openDescriptor(
            name,
            in: directory,
            flags: O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
        )
    } catch {
        guard [.notFound, .escapes].contains(error.code) else { throw error }
        return nil
    }
}

/// Repeats an interrupted open, always with `O_CLOEXEC`.
func openDescriptor(
    _ operation: StaticString,
    flags: Int32,
    _ call: (Int32) -> Int32
) throws(StorageError) -> Descriptor {
    while true {
        let number = call(flags | O_CLOEXEC)
        if number >= 0 { return Descriptor(number) }
        let code = errno
        if code != EINTR { throw StorageError(errno: code, "\(operation)") }
    }
}

extension FileName {
    /// A name made of ASCII letters by this program; anything else is a bug that shows in the first test.
    init(fixed text: StaticString) {
        self.init(unchecked: text.withUTF8Buffer { Array($0) })
    }

    /// Lends the name with a terminator, on the stack.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { name in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: name.count + 1) { buffer in
                for index in name.indices { buffer[index] = CChar(bitPattern: name[index]) }
                buffer[name.count] = 0
                guard let start = buffer.baseAddress else {
                    preconditionFailure("an allocation of at least one byte has an address")
                }
                return body(UnsafePointer(start))
            }
        }
    }
}

/// Makes a directory's entries survive a power cut.
func syncDirectory(_ descriptor: Int32) throws(StorageError) {
    try check("fsync of a directory") { fsync(descriptor) }
}
