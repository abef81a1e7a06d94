import HearthDrive
import HearthHTTP
import HearthWire

/// Invitations: made and withdrawn by the owner, accepted by whoever has the link.
///
/// Codes travel in bodies and URL fragments only, so that no log can hold them.
struct InvitationRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        on([.v1], .post, "/invitations", access: .owner, name: "invite", "Invite somebody", invite)
            + on(
                [.v1],
                .get,
                "/invitations",
                access: .owner,
                name: "listInvitations",
                "List the invitations",
                list
            )
            + on(
                [.v1],
                .delete,
                "/invitations/{id:int}",
                access: .owner,
                name: "revokeInvitation",
                "Withdraw an invitation",
                revoke
            )
            + on(
                [.v1],
                .post,
                "/invitations/check",
                access: .open,
                name: "checkInvitation",
                "Look at an invitation without using it",
                check
            )
            + on(
                [.v1],
                .post,
                "/invitations/accept",
                access: .open,
                name: "acceptInvitation",
                "Make an account with an invitation and sign in",
                accept
            )
    }

    private func invite(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let body = try await request.jsonObject()
        let made = try await drive.invitations.make(
            by: caller.user.id,
            nickname: try body.optionalText("nickname"),
            lifetime: try body.optionalCount("expires_in")
        )
        let link = InvitationLink.url(base: request.ownAddress, code: made.code)
        return Reply.data { writer in
            made.invitation.write(to: &writer, now: made.invitation.created) { writer in
                writer.key("code")
                writer.string(made.code)
                writer.key("url")
                writer.string(link)
                writer.key("qr")
                writer.beginArray()
                for row in QRCode(link)?.rows ?? [] { writer.string(row) }
                writer.endArray()
            }
        }
    }

    private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
        let now = drive.invitations.now
        let all = try await drive.invitations.list().map { WireInvitation(invitation: $0, now: now) }
        let pager = WirePager(page: 0, pageSize: 0, totalRows: Int64(all.count))
        return Reply.json(Envelope.list(all, pager: pager))
    }

    private func revoke(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await drive.invitations.revoke(Int(try request.parameters.int("id")))
        return Reply.empty()
    }

    private func check(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        let preview = try await drive.invitations.look(
            at: try body.text("code"),
            address: request.peer.text
        )
        let area = drive.area.name
        return Reply.data { writer in
            writer.beginObject()
            writer.key("area_name")
            writer.string(area)
            writer.key("invited_by")
            writer.string(preview.inviter)
            writer.key("nickname")
            writer.string(preview.nickname)
            writer.key("expires")
            writer.int(preview.expires)
            writer.endObject()
        }
    }

    private func accept(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        let issued = try await drive.invitations.accept(
            try body.text("code"),
            accountName: try body.text("account_name"),
            password: try body.text("password"),
            nickname: try body.optionalText("nickname"),
            client: try body.optionalText("client") ?? request.headers["User-Agent"] ?? "",
            address: request.peer.text
        )
        return try await SessionRoutes.reply(issued, to: request, drive)
    }
}

/// An invitation in a list.
private struct WireInvitation: JSONWritable {
    let invitation: Invitation
    let now: Int64

    func write(to writer: inout JSONWriter) { invitation.write(to: &writer, now: now) }
}

extension Invitation {
    /// The row as the owner reads it, followed by what `extra` adds; 0 stands for "not used".
    fileprivate func write(
        to writer: inout JSONWriter,
        now: Int64,
        extra: (inout JSONWriter) -> Void = { _ in }
    ) {
        writer.beginObject()
        writer.key("id")
        writer.int(id)
        writer.key("nickname")
        writer.string(nickname)
        writer.key("created")
        writer.int(created)
        writer.key("expires")
        writer.int(expires)
        writer.key("state")
        writer.string(state(at: now).rawValue)
        writer.key("used_by")
        writer.int(usedBy ?? 0)
        writer.key("used")
        writer.int(used ?? 0)
        extra(&writer)
        writer.endObject()
    }
}
