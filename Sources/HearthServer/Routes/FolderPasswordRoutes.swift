import HearthDrive
import HearthHTTP
import HearthWire

/// The passwords of encrypted folders (wangpan-api, 5.6, 5.7), and their recovery keys.
struct FolderPasswordRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        everywhere(
            .patch,
            "/folders/{path*}",
            access: .read,
            name: "checkFolderPassword",
            "Open an encrypted folder with its password",
            check
        )
            + everywhere(
                .post,
                "/updateFolderPwd",
                access: .token,
                name: "changeFolderPassword",
                "Change the password of a folder",
                change
            )
            + on(
                [.v1],
                .post,
                "/folders/{id:int}/recovery",
                access: .token,
                name: "recoverFolder",
                "Set a new password with the recovery key",
                recover
            )
            + on(
                [.v1],
                .post,
                "/folders/{id:int}/recovery-key",
                access: .token,
                name: "newRecoveryKey",
                "Replace the recovery key of a folder",
                newRecoveryKey
            )
    }

    private func check(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path: ResourcePath
        do {
            path = try request.resourcePath()
        } catch let error as DriveError {
            throw DriveError(.folderPathWrong, cause: error)
        }
        let password = try await request.jsonObject().text("password")
        try await drive.folders.checkPassword(password, at: path, try request.caller())
        // The contract's answer is an empty text, not an empty object.
        return Reply.data { $0.string("") }
    }

    private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        guard let id = body["id"]?.int.flatMap({ Int(exactly: $0) }) else {
            throw DriveError(.badRequest, argument: "id")
        }
        try await drive.folders.changePassword(
            FolderPasswordChange(
                id: id,
                old: try body.optionalText("old_pwd") ?? "",
                new: try body.optionalText("new_pwd") ?? "",
                confirmation: try body.optionalText("confirm_pwd") ?? ""
            ),
            try request.caller()
        )
        return Reply.empty()
    }

    private func recover(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        let key = try await drive.folders.recover(
            try Self.id(request),
            key: try body.optionalText("recovery_key") ?? "",
            password: try body.optionalText("new_pwd") ?? "",
            confirmation: try body.optionalText("confirm_pwd") ?? "",
            try request.caller()
        )
        return Self.reply(key)
    }

    private func newRecoveryKey(_ request: HTTPRequest) async throws -> HTTPResponse {
        let password = try await request.jsonObject().text("password")
        let key = try await drive.folders.renewRecoveryKey(
            try Self.id(request),
            password: password,
            try request.caller()
        )
        return Self.reply(key)
    }

    private static func reply(_ key: String) -> HTTPResponse {
        Reply.data { writer in
            writer.beginObject()
            writer.key("recovery_key")
            writer.string(key)
            writer.endObject()
        }
    }

    private static func id(_ request: HTTPRequest) throws -> Int {
        guard let id = Int(exactly: try request.parameters.int("id")), id >= 1 else {
            throw DriveError(.folderNotFound)
        }
        return id
    }
}
