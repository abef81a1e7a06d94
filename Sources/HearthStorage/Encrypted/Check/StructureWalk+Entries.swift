import HearthCrypto

/// What can be wrong with an entry.
extension StructureWalk {
    func look(at entry: VaultEntry, in directory: Pending) throws {
        let plain = entry.name.map { PlainPlace($0.bytes, in: directory.plain) }
        func finding(_ kind: VaultFinding.Kind, _ detail: String = "") -> VaultFinding {
            VaultFinding(kind, at: entry.place, plain: plain?.bytes, detail: detail)
        }
        switch entry.content {
        case .unknown:
            let isHidden = entry.place.last?.bytes.first == UInt8(ascii: ".")
            return try check.report(
                VaultFinding(isHidden ? .foreign : .unknownEntry, at: entry.place)
            )
        case .nothing(let isEmpty):
            guard isEmpty else {
                return try check.report(finding(.emptyShell, "other things lie in it"))
            }
            return try check.report(finding(.emptyShell)) {
                try mender.removeShell(entry.place) ? "removed" : nil
            }
        case .ambiguous: return try check.report(finding(.ambiguousEntry))
        case .emptyLink: return try check.report(finding(.emptyLink))
        case .unreadableLink(_, let why): return try check.report(finding(.unreadableLink, why))
        case .file, .symlink: check.tally.count { $0.files += 1 }
        case .directory(let id, let link):
            let place = try ContentPlace(of: id, keys: check.keys)
            guard referred.insert(place).inserted else {
                try check.report(finding(.duplicateLink, "\(place.path.display) is in use already"))
                return
            }
            let unknown = PlainPlace(Array("?".utf8), in: directory.plain)
            pending.append(Pending(id: id, plain: plain ?? unknown, link: link))
        }
        try lookAtName(of: entry, in: directory, plain)
    }

    private func lookAtName(of entry: VaultEntry, in directory: Pending, _ plain: PlainPlace?) throws {
        switch entry.naming {
        case .good, .unknown: return
        case .misplaced(let name, let kind):
            let finding = VaultFinding(kind, at: entry.place, plain: plain?.bytes)
            try check.report(finding) {
                try mender.move(entry, as: name, in: directory.id, from: directory.id)
                    ? "has its right place now"
                    : try mender.recover(entry, as: name, from: directory.id)
            }
        case .missing, .unreadable:
            let kind: VaultFinding.Kind
            if case .missing = entry.naming { kind = .missingName } else { kind = .unreadableName }
            let finding = VaultFinding(
                kind,
                at: entry.place,
                detail: "in \(String(decoding: directory.plain.bytes, as: UTF8.self))"
            )
            try check.report(finding) { try mender.recover(entry, as: nil, from: directory.id) }
        }
    }
}
