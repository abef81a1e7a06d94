import Synchronization

#if canImport(CryptoKit)
import CryptoKit
#elseif !HEARTH_PORTABLE
import COpenSSL
#endif

/// SHA-256 of bytes as they come (FIPS 180-4).
public final class SHA256Hasher: Sendable {
    private let state: Mutex<SHA256State>

    /// Begins.
    public init() { state = Mutex(SHA256State()) }

    private init(_ state: consuming SHA256State) { self.state = Mutex(state) }

    /// Adds bytes.
    public func update(_ bytes: UnsafeRawBufferPointer) { state.withLock { $0.update(bytes) } }

    /// Adds bytes.
    public func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The 32 bytes for all that was added so far; more can be added afterwards.
    public func digest() -> [UInt8] { state.withLock { $0.digest() } }

    /// ``digest()`` as 64 lower-case hex digits.
    public func hexadecimal() -> String { Self.hexadecimal(digest()) }

    /// A hasher that goes on from here by itself.
    public func copy() -> SHA256Hasher { SHA256Hasher(state.withLock { $0.copy() }) }

    /// The 32 bytes for these.
    public static func digest(of bytes: [UInt8]) -> [UInt8] {
        let hasher = SHA256Hasher()
        hasher.update(bytes)
        return hasher.digest()
    }

    /// Lower-case hex digits.
    public static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

#if canImport(CryptoKit)
private struct SHA256State: ~Copyable {
    private var hash = SHA256()

    mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

    func digest() -> [UInt8] { Array(hash.finalize()) }

    func copy() -> SHA256State {
        var other = SHA256State()
        other.hash = hash
        return other
    }
}
#elseif HEARTH_PORTABLE
private struct SHA256State: ~Copyable {
    private var hash = PortableSHA256()

    mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }

    func digest() -> [UInt8] { hash.digest() }

    func copy() -> SHA256State {
        var other = SHA256State()
        other.hash = hash
        return other
    }
}
#else
/// Owns an EVP context of libcrypto; its calls fail for lack of memory alone, and then the digest is empty.
private struct SHA256State: ~Copyable, @unchecked Sendable {
    // Unchecked: the pointer has this one owner, which the hasher's lock guards.
    private let context: OpaquePointer?

    init() {
        context = EVP_MD_CTX_new()
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit { EVP_MD_CTX_free(context) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 0 else { return }
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    func digest() -> [UInt8] {
        let other = copy()
        return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            var length: UInt32 = 0
            let isDone = EVP_DigestFinal_ex(other.context, buffer.baseAddress, &length) == 1
            count = isDone ? Int(length) : 0
        }
    }

    func copy() -> SHA256State {
        let other = SHA256State()
        EVP_MD_CTX_copy_ex(other.context, context)
        return other
    }
}
#endif
