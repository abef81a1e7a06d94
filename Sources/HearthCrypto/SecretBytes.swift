import COpenSSL

/// A key in memory: locked, left out of core dumps, wiped on release, never printed.
///
/// The bytes live in OpenSSL's secure heap (CRYPTO_secure_malloc(3)): ``heapSize`` bytes between guard pages, made
/// once at the first use. Where RLIMIT_MEMLOCK does not allow that much, the heap works all the same but its pages
/// may be swapped out; where no heap can be made, the bytes lie in the ordinary heap. ``isHeapLocked`` tells. In every
/// case they are wiped before the memory is given back.
///
/// `@unchecked Sendable`: the bytes are written before `init` returns and then only read, until `deinit`.
package final class SecretBytes: @unchecked Sendable {
    /// The size of the secure heap: 32 768 keys of 32 bytes.
    package static let heapSize = 1 << 20

    /// 1: made and locked; 2: made, but the kernel did not lock it; 0: not made.
    private static let heapStatus = CRYPTO_secure_malloc_init(heapSize, 32)

    /// Whether keys can neither be swapped out nor dumped; false with a low RLIMIT_MEMLOCK.
    package static var isHeapLocked: Bool { heapStatus == 1 }

    /// The number of bytes, at least 1.
    package let count: Int
    private let start: UnsafeMutableRawPointer

    /// Lets `fill` write the bytes; they are zeros before.
    ///
    /// - Throws: what `fill` throws; `.library` when the heap is full; `.parameters` for a count below 1.
    init(
        count: Int,
        _ fill: (UnsafeMutableRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        guard count > 0 else { throw CryptoError(.parameters, "a secret of \(count) bytes") }
        _ = Self.heapStatus
        guard let start = CRYPTO_secure_zalloc(count, "SecretBytes", 0) else {
            throw CryptoError(.library, "the memory for keys is used up")
        }
        do throws(CryptoError) {
            try fill(UnsafeMutableRawBufferPointer(start: start, count: count))
        } catch {
            CRYPTO_secure_clear_free(start, count, "SecretBytes", 0)
            throw error
        }
        self.start = start
        self.count = count
    }

    /// Copies bytes; wiping the original is the caller's.
    ///
    /// - Throws: `.library` when the heap is full, `.parameters` for none.
    package convenience init(copying bytes: UnsafeRawBufferPointer) throws(CryptoError) {
        try self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    /// Copies bytes; wiping the original is the caller's.
    ///
    /// - Throws: `.library` when the heap is full, `.parameters` for none.
    package convenience init(_ bytes: [UInt8]) throws(CryptoError) {
        try self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// One secret after the other.
    convenience init(joining first: SecretBytes, _ second: SecretBytes) throws(CryptoError) {
        try self.init(count: first.count + second.count) { target in
            first.withUnsafeBytes { target.copyMemory(from: $0) }
            second.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: target[first.count...]).copyMemory(from: $0)
            }
        }
    }

    /// Random bytes, from the generator for private values (RAND_priv_bytes(3)).
    ///
    /// - Throws: `.library` when the heap is full or there is no randomness, `.parameters` for a count below 1.
    package static func random(_ count: Int) throws(CryptoError) -> SecretBytes {
        try SecretBytes(count: count) { (target) throws(CryptoError) in
            guard let length = Int32(exactly: target.count),
                RAND_priv_bytes(target.baseAddress?.assumingMemoryBound(to: UInt8.self), length) == 1
            else { throw CryptoError(openSSL: "reading randomness") }
        }
    }

    deinit { CRYPTO_secure_clear_free(start, count, "SecretBytes", 0) }

    /// Lends the bytes for the time of the call; a copy made of them is the caller's to wipe.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension SecretBytes: Equatable {
    /// Whether the bytes are the same, in a time that depends on their number only.
    package static func == (a: SecretBytes, b: SecretBytes) -> Bool {
        guard a.count == b.count else { return false }
        return a.withUnsafeBytes { first in
            b.withUnsafeBytes { CRYPTO_memcmp(first.baseAddress, $0.baseAddress, first.count) == 0 }
        }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length, nothing else.
    package var description: String { "<\(count) secret bytes>" }
    /// The length, nothing else.
    package var debugDescription: String { description }
    /// No children: `dump` shows no address either.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Overwrites bytes that were secret; not optimised away.
func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
}
