package import HearthWire

extension JSONWriter {
    /// The members of an entry of the drive; they are documented in docs/cli.md and kept.
    ///
    /// - Parameters:
    ///   - entry: the entry.
    ///   - remote: its path as a person writes it.
    ///   - knowsRights: whether the rights of the entry are known; otherwise they are left out.
    package mutating func entryMembers(_ entry: WireResource, remote: String, knowsRights: Bool = true) {
        key("name")
        string(entry.name)
        key("remote")
        string(remote)
        key("path")
        string(entry.path)
        if let href = entry.href {
            key("href")
            string(href)
        }
        key("type")
        string(entry.kind == .directory ? "folder" : "file")
        key("size")
        int(entry.size)
        key("modified")
        int(entry.modified)
        key("encrypted")
        bool(entry.isEncrypted)
        guard knowsRights else { return }
        key("can_read")
        bool(entry.canRead)
        key("can_write")
        bool(entry.canWrite)
        key("can_delete")
        bool(entry.canDelete)
    }
}

extension WireResource {
    /// `rwd` with `-` for what is missing.
    package var rightsText: String {
        (canRead ? "r" : "-") + (canWrite ? "w" : "-") + (canDelete ? "d" : "-")
    }
}
