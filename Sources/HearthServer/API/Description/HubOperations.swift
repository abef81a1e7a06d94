import HearthWire

/// The home and the people in it.
enum HubOperations {
    static let area = APIDescription.Area(
        name: "people",
        meaning: "The home and its members.",
        operations: [home, users, user, add, setPassword]
    )

    static let userID = ParameterDescription.path("id", .int(), "A member's number.")

    private static let home = OperationDescription("area", "", reply: .data(.component("Area")))

    private static let users = OperationDescription(
        "listUsers",
        "Sorted by number.",
        reply: .data([
            Field("is_owner", .bool, "Whether the caller is the owner."),
            Field("user_count", .int(1, unit: .items), "How many members there are."),
            Field("users", .list(.component("User")), "All members."),
        ])
    )

    private static let user = OperationDescription(
        "user",
        "",
        [userID],
        reply: .data(.component("UserDetail")),
        codes: [.userNotFound]
    )

    private static let add = OperationDescription(
        "addUser",
        "",
        body: .json([
            Field(
                "account_name",
                SessionOperations.accountName,
                "The name for signing in; two that differ only in case are one."
            ),
            Field("password", SessionOperations.newPassword, "The first password."),
            .maybe("nickname", .text(nil, 64), "The name that others see; the account name by default."),
        ]),
        reply: .data([Field("user_id", .id, "The new member's number.")]),
        codes: [.illegalParameter, .nameInUse]
    )

    private static let setPassword = OperationDescription(
        "setPassword",
        "One's own password only (10023 otherwise). Every other session of the member ends.",
        [userID],
        body: .json([
            Field("old_password", .password, "The present password."),
            Field("new_password", SessionOperations.newPassword, "The new one."),
        ]),
        reply: .empty,
        codes: [.forbidden, .oldAccountPasswordWrong, .illegalParameter, .throttled, .userNotFound]
    )
}
