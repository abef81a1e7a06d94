/// The fixed names of a vault on disk.
///
/// Of the format (version 8): `vault.cryptomator`, `masterkey.cryptomator`, `d`, and what ends in `.c9r` or `.c9s`.
/// Ours, which other programs pass over: `hearth`.
enum VaultNames {
    static let masterkey = FileName(fixed: "masterkey.cryptomator")
    static let configuration = FileName(fixed: "vault.cryptomator")
    static let data = FileName(fixed: "d")
    static let own = FileName(fixed: "hearth")
    /// Below `hearth`: what is being built or removed.
    static let temporary = FileName(fixed: "tmp")
    /// Below `hearth`: the master key, wrapped by the recovery key.
    static let recovery = FileName(fixed: "recovery.json")
    /// Below `hearth`: sealed thumbnails.
    static let thumbnails = FileName(fixed: "thumbnails")

    /// In the node of a directory: the id of its content.
    static let directoryLink = FileName(fixed: "dir.c9r")
    /// In a content directory: its own id, sealed, for repairs.
    static let directoryID = FileName(fixed: "dirid.c9r")
    /// In a node with a long name: a file's content.
    static let contents = FileName(fixed: "contents.c9r")
    /// In the node of a symbolic link of another program.
    static let symbolicLink = FileName(fixed: "symlink.c9r")
    /// In a node with a long name: the whole cipher name.
    static let longName = FileName(fixed: "name.c9s")

    /// What makes a node a directory, a link, and with a long name a file.
    static let markers = [directoryLink, symbolicLink, contents]

    /// Files that end as content does, and are none.
    static let added = [directoryLink, directoryID, symbolicLink]

    private static let shortSuffix = Array(".c9r".utf8)
    private static let longSuffix = Array(".c9s".utf8)

    static func isShort(_ name: [UInt8]) -> Bool { name.suffix(4).elementsEqual(shortSuffix) }
    static func isLong(_ name: [UInt8]) -> Bool { name.suffix(4).elementsEqual(longSuffix) }
}
