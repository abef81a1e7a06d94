import HearthCrypto

extension StorageError {
    /// A failure of the cipher: what does not authenticate is damaged, anything else is the machine's fault.
    init(_ error: CryptoError, _ operation: StaticString) {
        let code: Code = error.code == .library ? .io : .damaged
        self.init(code, "\(operation): \(error.message)")
    }
}

/// Runs something of the cipher, with its errors as those of the storage.
func cipher<Result>(
    _ operation: StaticString,
    _ body: () throws(CryptoError) -> Result
) throws(StorageError) -> Result {
    do { return try body() } catch { throw StorageError(error, operation) }
}
