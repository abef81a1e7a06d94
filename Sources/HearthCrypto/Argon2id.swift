import CArgon2

/// Argon2id (RFC 9106), version 0x13.
enum Argon2id {
    static let version = 19

    /// Derives a tag; takes `parameters.memory` for the time of the call.
    static func derive(
        _ password: [UInt8],
        salt: [UInt8],
        parameters: Argon2Parameters,
        secret: [UInt8] = [],
        associated: [UInt8] = [],
        length: Int = 32
    ) throws(CryptoError) -> [UInt8] {
        // The library takes addresses it may write to; it writes only where told to wipe, and is not told.
        var (password, salt, secret, associated) = (password, salt, secret, associated)
        var tag = [UInt8](repeating: 0, count: length)
        let status = tag.withUnsafeMutableBufferPointer { tag in
            password.withUnsafeMutableBufferPointer { password in
                salt.withUnsafeMutableBufferPointer { salt in
                    secret.withUnsafeMutableBufferPointer { secret in
                        associated.withUnsafeMutableBufferPointer { associated in
                            var context = argon2_context()
                            context.out = tag.baseAddress
                            context.outlen = UInt32(clamping: tag.count)
                            context.pwd = password.baseAddress
                            context.pwdlen = UInt32(clamping: password.count)
                            context.salt = salt.baseAddress
                            context.saltlen = UInt32(clamping: salt.count)
                            context.secret = secret.isEmpty ? nil : secret.baseAddress
                            context.secretlen = UInt32(clamping: secret.count)
                            context.ad = associated.isEmpty ? nil : associated.baseAddress
                            context.adlen = UInt32(clamping: associated.count)
                            context.t_cost = parameters.passes
                            context.m_cost = parameters.memory
                            context.lanes = parameters.lanes
                            context.threads = 1
                            context.version = UInt32(version)
                            return argon2id_ctx(&context)
                        }
                    }
                }
            }
        }
        guard status == ARGON2_OK.rawValue else {
            let text = argon2_error_message(status).map { String(cString: $0) } ?? "error \(status)"
            throw CryptoError(.library, "Argon2id: \(text)")
        }
        return tag
    }
}
