import HearthSQL
import HearthStorage
import HearthWire

/// A directory that was shared by itself and no longer is.
package struct EndedShare: Sendable, Hashable {
    /// The root's id, which no path names any more.
    package let id: Int
    /// What it was called.
    package let name: String
}

/// The paths in rows of roots, kept where the directories are.
enum RootRows {
    /// The place of a path below a root; nil for an unknown root.
    static func place(
        of root: Int,
        _ path: VolumePath,
        _ session: any SQLSession
    ) throws -> RootPlace? {
        let row = try session.first("SELECT pool, partition, rel_path FROM roots WHERE id = ?", root)
        guard let row, let top = VolumePath(bytes: try row.blob(2)) else { return nil }
        let partition = Partitions.Key(pool: try row.text(0), name: try row.text(1))
        return RootPlace(partition: partition, path: top).below(path)
    }

    /// The roots whose directory is at a place or below it.
    static func roots(in place: RootPlace, _ session: any SQLSession) throws -> [Root] {
        let path = place.path.bytes
        // Everything below: from `path/` up to, but not including, `path0`, the byte after the slash.
        return try session.query(
            "SELECT \(Root.columns) FROM roots r WHERE r.pool = ?1 AND r.partition = ?2 AND r.rel_path = ?3 "
                + "UNION ALL SELECT \(Root.columns) FROM roots r WHERE r.pool = ?1 AND r.partition = ?2 "
                + "AND r.rel_path > ?4 AND r.rel_path < ?5",
            place.partition.pool,
            place.partition.name,
            path,
            path + [UInt8(ascii: "/")],
            path + [UInt8(ascii: "0")]
        ).map { try Root(row: $0) }
    }

    /// Brings every root at a place or below it to another place.
    static func move(from old: RootPlace, to new: RootPlace, _ session: any SQLSession) throws {
        let moves = try roots(in: old, session).map { root in
            (root: root, place: new.below(VolumePath(Array(root.path.names.dropFirst(old.path.names.count)))))
        }
        try put(moves, session)
    }

    /// Brings rows to new places, whatever rows are there now: directories can change places.
    static func put(_ moves: [(root: Root, place: RootPlace)], _ session: any SQLSession) throws {
        for move in moves { try park(move.root.id, session) }
        for (root, place) in moves {
            try clear(place, session)
            let name = root.isFirstLevel ? root.name : place.path.last?.display ?? root.name
            try session.run(
                "UPDATE roots SET pool = ?, partition = ?, rel_path = ?, name = ? WHERE id = ?",
                place.partition.pool,
                place.partition.name,
                place.path.bytes,
                name,
                root.id
            )
        }
    }

    /// Makes a place free of the row of a directory that is no longer there; it is found by its own identity at its
    /// next use.
    static func clear(_ place: RootPlace, _ session: any SQLSession) throws {
        for row in try session.query(
            "SELECT id FROM roots WHERE pool = ? AND partition = ? AND rel_path = ?",
            place.partition.pool,
            place.partition.name,
            place.path.bytes
        ) {
            try park(Int(try row.int(0)), session)
        }
    }

    /// A path beside the one it had: so the folder around stays the same, and the rights with it.
    private static func park(_ id: Int, _ session: any SQLSession) throws {
        guard let row = try session.first("SELECT rel_path FROM roots WHERE id = ?", id),
            let path = VolumePath(bytes: try row.blob(0)), let parent = path.parent,
            let name = FileName(".hearth-moved-\(id)")
        else { return }
        try session.run("UPDATE roots SET rel_path = ? WHERE id = ?", parent.appending(name).bytes, id)
    }

    /// Ends shares: the rows of the directories go, and with them what was granted on them.
    ///
    /// Unfinished uploads into them are told by the folder around from now on: whoever has rights there can finish
    /// them, the others' are cleaned away in their time, temporary files included.
    static func end(_ roots: [Root], _ session: any SQLSession) throws -> [EndedShare] {
        let ending = roots.filter { !$0.isFirstLevel }
        for root in ending {
            if let home = try folder(around: root.place, session) {
                try session.run(
                    "UPDATE OR IGNORE uploads SET root = ?1, dest = CAST(?2 || dest AS BLOB), "
                        + "final = CAST(?2 || final AS BLOB) WHERE root = ?3",
                    home.root,
                    home.path.bytes + [UInt8(ascii: "/")],
                    root.id
                )
            }
            try session.run("DELETE FROM roots WHERE id = ?", root.id)
        }
        return ending.map { EndedShare(id: $0.id, name: $0.name) }
    }

    /// The first-level root around a place, and the path below it.
    static func folder(
        around place: RootPlace,
        _ session: any SQLSession
    ) throws -> (root: Int, path: VolumePath)? {
        let names = place.path.names
        for count in 1...max(1, names.count) where count <= names.count {
            let row = try session.first(
                "SELECT id FROM roots WHERE pool = ? AND partition = ? AND rel_path = ? AND kind <> 'direct'",
                place.partition.pool,
                place.partition.name,
                VolumePath(Array(names[..<count])).bytes
            )
            if let row { return (Int(try row.int(0)), VolumePath(Array(names[count...]))) }
        }
        return nil
    }
}
