import HearthWire

/// Signing in and out.
enum SessionOperations {
    static let area = APIDescription.Area(
        name: "sessions",
        meaning: "Signing in, set-up, and the list of signed-in clients.",
        operations: [setUp, signIn, list, signOut, revoke]
    )

    static let accountName = Shape.text(1, 64)
    static let newPassword = Shape(kind: .string, format: "password", shortest: 6, longest: 1_024)

    static let client = Field.maybe(
        "client",
        .text(nil, 256),
        "The client's name, for the list of sessions."
    )

    private static let setUp = OperationDescription(
        "setUp",
        "Works once, with the token of the link that the server prints at its first start.",
        body: .json([
            Field("token", .text, "The part of the link behind `#`."),
            Field("account_name", accountName, "The owner's name for signing in."),
            Field("password", newPassword, "The owner's password."),
            .maybe("nickname", .text(nil, 64), "The name that others see; the account name by default."),
            client,
        ]),
        reply: .data(.component("SignedIn")),
        codes: [.invalidCredentials, .illegalParameter, .nameInUse, .throttled]
    )

    private static let signIn = OperationDescription(
        "signIn",
        "After 5 failures an account waits ever longer, by address: 90001 with `Retry-After`.",
        body: .json([
            Field("account_name", .text, "The name for signing in."),
            Field("password", .password, "The password."),
            client,
        ]),
        reply: .data(.component("SignedIn")),
        codes: [.wrongPassword, .throttled, .notSetUp, .illegalParameter]
    )

    private static let list = OperationDescription(
        "listSessions",
        "",
        reply: .list(.component("Session"))
    )

    private static let signOut = OperationDescription(
        "signOut",
        "Ends the session that asks.",
        reply: .empty,
        codes: [.notFound]
    )

    private static let revoke = OperationDescription(
        "revokeSession",
        "",
        [.path("id", .int(), "A session's number.")],
        reply: .empty,
        codes: [.notFound]
    )
}
