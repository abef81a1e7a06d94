import HearthDrive
import HearthHTTP
import HearthWire

/// Pools, partitions and disks (wangpan-api, 5.12 to 5.20).
struct PoolRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        everywhere(.get, "/pools", access: .token, name: "listPools", "List the pools", list)
            + everywhere(.get, "/pools/{name}", access: .token, name: "pool", "One pool", detail)
            + everywhere(
                .post,
                "/pools",
                old: .driveOwner,
                v1: .owner,
                name: "createPool",
                "Make a pool from an idle disk",
                create
            )
            + on(
                [.v1],
                .post,
                "/pools/directory",
                access: .owner,
                name: "addDirectoryPool",
                "Make a directory a pool",
                addDirectory
            )
            + everywhere(
                .put,
                "/pools/{name}",
                old: .driveOwner,
                v1: .owner,
                name: "renamePool",
                "Rename a pool",
                rename
            )
            + everywhere(
                .delete,
                "/pools/{name}",
                old: .driveOwner,
                v1: .owner,
                name: "deletePool",
                "Delete a pool with everything in it",
                delete
            )
            + partitionRoutes
            + everywhere(.get, "/disks", access: .token, name: "listDisks", "List idle disks", disks)
            + everywhere(
                .post,
                "/disks",
                old: .driveOwner,
                v1: .owner,
                name: "addDisk",
                "Add an idle disk to a pool",
                addDisk
            )
    }

    private var partitionRoutes: [Route] {
        everywhere(
            .post,
            "/partitions",
            old: .driveOwner,
            v1: .owner,
            name: "createPartition",
            "Add a partition to a pool",
            createPartition
        )
            + everywhere(
                .put,
                "/partitions/{name}",
                old: .driveOwner,
                v1: .owner,
                name: "editPartition",
                "Rename or grow a partition",
                editPartition
            )
            + everywhere(
                .delete,
                "/partitions/{name}",
                old: .driveOwner,
                v1: .owner,
                name: "deletePartition",
                "Delete a partition with everything in it",
                deletePartition
            )
    }

    // MARK: Pools

    /// Never cut into pages, and the pager says so.
    private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
        let pools = try await drive.pools.list()
        return Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            for pool in pools { pool.writeForList(to: &writer, base: request.base) }
            writer.endArray()
            writer.key("pager")
            WirePager(page: 0, pageSize: 0, totalRows: Int64(pools.count)).write(to: &writer)
            writer.endObject()
        }
    }

    private func detail(_ request: HTTPRequest) async throws -> HTTPResponse {
        let pool = try await drive.pools.detail(try request.parameters.text("name"))
        return Reply.data { pool.writeDetail(to: &$0, base: request.base) }
    }

    private func create(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        try await drive.pools.refuseDisk(
            name: try body.field("name"),
            disk: try body.field("disk_name")
        )
        return Reply.empty()
    }

    private func addDirectory(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        let pool = try await drive.pools.addDirectory(
            name: try body.field("name"),
            path: try body.field("path")
        )
        return Reply.data { pool.writeDetail(to: &$0, base: request.base) }
    }

    private func rename(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        try await drive.pools.rename(
            try request.parameters.text("name"),
            to: try body.field("new_name")
        )
        return Reply.empty()
    }

    private func delete(_ request: HTTPRequest) async throws -> HTTPResponse {
        let task = try await drive.pools.remove(
            try request.parameters.text("name"),
            by: try request.caller().user.id
        )
        return Self.started(task)
    }

    // MARK: Partitions

    private func createPartition(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        let capacity = try body.capacity(isStrict: request.base == .v1)
        // A fraction is refused like anything else that is no number of bytes.
        if let capacity, capacity.bytes == nil { throw DriveError(.badRequest) }
        let task = try await drive.pools.addPartition(
            try body.field("name"),
            pool: try body.field("pool_name"),
            capacity: capacity,
            by: try request.caller().user.id
        )
        return Self.started(task)
    }

    private func editPartition(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        let task = try await drive.pools.changePartition(
            try request.parameters.text("name"),
            pool: try body.field("pool_name"),
            newName: try body.field("new_name"),
            capacity: try body.capacity(isStrict: request.base == .v1),
            by: try request.caller().user.id
        )
        return Self.started(task ?? "")
    }

    private func deletePartition(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        let task = try await drive.pools.deletePartition(
            try request.parameters.text("name"),
            pool: try body.field("pool_name"),
            by: try request.caller().user.id
        )
        return Self.started(task)
    }

    private static func started(_ task: String) -> HTTPResponse {
        Reply.data { writer in
            writer.beginObject()
            writer.key("task_id")
            writer.string(task)
            writer.endObject()
        }
    }

    // MARK: Disks

    /// Without disk management no disk is known to be idle.
    private func disks(_ request: HTTPRequest) async throws -> HTTPResponse {
        Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            writer.endArray()
            writer.key("pager")
            WirePager(page: 0, pageSize: 0, totalRows: 0).write(to: &writer)
            writer.endObject()
        }
    }

    private func addDisk(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        try await drive.pools.refuseDisk(
            pool: try body.field("pool_name"),
            disk: try body.field("disk_name")
        )
        return Reply.empty()
    }
}

extension JSONValue {
    /// A text; missing and `null` count as empty, which each route has a code for.
    ///
    /// - Throws: 2 for anything else.
    fileprivate func field(_ name: String) throws -> String {
        guard let value = self[name], !value.isNull else { return "" }
        guard let text = value.string else { throw DriveError(.badRequest) }
        return text
    }

    /// `capacity` and `unit`; nil when one of them is missing.
    ///
    /// The original reads every unit that it does not know as MB, and old clients get that; `isStrict` refuses it.
    ///
    /// - Throws: 2 for a capacity that is no number; 10004 for an unknown unit.
    fileprivate func capacity(isStrict: Bool) throws -> Capacity? {
        let name = try field("unit")
        guard let value = self["capacity"], !value.isNull, !name.isEmpty else { return nil }
        guard let amount = value.double else { throw DriveError(.badRequest) }
        let unit = Capacity.Unit(name)
        if unit == nil, isStrict { throw DriveError(.illegalParameter, argument: "unit") }
        return Capacity(amount: amount, unit: unit ?? .megabytes)
    }
}
