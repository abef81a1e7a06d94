// A module of its own that says whether the hash is right where it runs: `check` returns 0, or which example is wrong.
// Made by `scripts/build-wasm --check` for machines without a way to hand bytes over; never served.

/// The examples of the standard (FIPS 180-2, appendix B; the message of 896 bits from NIST's example values), each as how
/// often which text stands after another, and the hash's first and last word.
@_expose(wasm, "check") @_cdecl("hash_check")
public func check() -> Int32 {
    if !isRight("", 0, 0xe3b0_c442, 0x7852_b855) { return 1 }
    if !isRight("abc", 1, 0xba78_16bf, 0xf200_15ad) { return 2 }
    if !isRight("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, 0x248d_6a61, 0x19db_06c1) {
        return 3
    }
    if !isRight(
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        1,
        0xcf5b_16a7,
        0x7afe_e9d1
    ) {
        return 4
    }
    if !isRight("a", 1_000_000, 0xcdc7_6e5c, 0xc7_112cd0) { return 5 }
    return 0
}

private func isRight(_ text: StaticString, _ count: Int, _ first: UInt32, _ last: UInt32) -> Bool {
    var hash = SHA256()
    for _ in 0..<count {
        hash.update(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    var digest = InlineArray<32, UInt8>(repeating: 0)
    var bytes = digest.mutableSpan
    bytes.withUnsafeMutableBytes { hash.digest(into: $0) }
    return word(digest, 0) == first && word(digest, 28) == last
}

private func word(_ digest: InlineArray<32, UInt8>, _ place: Int) -> UInt32 {
    UInt32(digest[place]) << 24 | UInt32(digest[place + 1]) << 16 | UInt32(digest[place + 2]) << 8
        | UInt32(digest[place + 3])
}
