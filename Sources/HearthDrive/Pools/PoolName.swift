import HearthWire

/// Names of pools and partitions (wangpan-api, 12; server decisions, 1).
package enum PoolName {
    private static let longest = 50
    /// How clients of different ages call the embedded pool and its partition.
    private static let embedded: Set<String> = ["_default_", "__system__", "__default__"]

    /// The name as rows hold it.
    package static func canonical(_ name: String) -> String {
        embedded.contains(name) ? Partitions.defaultName : name
    }

    /// Whether a name means the embedded pool or partition.
    package static func isEmbedded(_ name: String) -> Bool { embedded.contains(name) }

    /// Checks a new pool's name.
    ///
    /// - Throws: 30000, 30002, 30001.
    static func checkPool(_ name: String) throws {
        try check(name, missing: .poolFieldMissing, long: .poolNameTooLong, illegal: .poolNameCharacters)
    }

    /// Checks a new partition's name.
    ///
    /// - Throws: 40000, 40002, 40001.
    static func checkPartition(_ name: String) throws {
        try check(
            name,
            missing: .partitionFieldMissing,
            long: .partitionNameTooLong,
            illegal: .partitionNameCharacters
        )
    }

    private static func check(_ name: String, missing: WireCode, long: WireCode, illegal: WireCode) throws {
        guard let first = name.utf8.first else { throw DriveError(missing) }
        if name.utf8.count > longest { throw DriveError(long) }
        guard isAlphanumeric(first), name.utf8.allSatisfy({ isAlphanumeric($0) || "+_.-".utf8.contains($0) })
        else {
            throw DriveError(illegal)
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
