/// People, their home and their sessions.
enum PeopleComponents {
    static let all: [Components.Component] = [
        Components.Component("User", "A member of the family.", user + [isOwner]),
        Components.Component(
            "UserDetail",
            "A member with what surrounds him.",
            user + [
                isOwner,
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
