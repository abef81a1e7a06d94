import HearthWire

/// Links by which people join.
enum InvitationOperations {
    static let area = APIDescription.Area(
        name: "invitations",
        meaning: "Links by which people join; each makes one account.",
        operations: [invite, list, revoke, check, accept]
    )

    private static let code = Field("code", .text(nil, 128), "The part of the link behind `#/invite/`.")

    private static let invite = OperationDescription(
        "invite",
        "The code is told here and never again.",
        body: .optionalJSON([
            .maybe("nickname", .text(nil, 64), "What the invited person is called, as a suggestion."),
            .maybe(
                "expires_in",
                .int(1, 2_592_000, unit: .seconds),
                "How long it can be accepted; seven days unless given, thirty at most."
            ),
        ]),
        reply: .data(.component("NewInvitation")),
        codes: [.illegalParameter, .notSetUp]
    )

    private static let list = OperationDescription(
        "listInvitations",
        "Newest first; what is over stays for a month.",
        reply: .list(.component("Invitation"))
    )

    private static let revoke = OperationDescription(
        "revokeInvitation",
        "",
        [.path("id", .int(), "An invitation's number.")],
        reply: .empty,
        codes: [.notFound]
    )

    private static let check = OperationDescription(
        "checkInvitation",
        "Does not use it. One that is unknown, used, withdrawn or expired is 5013.",
        body: .json([code]),
        reply: .data([
            Field("area_name", .text, "The home's name."),
            Field("invited_by", .text, "The nickname of who invites."),
            Field(
                "nickname",
                .text,
                "What the invited person is called unless he says otherwise; may be empty."
            ),
            Field("expires", .time, "Until when it can be accepted."),
        ]),
        codes: [.invitationInvalid, .throttled]
    )

    private static let accept = OperationDescription(
        "acceptInvitation",
        "Makes the account and signs in. A name or password that is refused, or a name that another member has, leaves "
            + "the invitation unused.",
        body: .json([
            code,
            Field("account_name", SessionOperations.accountName, "The name for signing in."),
            Field("password", SessionOperations.newPassword, "The password."),
            .maybe("nickname", .text(nil, 64), "The name that others see; the invitation's by default."),
            SessionOperations.client,
        ]),
        reply: SessionOperations.signedIn,
        codes: [.invitationInvalid, .illegalParameter, .nameInUse, .throttled, .wrongPassword]
    )
}
