import HearthDrive
import HearthHTTP
import HearthStorage
import HearthWire

/// What members share with each other (wangpan-api, 5.10, 5.11).
struct ShareRoutes: RouteGroup {
    let drive: Drive

    private static let largestPage = 1_000

    var routes: [Route] {
        everywhere(.get, "/shares", access: .token, name: "listShares", "List what is shared with me", list)
            + everywhere(
                .post,
                "/shares",
                access: .write,
                name: "share",
                "Share directories with members",
                share
            )
            + on(
                [.v1],
                .get,
                "/shares/given",
                access: .token,
                name: "listGivenShares",
                "List what I share, and what others share out of my folders",
                given
            )
            + on(
                [.v1],
                .patch,
                "/shares/{id:int}",
                access: .token,
                name: "changeShare",
                "Give a share other rights",
                change
            )
            + on(
                [.v1],
                .delete,
                "/shares/{id:int}",
                access: .token,
                name: "endShare",
                "End a share, or leave one",
                end
            )
    }

    private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
        let shares = try await drive.shares.received(by: try request.caller())
        let showsRow = request.base == .v1
        return Self.page(shares, request) { share, writer in
            writer.beginObject()
            writer.key("id")
            writer.int(share.root.id)
            writer.key("name")
            writer.string(share.root.name)
            writer.key("path")
            writer.string("/s/\(share.root.id)")
            writer.key("from_user")
            writer.string(share.fromUser)
            Self.write(share.rights, to: &writer)
            writer.key("is_family_path")
            writer.int(share.root.kind == .family ? 1 : 0)
            if showsRow {
                writer.key("share_id")
                writer.int(share.shareID)
            }
            writer.endObject()
        }
    }

    private func share(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let body = try await request.jsonObject()
        guard let users = body["to_users"]?.intArray, let paths = body["paths"]?.array else {
            throw DriveError(.badRequest)
        }
        let asked = try Self.rights(in: body)
        try await drive.shares.share(
            paths.map { path in { try path.resourcePath() } },
            with: users.map { Int($0) },
            Self.apply(asked, to: []),
            caller
        )
        return Reply.empty()
    }

    private func given(_ request: HTTPRequest) async throws -> HTTPResponse {
        let shares = try await drive.shares.given(by: try request.caller())
        return Self.page(shares, request) { $0.write(to: &$1) }
    }

    private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let id = Int(try request.parameters.int("id"))
        let asked = try Self.rights(in: try await request.jsonObject())
        let share = try await drive.shares.change(
            id,
            { old in
                let new = Self.apply(asked, to: old)
                if new.isEmpty { throw DriveError(.illegalParameter, argument: "read") }
                return new
            },
            caller
        )
        return Reply.data { writer in
            writer.beginObject()
            writer.key("share")
            share.write(to: &writer)
            writer.endObject()
        }
    }

    private func end(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await drive.shares.end(Int(try request.parameters.int("id")), try request.caller())
        return Reply.empty()
    }

    // MARK: Rights

    private static let flags: [(name: String, right: Rights)] = [
        ("read", .read), ("write", .write), ("deleted", .delete),
    ]

    /// The flags that a body names: 0, 1, `false`, `true`.
    private static func rights(in body: JSONValue) throws -> [(right: Rights, isOn: Bool)] {
        try flags.compactMap { name, right in
            guard let value = body[name], !value.isNull else { return nil }
            guard let isOn = value.bool else { throw DriveError(.illegalParameter, argument: name) }
            return (right, isOn)
        }
    }

    /// Ticks and unticks as the clients' boxes do: write and delete bring read, and go with it unless asked for.
    private static func apply(_ asked: [(right: Rights, isOn: Bool)], to old: Rights) -> Rights {
        var new = old
        if asked.contains(where: { $0.right == .read && !$0.isOn }) { new = [] }
        for (right, isOn) in asked {
            if isOn { new.formUnion(right) } else { new.subtract(right) }
        }
        return new.isEmpty ? [] : new.union(.read)
    }

    fileprivate static func write(_ rights: Rights, to writer: inout JSONWriter) {
        for (key, right) in [("read", .read), ("write", .write), ("deleted", .delete)]
            as [(StaticString, Rights)]
        {
            writer.key(key)
            writer.int(rights.contains(right) ? 1 : 0)
        }
    }

    // MARK: Pages

    private static func page<Element>(
        _ all: [Element],
        _ request: HTTPRequest,
        _ write: (Element, inout JSONWriter) -> Void
    ) -> HTTPResponse {
        let page = max(0, request.queryInt("page") ?? 0)
        let size = min(largestPage, max(0, request.queryInt("page_size") ?? 0))
        let (start, overflow) = (max(page, 1) - 1).multipliedReportingOverflow(by: size)
        let rest = overflow ? [] : all.dropFirst(start)
        let shown = size == 0 ? rest : rest.prefix(size)
        return Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            for element in shown { write(element, &writer) }
            writer.endArray()
            writer.key("pager")
            WirePager(page: page, pageSize: size, totalRows: Int64(all.count)).write(to: &writer)
            writer.endObject()
        }
    }
}

extension GivenShare {
    fileprivate func write(to writer: inout JSONWriter) {
        var bytes: [UInt8] = []
        if case .below(let root, let path) = path {
            bytes = Array("/s/\(root)".utf8)
            for name in path.names { bytes += [UInt8(ascii: "/")] + name.bytes }
        }
        writer.beginObject()
        writer.key("id")
        writer.int(id)
        writer.key("root_id")
        writer.int(root.id)
        writer.key("name")
        writer.string(root.name)
        writer.key("path")
        writer.string(utf8Bytes: bytes)
        if String(validating: bytes, as: UTF8.self) == nil {
            writer.key("href")
            writer.string(PercentEncoding.path(bytes))
        }
        for (key, user, nickname) in [
            ("to_user", receiver, receiverName), ("granted_by", granter, granterName),
        ] as [(StaticString, Int, String)] {
            writer.key(key)
            writer.beginObject()
            writer.key("id")
            writer.int(user)
            writer.key("nickname")
            writer.string(nickname)
            writer.endObject()
        }
        ShareRoutes.write(rights, to: &writer)
        writer.key("created")
        writer.int(created)
        writer.endObject()
    }
}
