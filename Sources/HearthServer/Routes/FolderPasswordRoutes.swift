import HearthDrive
import HearthHTTP
import HearthWire

/// The passwords of folders (wangpan-api, 5.6, 5.7).
struct FolderPasswordRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        everywhere(
            .patch,
            "/folders/{path*}",
            access: .read,
            name: "checkFolderPassword",
            "Check the password of a folder",
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
    }

    private func check(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path: ResourcePath
        do {
            path = try request.resourcePath()
        } catch let error as DriveError {
            throw DriveError(.folderPathWrong, cause: error)
        }
        _ = try await request.jsonObject().text("password")
        try await drive.folders.checkPassword(at: path, try request.caller())
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
}
