import HearthCrypto
import HearthDrive
import HearthStorage
import HearthWire

/// The bytes of a recursive list, as they come.
struct TreeStream {
    private let access: RootAccess
    private let shown: Range<Int>
    private let links: ThumbnailLinks
    private var total = 0
    private var isBegun = false
    private var hasItems = false

    init(access: RootAccess, shown: Range<Int>, links: ThumbnailLinks) {
        self.access = access
        self.shown = shown
        self.links = links
    }

    /// The next items.
    ///
    /// - Parameters:
    ///   - items: in order.
    ///   - hashes: one an item for links by hash; none for other links.
    /// - Returns: their bytes, with what begins the list before the first.
    mutating func piece(of items: [TreeWalk.Item], _ hashes: [SHA256Digest?]) -> [UInt8] {
        var bytes = begin()
        for (index, item) in items.enumerated() {
            if shown.contains(total) {
                var writer = JSONWriter()
                let directory = item.path.parent ?? VolumePath()
                ResourceWriter(directory: directory, access: access, links: links).write(
                    item.path.last?.bytes ?? [],
                    item.info,
                    hash: hashes.isEmpty ? nil : hashes[index],
                    to: &writer
                )
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
