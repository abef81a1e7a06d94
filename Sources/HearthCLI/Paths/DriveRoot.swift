package import HearthWire

/// A folder at the top of the drive, as this account sees it.
package struct DriveRoot: Sendable, Hashable {
    /// Why the account sees it.
    package enum Kind: String, Sendable {
        /// The own personal folder, `~`.
        case personal
        /// A private folder of the account.
        case own = "private"
        /// The family's.
        case family
        /// A managed folder of several members.
        case shared
        /// A directory that somebody shares with the account.
        case received
    }

    /// The number in `/s/{id}`.
    package var id: Int
    /// What it is called; others may be called the same.
    package var name: String
    /// Why the account sees it.
    package var kind: Kind
    /// Whether it is encrypted.
    package var isEncrypted = false
    /// The account may read.
    package var canRead = true
    /// The account may create and change.
    package var canWrite = true
    /// The account may delete.
    package var canDelete = true
    /// Who shares it; empty for all others.
    package var from = ""
    /// What ends the share; 0 where it cannot be left.
    package var shareID = 0

    /// Takes what every root has.
    package init(id: Int, name: String, kind: Kind) {
        self.id = id
        self.name = name
        self.kind = kind
    }
}

/// All roots of an account, and the names by which they are told apart.
package struct DriveRoots: Sendable {
    /// The personal folder first, then the own ones, the family's, shared ones, received ones.
    package let roots: [DriveRoot]

    /// Takes the roots in their order.
    package init(_ roots: [DriveRoot]) { self.roots = roots }

    /// The personal folder: its name is made of the account's nickname (contract, chapter 2); without such a one the
    /// first of the list.
    ///
    /// - Parameters:
    ///   - roots: of the virtual root.
    ///   - nickname: the account's own.
    /// - Returns: the root; nil where there is none at all.
    package static func personal(in roots: [WireResource], nickname: String) -> WireResource? {
        let prefix = Array("\(nickname)-文件".utf8)
        let called = roots.filter { root in
            let name = Array(root.name.utf8)
            return name.starts(with: prefix)
                && name.dropFirst(prefix.count).allSatisfy { (0x30...0x39).contains($0) }
        }
        return called.first ?? roots.first
    }

    /// What a root is called in remote paths: its name, with `~` and its number where several share the name or the
    /// name says something else there.
    package func label(of root: DriveRoot) -> String {
        let name = Array(root.name.utf8)
        let isPlain =
            !name.isEmpty && root.name != "~" && root.name != "." && root.name != ".."
            && !name.contains(UInt8(ascii: "/"))
        // A name that says what another's name and number say is not alone either.
        let isAlone = roots.allSatisfy { other in
            other.id == root.id
                || (Array(other.name.utf8) != name && Array("\(other.name)~\(other.id)".utf8) != name)
        }
        if isPlain, isAlone { return root.name }
        return isPlain ? "\(root.name)~\(root.id)" : "/s/\(root.id)"
    }

    /// The root of a label; nil when there is none.
    ///
    /// A name counts byte for byte; only where that finds nothing, names that look the same count too.
    ///
    /// - Throws: exit code 9 when several roots have the name.
    package func root(labelled label: String) throws(CommandError) -> DriveRoot? {
        let bytes = Array(label.utf8)
        if let root = roots.first(where: { Array(self.label(of: $0).utf8) == bytes }) { return root }
        var found = roots.filter { Array($0.name.utf8) == bytes }
        if found.isEmpty, let tilde = label.lastIndex(of: "~"),
            let id = Int(label[label.index(after: tilde)...])
        {
            let name = Array(label[..<tilde].utf8)
            if let root = roots.first(where: { $0.id == id && Array($0.name.utf8) == name }) { return root }
        }
        if found.isEmpty { found = roots.filter { $0.name == label } }
        guard found.count < 2 else {
            let labels = found.map { self.label(of: $0) }.joined(separator: ", ")
            throw CommandError(
                .clash,
                "有多个文件夹名为“\(label)”：\(labels)",
                "several folders are called '\(label)': \(labels)"
            )
        }
        return found.first
    }

    /// The root of a number.
    package func root(numbered id: Int) -> DriveRoot? { roots.first { $0.id == id } }
}
