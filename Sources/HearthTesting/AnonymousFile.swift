import Glibc

/// An open file without a name; gone when it is closed.
package enum AnonymousFile {
    /// Why it could not be made.
    package struct Failure: Error {}

    /// Makes a file with these bytes and runs the body on its descriptor.
    package static func with<Value>(
        _ bytes: [UInt8],
        _ body: (Int32) async throws -> Value
    ) async throws -> Value {
        var template = Array("/tmp/hearth-anonymous-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Failure() }
        unlink(template)
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure() }
            written += count
        }
        return try await body(descriptor)
    }
}
