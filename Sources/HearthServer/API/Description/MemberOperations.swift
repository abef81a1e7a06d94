import HearthWire

/// Managing people.
enum MemberOperations {
    static let area = APIDescription.Area(
        name: "members",
        meaning: "Adding, changing and removing members; who owns the drive.",
        operations: [add, edit, setPassword, transferOwnership, remove]
    )

    private static let nickname = Field.maybe(
        "nickname",
        .text(nil, 64),
        "The name that others see; the account name by default. No two members have the same (10012)."
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
            nickname,
        ]),
        reply: .data(.component("Member")),
        codes: [.illegalParameter, .nameInUse]
    )

    private static let edit = OperationDescription(
        "editUser",
        "Members change their own nickname; everything else is the owner's (5021). At least one field is given. "
            + "A disabled account is signed out at once and cannot sign in; its files stay. The owner's cannot be "
            + "disabled (5022), and nothing changes about a member who is being removed (70001).",
        [HubOperations.userID],
        body: .json([
            .maybe(
                "nickname",
                SessionOperations.accountName,
                "The name that others see; not that of another member (10012)."
            ),
            .maybe("account_name", SessionOperations.accountName, "The name for signing in."),
            .maybe("is_disabled", .anyOf([.bool, .flag]), "Whether the account cannot sign in."),
        ]),
        reply: .data(.component("Member")),
        codes: [
            .illegalParameter, .nameInUse, .userNotFound, .forbiddenByHub, .ownerProtected, .taskState,
        ]
    )

    private static let setPassword = OperationDescription(
        "setPassword",
        "One's own, against the old one: every other session of the member ends. The owner sets a member's without "
            + "it: all sessions of that member end. 10023 for anything else.",
        [HubOperations.userID],
        body: .json([
            .maybe("old_password", .password, "The present password; for one's own only, and then needed."),
            Field("new_password", SessionOperations.newPassword, "The new one."),
        ]),
        reply: .empty,
        codes: [.forbidden, .oldAccountPasswordWrong, .illegalParameter, .throttled, .userNotFound]
    )

    private static let transferOwnership = OperationDescription(
        "transferOwnership",
        "The present owner stays as a member; open invitations end. 5023 for a disabled account, one that is being "
            + "removed, and one's own.",
        [HubOperations.userID],
        body: .json([Field("password", .password, "The present owner's own password, once more.")]),
        reply: .data(.component("Member")),
        codes: [.wrongPassword, .throttled, .userNotFound, .cannotBecomeOwner, .notSetUp]
    )

    private static let remove = OperationDescription(
        "removeUser",
        "The account is shut at once. With the setting `is_auto_del` on, a task deletes the personal folder and the "
            + "private folders; with it off they pass to the owner. Shares, rights, sessions, uploads and "
            + "invitations of the account end. 5002 for the owner.",
        [HubOperations.userID],
        reply: .data([
            Field("task_id", .text, "The task that does it; empty when everything is done.")
        ]),
        codes: [.cannotDeleteSelf, .userNotFound]
    )
}
