import COpenSSL

/// Bytes in memory as OpenSSL reads and writes them.
enum MemoryBIO {
    /// What `write` puts out.
    ///
    /// - Throws: `.library` when `write` returns anything but 1.
    static func collect(
        _ operation: String,
        _ write: (OpaquePointer) -> Int32
    ) throws(CryptoError) -> [UInt8] {
        // Wiped when it is freed: private keys pass through.
        guard let bio = BIO_new(BIO_s_secmem()) else { throw CryptoError(openSSL: operation) }
        defer { BIO_free(bio) }
        guard write(bio) == 1 else { throw CryptoError(openSSL: operation) }
        var bytes = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(bio)))
        guard BIO_read(bio, &bytes, Int32(bytes.count)) == Int32(bytes.count) else {
            throw CryptoError(openSSL: operation)
        }
        return bytes
    }

    /// What `read` finds in the bytes; nil when it finds nothing.
    static func parse<T>(_ bytes: [UInt8], _ read: (OpaquePointer) -> T?) -> T? {
        bytes.withUnsafeBytes { buffer in
            guard let bio = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else { return nil }
            defer {
                BIO_free(bio)
                ERR_clear_error()
            }
            return read(bio)
        }
    }
}
