import COpenSSL

/// scrypt (RFC 7914): keys from passwords.
///
/// Each call takes a tenth of a second of a core and the memory of its cost: run it on a pool for blocking work, few
/// at a time, and throttle before it.
package enum Scrypt {
    /// Derives a key.
    ///
    /// - Parameters:
    ///   - password: any bytes, also none.
    ///   - salt: any bytes.
    ///   - cost: acceptable numbers.
    ///   - count: 1 to 1024 bytes.
    /// - Returns: `count` bytes.
    /// - Throws: `.parameters` for a cost or count out of bounds, before any work; `.library`.
    package static func derive(
        _ password: [UInt8],
        salt: [UInt8],
        cost: ScryptCost,
        count: Int = 32
    ) throws(CryptoError) -> SecretBytes {
        guard cost.isAcceptable else { throw CryptoError(.parameters, "scrypt costs are out of range") }
        guard (1...1024).contains(count) else {
            throw CryptoError(.parameters, "a derived key of \(count) bytes")
        }
        // The library's own limit of 32 MiB is a little less than the standard cost needs.
        let memory = cost.memory + 128 * cost.blockSize * cost.parallelism + 1 << 20
        return try SecretBytes(count: count) { (target) throws(CryptoError) in
            let status = password.withUnsafeBytes { password in
                EVP_PBE_scrypt(
                    // No address is the empty password.
                    password.baseAddress?.assumingMemoryBound(to: CChar.self),
                    password.count,
                    salt,
                    salt.count,
                    cost.rounds,
                    cost.blockSize,
                    cost.parallelism,
                    memory,
                    pointer(target.baseAddress),
                    target.count
                )
            }
            guard status == 1 else { throw CryptoError(openSSL: "scrypt") }
        }
    }
}
