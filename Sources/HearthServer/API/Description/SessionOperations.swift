import HearthWire

/// Signing in and out.
enum SessionOperations {
    static let area = APIDescription.Area(
        name: "sessions",
        meaning: "Signing in, set-up, and the list of signed-in clients.",
        operations: [setUp, signIn, media, list, signOut, revoke]
    )

    static let accountName = Shape.text(1, 64)
    static let newPassword = Shape(kind: .string, format: "password", shortest: 6, longest: 1_024)

    static let client = Field.maybe(
        "client",
        .text(nil, 256),
        "The client's name, for the list of sessions."
    )

    /// What every way of signing in answers.
    static let signedIn = ReplyDescription.data(.component("SignedIn")).with([cookie(always: false)])

    private static func cookie(always: Bool) -> HeaderDescription {
        HeaderDescription(
            "Set-Cookie",
            .text(matching: "^hearth_media="),
            "The media cookie, or its end: `HttpOnly`, `SameSite=Strict`, for `/api/v1/` alone, `Secure` under TLS.",
            always: always
        )
    }

    private static let setUp = OperationDescription(
        "setUp",
        "Works once, with the token of the link that the server prints at its first start.",
        body: .json([
            Field("token", .text, "The part of the link behind `#`."),
            Field("account_name", accountName, "The owner's name for signing in."),
            Field("password", newPassword, "The owner's password."),
            .maybe("nickname", .text(nil, 64), "The name that others see; the account name by default."),
            .maybe("area_name", .text(1, 64), "The name of the home; `Home` by default."),
            client,
        ]),
        reply: signedIn,
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
        reply: signedIn,
        codes: [.wrongPassword, .throttled, .notSetUp, .illegalParameter]
    )

    private static let media = OperationDescription(
        "mediaCookie",
        "For apps that kept their token and lost the cookie; the one before opens nothing any more.",
        reply: ReplyDescription.empty.with([cookie(always: true)])
    )

    private static let list = OperationDescription(
        "listSessions",
        "",
        reply: .list(.component("Session"))
    )

    private static let signOut = OperationDescription(
        "signOut",
        "Ends the session that asks.",
        reply: ReplyDescription.empty.with([cookie(always: false)]),
        codes: [.notFound]
    )

    private static let revoke = OperationDescription(
        "revokeSession",
        "",
        [.path("id", .int(), "A session's number.")],
        reply: ReplyDescription.empty.with([cookie(always: false)]),
        codes: [.notFound]
    )
}
