/// People, their home and their sessions.
enum PeopleComponents {
    static let all: [Components.Component] = [
        Components.Component("User", "A member of the family.", user + [isOwner]),
        Components.Component("Member", "A member with the state of the account.", user + member),
        Components.Component(
            "UserDetail",
            "A member with what surrounds him.",
            user + member + [
                Field("is_self", .bool, "Whether this is the caller."),
                Field("area", .component("Area"), "The home."),
                Field("department_infos", .list(.anything), "Always empty: a home has no departments."),
            ]
        ),
        Components.Component(
            "Area",
            "The home that the drive belongs to.",
            [
                Field("id", .text(1, nil), "Its id: decimal digits as text."),
                Field("name", .text, "Its name, also that of the family folder."),
                Field("area_type", .oneOf([1, 2]), "1 home, 2 company."),
                Field("is_bind_cloud", .bool, "Always false: there is no vendor cloud."),
                Field("location_count", .count, "Always 0."),
                Field("department_count", .count, "Always 0."),
                Field("role_count", .count, "Always 0."),
            ]
        ),
        Components.Component(
            "SignedIn",
            "A new session.",
            [
                Field("token", .text(1, nil), "Goes into the header `scope-token`; opaque."),
                Field("expires_in", .seconds, "How long the token lives unless it is used."),
                Field("user", .component("User"), "Who signed in."),
            ]
        ),
        Components.Component("Invitation", "A link by which one person can join.", invitation),
        Components.Component(
            "NewInvitation",
            "The same with what is told only once.",
            invitation + [
                Field("code", .text(1, nil), "192 random bits as base64url."),
                Field("url", .text, "The link; begins with `/` when the request did not say its host."),
                Field(
                    "qr",
                    .list(.text(matching: "^[01]+$")),
                    "The link as a QR code: its rows from the top, `1` is a dark module. Four light ones belong around it."
                ),
            ]
        ),
        Components.Component(
            "Session",
            "A signed-in client.",
            [
                Field("id", .id, "The session's number; not the token."),
                Field("client", .text, "The client's name, as it gave it."),
                Field("created", .time, "When it signed in."),
                Field("last_used", .time, "Its last request, to the minute or so."),
                Field("expires", .time, "When it ends unless it is used."),
                Field("current", .bool, "Whether this is the session that asks."),
            ]
        ),
    ]

    private static let isOwner = Field("is_owner", .bool, "Whether he owns the drive; one member does.")

    private static let member: [Field] = [
        isOwner,
        Field("is_disabled", .bool, "Whether the account cannot sign in."),
        Field("state", .oneOf(words: ["active", "disabled", "leaving"]), "Leaving: being removed."),
        Field(
            "status",
            .text,
            "`TaskDelUser_1` while he is removed, `TaskDelUser_0` if that failed, or empty."
        ),
        Field("task_id", .text, "The removal's task, or empty."),
    ]

    private static let invitation: [Field] = [
        Field("id", .id, "The invitation's number."),
        Field("nickname", .text, "What the invited person is called, as a suggestion; may be empty."),
        Field("created", .time, "When it was made."),
        Field("expires", .time, "Until when it can be accepted."),
        Field("state", .oneOf(words: ["open", "used", "expired"]), "What has become of it."),
        Field("used_by", .int(0), "The account that was made with it, or 0."),
        Field("used", .time, "When it was accepted, or 0."),
    ]

    private static let user: [Field] = [
        Field("user_id", .id, "The member's number, never used again."),
        Field(
            "role_infos",
            .list(
                .object([
                    Field("id", .oneOf([1, 2]), "1 owner, 2 member."),
                    Field("name", .oneOf(words: ["owner", "member"]), "The same as a word."),
                ])
            ),
            "What he is here; one element."
        ),
        Field("account_name", .text(1, nil), "The name for signing in."),
        Field("nickname", .text, "The name that others see."),
        Field("phone", .text, "Always empty."),
        Field("is_set_password", .bool, "Whether he can sign in with a password."),
        Field("avatar_url", .text, "A picture's address, or empty."),
        Field("icon_url", .text, "The same under the name that iOS reads."),
    ]
}
