import HearthCrypto

extension FileInfo {
    /// What a cipher file of a vault looks like to its reader: everything as it is, but the plain size.
    ///
    /// A size that no whole cipher file has counts as 0; opening such a file is `.damaged`. Directories and other
    /// kinds stay as they are.
    package func plainInfo() -> FileInfo {
        guard kind == .file else { return self }
        return with(size: VaultFormat.plainSize(ofCipherSize: size) ?? 0)
    }

    /// The same with another size.
    func with(size: Int64) -> FileInfo {
        FileInfo(
            kind: kind,
            size: size,
            modified: modified,
            changed: changed,
            born: born,
            inode: inode,
            device: device,
            allocated: allocated
        )
    }
}
