import COpenSSL

/// Why a cryptographic operation failed.
package struct CryptoError: Error, Sendable {
    /// What callers may branch on.
    package struct Code: Hashable, Sendable {
        private enum Kind {
            case library, malformedHash, parameters, authenticationFailed, invalidInput, unsupported
        }
        private let kind: Kind

        /// The library refused: out of memory, no randomness, an algorithm that is switched off.
        package static let library = Self(kind: .library)
        /// A stored password hash is not one of ours.
        package static let malformedHash = Self(kind: .malformedHash)
        /// Parameters out of range.
        package static let parameters = Self(kind: .parameters)
        /// Sealed bytes are not what the key sealed: another key or password, or changed bytes.
        package static let authenticationFailed = Self(kind: .authenticationFailed)
        /// Input out of its bounds or not in its form: a size, a text that is no UTF-8, a file that is damaged.
        package static let invalidInput = Self(kind: .invalidInput)
        /// A known form that is not handled; the message says which, and may be shown to people.
        package static let unsupported = Self(kind: .unsupported)
    }

    /// The kind of failure.
    package let code: Code
    /// One sentence for the log; holds no secret.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Takes the library's last error, and empties its queue.
    init(openSSL operation: String) {
        let number = ERR_get_error()
        var text = [CChar](repeating: 0, count: 256)
        ERR_error_string_n(number, &text, text.count)
        ERR_clear_error()
        let detail = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        self.init(.library, "\(operation): \(String(decoding: detail, as: UTF8.self))")
    }
}

extension CryptoError: CustomStringConvertible {
    /// The message.
    package var description: String { message }
}
