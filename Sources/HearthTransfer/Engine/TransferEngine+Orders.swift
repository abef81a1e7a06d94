import HearthClient
import HearthWire

extension TransferEngine {
    /// Orders one upload: a file, a folder or a stream.
    ///
    /// Only the row is made; ``run(_:)`` does the work. Folders are listed by the run.
    ///
    /// - Throws: ``TransferError/Code/localNotFound`` and the like for a path that cannot go up.
    public func upload(_ order: UploadOrder) async throws(TransferError) -> TransferID {
        let row = try await self.row(order)
        let id = try await add([row], to: order.group)[0]
        if let isIncluded = order.isIncluded { filters[id] = isIncluded }
        if case .descriptor(let descriptor) = order.source { streams[id] = descriptor }
        return id
    }

    /// Orders many uploads at once, in as few transactions as possible.
    ///
    /// - Returns: their records, in order.
    /// - Throws: at the first order that cannot be; none is made then.
    public func upload(_ orders: [UploadOrder]) async throws(TransferError) -> [TransferID] {
        var ids: [TransferID] = []
        for batch in Self.batches(orders, { $0.group }) {
            var rows: [TransferRow] = []
            for order in batch { rows.append(try await row(order)) }
            let made = try await add(rows, to: batch.first?.group)
            for (order, id) in zip(batch, made) {
                if let isIncluded = order.isIncluded { filters[id] = isIncluded }
                if case .descriptor(let descriptor) = order.source { streams[id] = descriptor }
            }
            ids += made
        }
        return ids
    }

    /// Orders one download: a file or a folder.
    public func download(_ order: DownloadOrder) async throws(TransferError) -> TransferID {
        let id = try await add([try row(order)], to: order.group)[0]
        if let isIncluded = order.isIncluded { filters[id] = isIncluded }
        return id
    }

    /// Orders many downloads at once, in as few transactions as possible.
    ///
    /// - Returns: their records, in order.
    public func download(_ orders: [DownloadOrder]) async throws(TransferError) -> [TransferID] {
        var ids: [TransferID] = []
        for batch in Self.batches(orders, { $0.group }) {
            var rows: [TransferRow] = []
            for order in batch { rows.append(try row(order)) }
            let made = try await add(rows, to: batch.first?.group)
            for (order, id) in zip(batch, made) {
                if let isIncluded = order.isIncluded { filters[id] = isIncluded }
            }
            ids += made
        }
        return ids
    }

    /// Makes a group, which is run, paused, counted and removed as one; orders join it by their `group`.
    ///
    /// - Parameters:
    ///   - name: for people.
    ///   - area: the area of its orders.
    ///   - direction: the direction of its orders.
    /// - Returns: the group's record.
    /// - Throws: ``TransferError/Code/store``.
    public func group(
        _ name: String,
        area: String,
        direction: TransferDirection
    ) async throws(TransferError) -> TransferID {
        let row = TransferRow(
            direction: direction,
            kind: .group,
            lane: .none,
            area: area,
            user: 0,
            local: LocalPath(bytes: []),
            remote: "",
            name: Array(name.utf8),
            conflict: configuration.conflict
        )
        return try await store.insert(row)
    }

    private func add(_ rows: [TransferRow], to group: TransferID?) async throws(TransferError) -> [TransferID]
    {
        defer { wake() }
        guard let group else {
            if rows.count == 1 { return [try await store.insert(rows[0])] }
            return try await store.insert(rows)
        }
        return try await store.add(rows, to: group)
    }

    func row(_ order: UploadOrder) async throws(TransferError) -> TransferRow {
        guard let name = order.remote.lastComponent ?? order.remote.rootID.map({ Array("\($0)".utf8) }) else {
            throw TransferError(.badOrder, "the destination has no name")
        }
        var kind = TransferKind.stream
        var local = LocalPath(bytes: [])
        var facts: FileFacts?
        if case .path(let path) = order.source {
            local = path
            // What is named outright is followed; links inside a folder are another matter.
            let found = try await work.run { () throws(TransferError) in try LocalFile.facts(path) }
            guard let found else { throw TransferError(.localNotFound, path.description) }
            switch found.kind {
            case .regular: kind = .file
            case .directory: kind = .folder
            case .link: throw TransferError(.symbolicLink, path.description)
            case .other: throw TransferError(.notRegular, path.description)
            }
            facts = found
        }
        if kind != .folder, order.remote.lastComponent == nil {
            throw TransferError(.badOrder, "a file needs a name below the folder")
        }
        var row = TransferRow(
            direction: .upload,
            kind: kind,
            lane: lane(kind, facts?.size),
            area: order.area,
            user: order.user,
            local: local,
            remote: order.remote.urlPath,
            name: name,
            conflict: order.conflict ?? configuration.conflict
        )
        row.size = kind == .file ? facts?.size : nil
        row.modified = order.modified ?? (kind == .file ? facts?.modified : nil)
        row.identification = order.identification
        if order.followsLinks || kind == .file { row.flags.insert(.followsLinks) }
        if order.isEncrypted { row.flags.insert(.isEncrypted) }
        if order.isIncluded != nil { row.flags.insert(.isFiltered) }
        if order.modified != nil { row.flags.insert(.isTimeOrdered) }
        return row
    }

    func row(_ order: DownloadOrder) throws(TransferError) -> TransferRow {
        guard !order.local.name.isEmpty, order.isFolder || order.remote.lastComponent != nil else {
            throw TransferError(.badOrder, "the file or folder has no name")
        }
        let kind: TransferKind = order.isFolder ? .folder : .file
        var row = TransferRow(
            direction: .download,
            kind: kind,
            lane: lane(kind, order.size),
            area: order.area,
            user: order.user,
            local: order.local,
            remote: order.remote.urlPath,
            name: order.local.name,
            conflict: order.conflict ?? configuration.conflict
        )
        row.size = order.isFolder ? nil : order.size
        row.modified = order.modified
        if order.isIncluded != nil { row.flags.insert(.isFiltered) }
        if order.modified != nil { row.flags.insert(.isTimeOrdered) }
        return row
    }

    /// Who does it: what is not known to be large is small.
    func lane(_ kind: TransferKind, _ size: Int64?) -> TransferLane {
        switch kind {
        case .folder: .folder
        case .group: .none
        // A stream may be of any length: it takes the place of a large file.
        case .stream: .large
        case .file: (size ?? 0) > configuration.largeThreshold ? .large : .small
        }
    }

    /// Runs of orders of one group, at most 1 000 each.
    private static func batches<Order>(
        _ orders: [Order],
        _ group: (Order) -> TransferID?
    ) -> [ArraySlice<Order>] {
        var batches: [ArraySlice<Order>] = []
        var start = 0
        for index in orders.indices
        where index - start == 1_000 || group(orders[index]) != group(orders[start]) {
            batches.append(orders[start..<index])
            start = index
        }
        if start < orders.count { batches.append(orders[start...]) }
        return batches
    }
}
