extension VaultKeys {
    /// The longest encrypted name that is looked at, in bytes; 255 plain bytes make 368.
    package static let longestCipherName = 4096

    /// The encrypted name of an entry: base64url, with padding, of AES-SIV with the id of its directory as associated
    /// data, then `.c9r`.
    ///
    /// - Parameters:
    ///   - name: UTF-8 in any form; encrypted in form C. Not empty, without `/` and zeros, not `.` or `..`.
    ///   - directory: the directory the entry is in.
    /// - Returns: 28 to ``longestCipherName`` bytes; over ``VaultFormat/shorteningThreshold``, what `name.c9s` holds.
    /// - Throws: `.invalidInput` for any other name, `.library`.
    package func cipherName(
        of name: [UInt8],
        in directory: VaultDirectoryID
    ) throws(CryptoError) -> [UInt8] {
        guard name.count <= 3000 else { throw CryptoError(.invalidInput, "a name is too long") }
        return try cipherName(ofExactly: NFC.normalize(name), in: directory)
    }

    /// The encrypted name of an entry whose name is taken byte by byte: for entries that other programs made under
    /// names that are not in form C.
    ///
    /// - Throws: as ``cipherName(of:in:)``.
    package func cipherName(
        ofExactly name: [UInt8],
        in directory: VaultDirectoryID
    ) throws(CryptoError) -> [UInt8] {
        guard name.count <= 3000, Self.isUsable(name) else {
            throw CryptoError(.invalidInput, "no entry can have such a name")
        }
        let sealed = try AES256SIV.seal(name, associated: [directory.bytes], key: names)
        return PaddedBase64.url.encode(sealed) + VaultFormat.suffix
    }

    /// The name that was encrypted.
    ///
    /// - Parameters:
    ///   - cipherName: a name with its suffix `.c9r`, or what a `name.c9s` holds.
    ///   - directory: the directory the entry is in.
    /// - Returns: UTF-8 that an entry may have as its name. Other programs may have encrypted a name that is not in
    ///   form C (``NFC/isNormal(_:)``); ``cipherName(of:in:)`` of it is another one then.
    /// - Throws: `.authenticationFailed` for anything that is no encrypted name of this directory, and for a name that
    ///   no entry can have; `.library`.
    package func name(
        ofCipherName cipherName: [UInt8],
        in directory: VaultDirectoryID
    ) throws(CryptoError) -> [UInt8] {
        guard cipherName.count <= Self.longestCipherName, cipherName.suffix(4) == VaultFormat.suffix[...],
            let sealed = PaddedBase64.url.decode(cipherName.dropLast(4))
        else { throw CryptoError(.authenticationFailed, "an encrypted name is not in its form") }
        let name = try AES256SIV.open(sealed, associated: [directory.bytes], key: names)
        guard Self.isUsable(name), String(validating: name, as: UTF8.self) != nil else {
            throw CryptoError(.authenticationFailed, "an encrypted name is none that an entry can have")
        }
        return name
    }

    /// Where the entries of a directory are: `d/`, the first, `/`, the second.
    ///
    /// - Returns: 2 and 30 characters, base32 of the SHA-1 of the AES-SIV of the id, without associated data.
    /// - Throws: `.library`.
    package func contentPath(
        of directory: VaultDirectoryID
    ) throws(CryptoError) -> (first: [UInt8], second: [UInt8]) {
        let sealed = try AES256SIV.seal(directory.bytes, key: names)
        let text = try Base32.rfc4648.encode(SHA1.hash(sealed))
        return (Array(text.prefix(2)), Array(text.dropFirst(2)))
    }

    /// Whether a directory can have an entry of that name.
    private static func isUsable(_ name: [UInt8]) -> Bool {
        let dot = UInt8(ascii: ".")
        return !name.isEmpty && !name.contains(0) && !name.contains(UInt8(ascii: "/")) && name != [dot]
            && name != [dot, dot]
    }
}
