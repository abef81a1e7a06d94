import Glibc

/// Where finished log lines go.
package protocol LogSink: Sendable {
    /// Takes one whole line, newline included; called from any thread, several at a time.
    ///
    /// A sink that cannot write drops the line: logging never fails its caller.
    func write(_ line: [UInt8])
}

/// Lines on standard error.
package struct StandardErrorSink: LogSink {
    /// Uses the process's descriptor 2.
    package init() {}

    /// Writes the line with as few calls as the kernel allows.
    package func write(_ line: [UInt8]) { writeFully(line, to: STDERR_FILENO) }
}

/// Writes every byte, going on after signals and short writes; gives up on any other failure.
func writeFully(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { buffer in
        var offset = 0
        while offset < buffer.count {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
            let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if written > 0 {
                offset += written
            } else if written == 0 || errno != EINTR {
                return
            }
        }
    }
}
