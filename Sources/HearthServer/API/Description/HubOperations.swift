import HearthWire

/// The hub's routes: the home, the people in it, tokens for disk clients.
enum HubOperations {
    static let area = APIDescription.Area(
        name: "hub",
        meaning: "The home and its members as hub clients ask for them, and tokens for disk clients.",
        operations: [
            home, homeByID, users, user, scopes, callbackOrigins, scopeToken, accessToken, checkToken,
            checkHub, extensions,
            verificationCode,
        ]
    )

    static let userID = ParameterDescription.path("id", .int(), "A member's number.")

    private static let home = OperationDescription("area", "", reply: .data(.component("Area")))

    private static let homeByID = OperationDescription(
        "areaByID",
        "",
        [.path("id", .text(1, nil), "The home's id: decimal digits.")],
        reply: .data(.component("Area")),
        codes: [.areaNotFound]
    )

    private static let users = OperationDescription(
        "listUsers",
        "Sorted by number.",
        reply: .data([
            Field("is_owner", .bool, "Whether the caller is the owner."),
            Field("user_count", .int(1, unit: .items), "How many members there are."),
            Field("users", .list(.component("Member")), "All members."),
        ])
    )

    private static let user = OperationDescription(
        "user",
        "",
        [userID],
        reply: .data(.component("UserDetail")),
        codes: [.userNotFound]
    )

    private static let scopes = OperationDescription(
        "scopes",
        "",
        reply: .data([
            Field(
                "scopes",
                .list(
                    .object([
                        Field("name", scope, "Its name."),
                        Field("description", .text, "What it is for, for people."),
                    ])
                ),
                "What a scope token may be for."
            )
        ])
    )

    private static let scope = Shape.oneOf(words: ["user", "area"])

    private static let callbackOrigins = OperationDescription(
        "callbackOrigins",
        "What the configuration names as `callback_origins`. The server's own origin always may.",
        reply: .data([Field("origins", .list(.text), "Origins as browsers spell them.")])
    )

    private static let scopeToken = OperationDescription(
        "scopeToken",
        "For the caller himself, with a full session, or for the owner with a code from `POST /verification/code`; "
            + "such a token lasts six times as long.",
        [.header("verification-code", .text, "A code instead of a token; it is used up.")],
        body: .json([
            Field("scopes", .list(scope, atLeast: 1), "What the token shall be for."),
            .maybe("sa_user_id", .int(), "0 or the caller's own number."),
            .maybe("client", .text, "The client's name, for the list of sessions."),
        ]),
        reply: .data([
            Field(
                "scope_token",
                .object([
                    Field("token", .text(1, nil), "Goes into the header `scope-token`; opaque."),
                    Field("expires_in", .seconds, "How long it lives unless it is used."),
                ]),
                "The token."
            )
        ]),
        codes: [.invalidCredentials, .throttled, .wrongPassword, .illegalParameter]
    )

    private static let accessToken = OperationDescription(
        "accessToken",
        "Tokens live on while they are used: the refresh token is the access token.",
        body: BodyDescription(
            contents: [
                ("application/json", .object(grant)), ("application/x-www-form-urlencoded", .object(grant)),
            ],
            isRequired: true,
            checksType: false
        ),
        reply: .data([
            Field(
                "token_info",
                .object([
                    Field("access_token", .text(1, nil), "The token."),
                    Field("access_token_exp", .seconds, "How long it lives unless it is used."),
                    Field("refresh_token", .text(1, nil), "The same token."),
                    Field("refresh_token_exp", .seconds, "The same time."),
                ]),
                "The token."
            ),
            Field("user_info", .component("User"), "Whose it is."),
        ]),
        codes: [.wrongPassword, .throttled, .refreshTokenExpired, .unsupportedMediaType]
    )

    private static let grant: [Field] = [
        Field("grant_type", .oneOf(words: ["password", "refresh_token"]), "How the client proves itself."),
        .maybe("account_name", .text, "For `password`."),
        .maybe("password", .password, "For `password`."),
        .maybe("refresh_token", .text, "For `refresh_token`."),
        .maybe("client_id", .text, "The client's name, for the list of sessions."),
        .maybe("client_secret", .text, "Not looked at."),
    ]

    private static let checkToken = OperationDescription(
        "checkToken",
        "",
        reply: .data([Field("access_allow", .bool, "Whether the token that was sent is valid here.")])
    )

    private static let checkHub = OperationDescription(
        "checkHub",
        "",
        reply: .data([
            Field("is_bind", .bool, "Whether somebody owns the drive."),
            Field("revision", .text, "The server's version."),
            Field("version", .text, "The same."),
            Field("min_version", .text, "The same."),
        ])
    )

    private static let extensions = OperationDescription(
        "extensions",
        "",
        reply: .data([Field("extension_names", .list(.text), "`wangpan`.")])
    )

    private static let verificationCode = OperationDescription(
        "verificationCode",
        "Lets another service fetch one scope token for the owner.",
        reply: .data([
            Field("code", .text(matching: "^[2-9A-HJ-NP-Z]{6}$"), "Six characters; can be used once."),
            Field("expires_in", .seconds, "How long it can be used."),
        ])
    )
}
