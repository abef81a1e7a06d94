import HearthDrive
import HearthHTTP
import HearthWire

/// Managing people; only for full sessions on our own base.
struct MemberRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        on([.v1], .post, "/users", access: .owner, name: "addUser", "Add a member", add)
            + on(
                [.v1],
                .patch,
                "/users/{id:int}",
                access: .session,
                name: "editUser",
                "Change a member's names, disable or enable the account",
                edit
            )
            + on(
                [.v1],
                .put,
                "/users/{id:int}/password",
                access: .session,
                name: "setPassword",
                "Change one's own password, or as the owner a member's",
                setPassword
            )
            + on(
                [.v1],
                .post,
                "/users/{id:int}/owner",
                access: .owner,
                name: "transferOwnership",
                "Hand the ownership to a member",
                transferOwnership
            )
            + on(
                [.v1],
                .delete,
                "/users/{id:int}",
                access: .owner,
                name: "removeUser",
                "Remove a member",
                remove
            )
    }

    private func add(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        let user = try await drive.people.add(
            accountName: try body.text("account_name"),
            password: try body.text("password"),
            nickname: try body.optionalText("nickname"),
            isOwner: false
        )
        let member = try await drive.members.member(user.id)
        return Reply.data { member.write(to: &$0) }
    }

    private func edit(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let id = Int(try request.parameters.int("id"))
        let body = try await request.jsonObject()
        let edit = Members.Edit(
            nickname: try body.optionalText("nickname"),
            accountName: try body.optionalText("account_name"),
            isDisabled: try Self.flag("is_disabled", in: body)
        )
        guard edit != Members.Edit() else { throw DriveError(.badRequest) }
        let member = try await drive.members.edit(id, edit, by: caller.user.id)
        return Reply.data { member.write(to: &$0) }
    }

    /// The own password against the old one, every other session ends; the owner sets a member's without it, and
    /// all of that member's sessions end.
    private func setPassword(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let id = Int(try request.parameters.int("id"))
        guard id == caller.user.id || caller.user.isOwner else { throw DriveError(.forbidden) }
        let body = try await request.jsonObject()
        let new = try body.text("new_password")
        if id == caller.user.id {
            try await drive.people.changePassword(
                of: caller,
                old: try body.text("old_password"),
                new: new,
                address: request.peer.text
            )
        } else {
            try await drive.members.resetPassword(of: id, to: new, by: caller)
        }
        return Reply.empty()
    }

    private func transferOwnership(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let body = try await request.jsonObject()
        let member = try await drive.members.transferOwnership(
            to: Int(try request.parameters.int("id")),
            by: caller,
            password: try body.text("password"),
            address: request.peer.text
        )
        return Reply.data { member.write(to: &$0) }
    }

    private func remove(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let id = Int(try request.parameters.int("id"))
        let removal = try await drive.members.remove(id, by: caller.user.id)
        return Reply.data { writer in
            writer.beginObject()
            writer.key("task_id")
            writer.string(removal.taskID)
            writer.endObject()
        }
    }

    /// A truth value, or 0 and 1, that may be left out.
    ///
    /// - Throws: 10004 when it is something else.
    private static func flag(_ name: String, in body: JSONValue) throws -> Bool? {
        guard let value = body[name], !value.isNull else { return nil }
        if let flag = value.bool { return flag }
        guard let number = value.int, (0...1).contains(number) else {
            throw DriveError(.illegalParameter, argument: name)
        }
        return number == 1
    }
}
