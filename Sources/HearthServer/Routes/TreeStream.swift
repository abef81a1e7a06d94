import HearthDrive
import HearthStorage
import HearthWire

/// The bytes of a recursive list, as they come.
struct TreeStream {
    private let access: RootAccess
    private let shown: Range<Int>
    private var total = 0
    private var isBegun = false
    private var hasItems = false

    init(access: RootAccess, shown: Range<Int>) {
        self.access = access
        self.shown = shown
    }

    mutating func piece(of items: [TreeWalk.Item]) -> [UInt8] {
        var bytes = begin()
        for item in items {
            if shown.contains(total) {
                var writer = JSONWriter()
                ResourceWriter(directory: item.path.parent ?? VolumePath(), access: access)
                    .write(item.path.last?.bytes ?? [], item.info, to: &writer)
                if hasItems { bytes.append(UInt8(ascii: ",")) }
                bytes.append(contentsOf: writer.bytes)
                hasItems = true
            }
            total += 1
        }
        return bytes
    }

    /// The end of the list; `damaged` is told where it is not nil.
    mutating func end(page: Int, size: Int, damaged: Int?) -> [UInt8] {
        var writer = JSONWriter()
        WirePager(page: page, pageSize: size, totalRows: Int64(total)).write(to: &writer)
        let count = damaged.map { "\"damaged\":\($0)," } ?? ""
        return begin() + Array("],\(count)\"pager\":".utf8) + writer.bytes + Array("}}".utf8)
    }

    private mutating func begin() -> [UInt8] {
        if isBegun { return [] }
        isBegun = true
        return Array("{\"status\":0,\"reason\":\"success\",\"data\":{\"list\":[".utf8)
    }
}
