import HearthCrypto
import HearthStorage
import HearthWire

/// Where a folder shall go: the parameters of its task.
struct FolderMoveOrder: Sendable, Hashable {
    /// The partition's names when the move was ordered; shown while it waits.
    var target: Partitions.Key
    /// The partition, whatever it is called by now.
    var partition: String
    /// What the directory is called there.
    var directory: FileName

    /// As the row keeps it; the directory in hexadecimal digits, since names are bytes.
    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("pool_name")
        writer.string(target.pool)
        writer.key("partition_name")
        writer.string(target.name)
        writer.key("partition")
        writer.string(partition)
        writer.key("directory")
        writer.string(Hex.encode(directory.bytes))
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    init(target: Partitions.Key, partition: String, directory: FileName) {
        self.target = target
        self.partition = partition
        self.directory = directory
    }

    /// Nil for anything but what ``json`` wrote.
    init?(json text: String) {
        guard let json = try? JSONValue(parsing: Array(text.utf8)),
            let pool = json["pool_name"]?.string, let name = json["partition_name"]?.string,
            let partition = json["partition"]?.string,
            let directory = json["directory"]?.string.flatMap({ Hex.decode($0) }).flatMap({ FileName($0) })
        else { return nil }
        self.init(target: Partitions.Key(pool: pool, name: name), partition: partition, directory: directory)
    }
}

/// How far a move is: what a run after a crash needs to know.
struct FolderMoveCheckpoint: Sendable, Hashable {
    /// The partition that the folder leaves, and its directory there.
    var source: String
    var path: VolumePath
    /// The inode of that directory: whatever else lies there later is left alone.
    var inode: UInt64
    /// The partition that it goes to.
    var target: String
    /// The inode of the copy's top directory, which it keeps when it is put in place.
    var copy: UInt64

    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("source")
        writer.string(source)
        writer.key("path")
        writer.string(Hex.encode(path.bytes))
        writer.key("inode")
        writer.string(String(inode))
        writer.key("target")
        writer.string(target)
        writer.key("copy")
        writer.string(String(copy))
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    init(source: String, path: VolumePath, inode: UInt64, target: String, copy: UInt64) {
        self.source = source
        self.path = path
        self.inode = inode
        self.target = target
        self.copy = copy
    }

    /// Nil for anything but what ``json`` wrote.
    init?(json text: String) {
        guard let json = try? JSONValue(parsing: Array(text.utf8)), let source = json["source"]?.string,
            let path = json["path"]?.string.flatMap({ Hex.decode($0) }).flatMap({ VolumePath(bytes: $0) }),
            let inode = json["inode"]?.string.flatMap({ UInt64($0) }), let target = json["target"]?.string,
            let copy = json["copy"]?.string.flatMap({ UInt64($0) })
        else { return nil }
        self.init(source: source, path: path, inode: inode, target: target, copy: copy)
    }
}
