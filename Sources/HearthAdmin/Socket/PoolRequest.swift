import HearthDrive
import HearthWire

/// What `hearth pool …` asks of a drive.
package enum PoolRequest: Sendable, Hashable {
    /// Lists pools and partitions.
    case list
    /// Makes a directory a pool.
    case addDirectory(name: String, path: String)
    /// Gives a pool another name.
    case rename(name: String, newName: String)
    /// Removes a pool with its partitions.
    case remove(name: String)
    /// Adds a partition of so many MB.
    case addPartition(pool: String, name: String, megabytes: Int64)
    /// Gives a partition a larger limit, in MB.
    case growPartition(pool: String, name: String, megabytes: Int64)
    /// Gives a partition another name.
    case renamePartition(pool: String, name: String, newName: String)
    /// Removes a partition.
    case removePartition(pool: String, name: String)
    /// Counts anew what partitions hold.
    case scan

    /// Appends the members of the request's object, its command first.
    func write(to writer: inout JSONWriter) {
        writer.string("pool \(verb)")
        for (key, value) in fields {
            writer.key(dynamic: key)
            value.write(to: &writer)
        }
    }

    private var verb: String {
        switch self {
        case .list: "list"
        case .addDirectory: "add-directory"
        case .rename: "rename"
        case .remove: "remove"
        case .addPartition: "add-partition"
        case .growPartition: "grow-partition"
        case .renamePartition: "rename-partition"
        case .removePartition: "remove-partition"
        case .scan: "scan"
        }
    }

    private var fields: [(String, JSONValue)] {
        switch self {
        case .list, .scan: []
        case .addDirectory(let name, let path): [("name", .string(name)), ("path", .string(path))]
        case .rename(let name, let newName): [("name", .string(name)), ("new_name", .string(newName))]
        case .remove(let name): [("name", .string(name))]
        case .addPartition(let pool, let name, let size), .growPartition(let pool, let name, let size):
            [("pool", .string(pool)), ("name", .string(name)), ("megabytes", .int(size))]
        case .renamePartition(let pool, let name, let newName):
            [("pool", .string(pool)), ("name", .string(name)), ("new_name", .string(newName))]
        case .removePartition(let pool, let name): [("pool", .string(pool)), ("name", .string(name))]
        }
    }

    /// Nil for another command.
    init?(json: JSONValue) {
        let (name, pool) = (json["name"]?.string ?? "", json["pool"]?.string ?? "")
        let newName = json["new_name"]?.string ?? ""
        let size = json["megabytes"]?.int ?? 0
        switch json["command"]?.string {
        case "pool list": self = .list
        case "pool add-directory": self = .addDirectory(name: name, path: json["path"]?.string ?? "")
        case "pool rename": self = .rename(name: name, newName: newName)
        case "pool remove": self = .remove(name: name)
        case "pool add-partition": self = .addPartition(pool: pool, name: name, megabytes: size)
        case "pool grow-partition": self = .growPartition(pool: pool, name: name, megabytes: size)
        case "pool rename-partition": self = .renamePartition(pool: pool, name: name, newName: newName)
        case "pool remove-partition": self = .removePartition(pool: pool, name: name)
        case "pool scan": self = .scan
        default: return nil
        }
    }
}
