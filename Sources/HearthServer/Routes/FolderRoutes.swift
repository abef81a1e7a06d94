import HearthDrive
import HearthHTTP
import HearthWire

/// Folder management (wangpan-api, 5.1–5.5, 5.8); who may what is the domain's to say.
struct FolderRoutes: RouteGroup {
    let drive: Drive

    /// Largest page (server decisions, 6).
    private static let largestPage = 1_000

    var routes: [Route] {
        everywhere(.get, "/folders", access: .token, name: "listFolders", "List the folders", list)
            + everywhere(.post, "/folders", access: .token, name: "createFolder", "Make a folder", create)
            + everywhere(
                .delete,
                "/folders",
                access: .session,
                name: "dissolve",
                "End all folders of the area",
                dissolve
            )
            + everywhere(
                .get,
                "/folders/{id:int}",
                access: .token,
                name: "folder",
                "One folder with its members",
                detail
            )
            + everywhere(
                .put,
                "/folders/{id:int}",
                access: .token,
                name: "editFolder",
                "Change a folder, its members or its place",
                edit
            )
            + everywhere(
                .delete,
                "/folders/{id:int}",
                access: .token,
                name: "deleteFolder",
                "Delete a folder with everything in it",
                delete
            )
    }

    // MARK: Reading

    private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let page = max(0, request.queryInt("page") ?? 0)
        // iOS sends the second spelling (wangpan-api, 15.3).
        let asked = request.queryInt("page_size") ?? request.queryInt("pageSize") ?? 0
        let size = min(Self.largestPage, max(0, asked))
        let (product, overflow) = (max(page, 1) - 1).multipliedReportingOverflow(by: size)
        let (folders, total) = try await drive.folders.list(
            caller,
            offset: overflow ? Int(Int32.max) : product,
            limit: size
        )
        return Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            for folder in folders { folder.write(to: &writer, base: request.base) }
            writer.endArray()
            writer.key("pager")
            WirePager(page: page, pageSize: size, totalRows: Int64(total)).write(to: &writer)
            writer.endObject()
        }
    }

    private func detail(_ request: HTTPRequest) async throws -> HTTPResponse {
        let detail = try await drive.folders.detail(try Self.id(request), try request.caller())
        let writesNull = request.base != .v1
        return Reply.data { detail.write(writesNull: writesNull, to: &$0) }
    }

    // MARK: Changing

    private func create(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let draft = try FolderDraft(json: try await request.jsonObject())
        let made = try await drive.folders.create(draft, caller, policy: request.namePolicy)
        return Self.reply(request) { writer in
            writer.key("id")
            writer.int(made.id)
            if let key = made.recoveryKey {
                writer.key("recovery_key")
                writer.string(key)
            }
        }
    }

    private func edit(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let id = try Self.id(request)
        let draft = try FolderDraft(json: try await request.jsonObject())
        let taskID = try await drive.folders.edit(id, draft, caller, policy: request.namePolicy)
        return Self.reply(request) { writer in
            writer.key("task_id")
            writer.string(taskID ?? "")
        }
    }

    private func delete(_ request: HTTPRequest) async throws -> HTTPResponse {
        let taskID = try await drive.folders.delete(try Self.id(request), try request.caller())
        return Self.reply(request) { writer in
            writer.key("task_id")
            writer.string(taskID)
        }
    }

    private func dissolve(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let body = try await request.jsonObject()
        let deletingFiles = try body.looseFlag("is_del_cloud_disk") ?? false
        let state = try await drive.folders.dissolve(deletingFiles: deletingFiles, caller)
        // A failure has both: the code that old clients look at, and the state (wangpan-api, 5.8).
        let code = state == .failed ? WireCode.internalError : .ok
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("status")
        writer.int(code.rawValue)
        writer.key("reason")
        writer.string(code == .ok ? "success" : code.reason(request.language))
        writer.key("data")
        writer.beginObject()
        writer.key("remove_status")
        writer.int(state.rawValue)
        writer.endObject()
        writer.endObject()
        let isTrue = request.base.usesTrueStatus
        return Reply.json(writer.bytes, status: isTrue ? StatusTable.status(of: code) : 200)
    }

    // MARK: Parts

    /// Ids are row numbers from 1 on; anything else names no folder.
    private static func id(_ request: HTTPRequest) throws -> Int {
        guard let id = Int(exactly: try request.parameters.int("id")), id >= 1 else {
            throw DriveError(.folderNotFound)
        }
        return id
    }

    /// An empty object where the contract says so; our own clients learn more.
    private static func reply(
        _ request: HTTPRequest,
        _ fields: (inout JSONWriter) -> Void
    ) -> HTTPResponse {
        guard request.base == .v1 else { return Reply.empty() }
        return Reply.data { writer in
            writer.beginObject()
            fields(&writer)
            writer.endObject()
        }
    }
}

extension FolderMember {
    /// - Throws: 2 without an account's number.
    fileprivate init(json: JSONValue) throws {
        guard let user = json["u_id"]?.int.flatMap({ Int(exactly: $0) }) else {
            throw DriveError(.badRequest)
        }
        var rights: Rights = []
        if try json.looseFlag("read") ?? false { rights.insert(.read) }
        if try json.looseFlag("write") ?? false { rights.insert(.write) }
        if try json.looseFlag("deleted") ?? false { rights.insert(.delete) }
        self.init(user: user, rights: rights)
    }
}

extension FolderDraft {
    /// The body of creation and edit; what is missing is empty and refused by the domain in its turn.
    ///
    /// - Throws: 2 for members of another type.
    fileprivate init(json: JSONValue) throws {
        func text(_ name: String) throws -> String {
            guard let value = json[name], !value.isNull else { return "" }
            guard let text = value.string else { throw DriveError(.badRequest, argument: name) }
            return text
        }
        var mode = 0
        if let value = json["mode"], !value.isNull {
            guard let number = value.int.flatMap({ Int(exactly: $0) }) else {
                throw DriveError(.badRequest, argument: "mode")
            }
            mode = number
        }
        var members: [FolderMember] = []
        if let value = json["auth"], !value.isNull {
            guard let list = value.array else { throw DriveError(.badRequest, argument: "auth") }
            members = try list.map { try FolderMember(json: $0) }
        }
        self.init(
            name: try text("name"),
            mode: mode,
            pool: try text("pool_name"),
            partition: try text("partition_name"),
            members: members,
            isEncrypted: try json.looseFlag("is_encrypt") ?? false,
            password: try text("pwd"),
            confirmation: try text("confirm_pwd")
        )
    }
}

extension JSONValue {
    /// A flag that may be left out: a Boolean, 0 or 1.
    ///
    /// Other numbers are misread words, and some flags delete.
    ///
    /// - Throws: 2 when it is something else.
    func looseFlag(_ name: String) throws -> Bool? {
        guard let value = self[name], !value.isNull else { return nil }
        if let flag = value.bool { return flag }
        guard let number = value.int, number == 0 || number == 1 else {
            throw DriveError(.badRequest, argument: name)
        }
        return number == 1
    }
}
