import HearthWire

/// Folder management.
enum FolderOperations {
    static let area = APIDescription.Area(
        name: "folders",
        meaning: """
            First-level folders: private ones of one member and shared ones of several. A member manages what he \
            created, the owner everything; others see the folders that they belong to.
            """,
        operations: [
            list, create, folder, edit, delete, dissolve, checkPassword, changePassword, recover,
            newRecoveryKey,
        ]
    )

    static let components: [Components.Component] = [
        Components.Component("FolderMember", "A member of a folder with his rights.", member),
        Components.Component(
            "Folder",
            "A first-level folder in the list of folder management.",
            [
                Field("id", .id, "The root's number."),
                Field("name", .text, "Its display name."),
                Field("is_encrypt", .flag, "Whether it is encrypted."),
                Field("mode", mode, "1 private, 2 shared."),
                Field("path", .text, "`/{pool}/{partition}/{directory}`; not a resource path."),
                Field("type", .oneOf([0]), "Always a directory."),
                Field("persons", .text, "Names of its members, joined with `、`."),
                Field("pool_name", .text, "`{pool}-{partition}`, for display."),
            ] + TaskOperations.marks + [
                Field(
                    "kind",
                    .oneOf(words: ["personal", "managed", "family"]),
                    "A member's own, one that somebody made, or everybody's."
                ),
                Field("can_manage", .bool, "Whether the caller may change or delete it."),
            ]
        ),
        Components.Component(
            "FolderDetail",
            "A first-level folder with its members.",
            [
                Field("id", .id, "The root's number."),
                Field("name", .text, "Its display name."),
                Field("is_encrypt", .flag, "Whether it is encrypted."),
                Field("mode", mode, "1 private, 2 shared."),
                Field("path", .text, "Always empty."),
                Field("type", .oneOf([0]), "Always a directory."),
                Field("pool_name", .text, "Its pool."),
                Field("partition_name", .text, "Its partition."),
                Field(
                    "auth",
                    .list(.component("FolderMember")),
                    "Its members; shares of others are not among them."
                ),
            ]
        ),
    ]

    private static let mode = Shape.oneOf([1, 2])
    private static let id = ParameterDescription.path("id", .int(), "A folder's number.")
    private static let name = Shape.text(1, 100)

    private static let member: [Field] = [
        Field("u_id", .id, "The member's number."),
        Field("nickname", .text, "His name."),
        Field("face", .text, "A picture's address, or empty."),
        Field("read", .flag, "He may read; without it he does not see the folder."),
        Field("write", .flag, "He may create, change and share."),
        Field("deleted", .flag, "He may delete."),
    ]

    private static let memberIn = Shape.object([
        Field("u_id", .id, "The member's number."),
        .maybe("nickname", .text, "Ignored; his own name is shown."),
        .maybe("face", .text, "Ignored."),
        .maybe("read", ShareOperations.flagIn, "He may read."),
        .maybe("write", ShareOperations.flagIn, "He may create, change and share; implies read."),
        .maybe("deleted", ShareOperations.flagIn, "He may delete; implies read."),
    ])

    private static let placeFields: [Field] = [
        Field("name", name, "No `/`, no control characters; unique on its partition."),
        Field("mode", mode, "1 private with exactly one member, 2 shared with at least one."),
        Field("pool_name", .text(1, nil), "A pool."),
        Field("partition_name", .text(1, nil), "A partition of the pool."),
        Field("auth", .list(memberIn), "The members with their rights."),
    ]

    private static let placeCodes: [WireCode] = [
        .folderFieldMissing, .forbiddenCharacter, .folderNameTooLong, .folderNameTaken, .tooManyMembers,
        .tooFewMembers,
        .poolNotFound, .partitionUnavailable, .illegalParameter, .forbidden,
    ]

    private static let list = OperationDescription(
        "listFolders",
        "",
        [
            ResourceOperations.page, ResourceOperations.pageSize,
            .query("pageSize", .int(), "The same, as some phones spell it."),
        ],
        reply: .list(.component("Folder"))
    )

    private static let create = OperationDescription(
        "createFolder",
        "An encrypted folder is a Cryptomator vault on the disk. It begins locked, for its maker too.",
        body: .json(
            placeFields + [
                .maybe("is_encrypt", .flag, "1 for an encrypted folder; private ones only."),
                .maybe(
                    "pwd",
                    .password,
                    "The password of an encrypted folder: at least 6 of `0-9 A-Z a-z @ # & !`."
                ),
                .maybe("confirm_pwd", .password, "The same again."),
            ]
        ),
        reply: .data([
            Field("id", .id, "The new folder's number."),
            .maybe("recovery_key", recoveryKey, "Of an encrypted folder; it cannot be read again."),
        ]),
        codes: placeCodes + [
            .sharedNotEncrypted, .passwordTooShort, .passwordCharacters, .passwordsDiffer,
            .keyGenerationFailed,
            .folderCreateFailed, .noSpace,
        ]
    )

    private static let folder = OperationDescription(
        "folder",
        "For its members, who created it, and the owner.",
        [id],
        reply: .data(.component("FolderDetail")),
        codes: [.folderNotFound]
    )

    private static let edit = OperationDescription(
        "editFolder",
        """
        Replaces name and members; shares of directories in it stay, cut to what their givers still may. Another pool \
        or partition starts a task that moves the folder; the reply does not wait for it.
        """,
        [id],
        body: .json(placeFields),
        reply: .data([Field("task_id", .text, "The move that began; empty for none.")]),
        codes: placeCodes + [
            .folderNotFound, .folderKindFixed, .partitionTooSmall, .folderUpdateFailed, .sourceBusy,
        ]
    )

    private static let delete = OperationDescription(
        "deleteFolder",
        "Starts a task that deletes the folder with everything in it; the reply does not wait for it.",
        [id],
        reply: .data([Field("task_id", .text, "The task that deletes it.")]),
        codes: [.folderNotFound, .forbidden]
    )

    private static let recoveryKey = Shape.text
        .like("4A1N-8KQ2-…, 14 groups")

    private static let checkPassword = OperationDescription(
        "checkFolderPassword",
        """
        A right password opens the folder for this token, for at most 72 hours from its first entry. After 5 wrong ones \
        the token waits ever longer: 90001 with `Retry-After`. A folder that is not encrypted opens with any password.
        """,
        [ResourceOperations.path],
        body: .json([Field("password", .password, "The folder's password.")]),
        reply: .data(.oneOf(words: [""])),
        codes: [.folderPathWrong] + passwordCodes
    )

    /// What a password of an encrypted folder can be refused for.
    static let passwordCodes: [WireCode] = [
        .folderPasswordWrong, .throttled, .damaged, .vaultUnsupported,
    ]

    private static let changePassword = OperationDescription(
        "changeFolderPassword",
        """
        Only the wrapped keys are written anew, whatever the folder's size. Every other token has to enter the new \
        password. A folder that is not encrypted has no password to change.
        """,
        body: .json([
            Field("id", .id, "The folder's number."),
            .maybe("old_pwd", .password, "The password that opens it now."),
            .maybe("new_pwd", .password, "The new one: at least 6 of `0-9 A-Z a-z @ # & !`."),
            .maybe("confirm_pwd", .password, "The new one again."),
        ]),
        reply: .empty,
        codes: [
            .passwordMissing, .passwordFormat, .folderNotFound, .oldPasswordWrong, .illegalParameter,
            .passwordsDiffer, .passwordUnchanged,
        ] + changeCodes
    )

    private static let changeCodes: [WireCode] = [
        .throttled, .damaged, .keyGenerationFailed, .vaultUnsupported, .noSpace, .resourceNotFound,
        .partitionUnavailable,
    ]

    private static let recover = OperationDescription(
        "recoverFolder",
        """
        For a folder whose password is lost. The recovery key is spent by it; the answer has the next one. Every other \
        token has to enter the new password.
        """,
        [id],
        body: .json([
            .maybe(
                "recovery_key",
                .password,
                "As it was shown once; case, blanks and hyphens do not matter, nor O for 0 or I for 1."
            ),
            .maybe("new_pwd", .password, "The new password: at least 6 of `0-9 A-Z a-z @ # & !`."),
            .maybe("confirm_pwd", .password, "The new password again."),
        ]),
        reply: .data([Field("recovery_key", recoveryKey, "The next one; it cannot be read again.")]),
        codes: [
            .passwordMissing, .passwordFormat, .folderNotFound, .oldPasswordWrong, .illegalParameter,
            .passwordsDiffer, .folderPasswordWrong,
        ] + changeCodes
    )

    private static let newRecoveryKey = OperationDescription(
        "newRecoveryKey",
        "The one before opens nothing any more. A folder that was adopted gets its first.",
        [id],
        body: .json([Field("password", .password, "The folder's password.")]),
        reply: .data([Field("recovery_key", recoveryKey, "The new one; it cannot be read again.")]),
        codes: [.folderNotFound, .oldPasswordWrong, .folderPasswordWrong, .illegalParameter] + changeCodes
    )

    private static let dissolve = OperationDescription(
        "dissolve",
        """
        Ends the home's data: folders, members' rights, pools other than the embedded one. Ask again to learn how far \
        it is.
        """,
        body: .optionalJSON([
            .maybe(
                "is_del_cloud_disk",
                ShareOperations.flagIn,
                "true deletes all files; false (the default) keeps them aside."
            )
        ]),
        reply: .data([Field("remove_status", .oneOf([1, 2, 3]), "1 at work, 2 failed, 3 done.")]),
        codes: [.forbidden]
    )
}

/// Settings of the drive.
enum SettingsOperations {
    static let area = APIDescription.Area(
        name: "settings",
        meaning: "Where new folders go and what happens to those of a member who leaves.",
        operations: [settings, change]
    )

    private static let fields: [Field] = [
        Field("pool_name", .text(1, nil), "The pool of new personal folders and of the family folder."),
        Field("partition_name", .text(1, nil), "The partition for them."),
        Field(
            "is_auto_del",
            .flag,
            "Whether a leaving member's private folders are deleted; otherwise the owner gets them."
        ),
    ]

    private static let settings = OperationDescription("settings", "", reply: .data(fields))

    private static let change = OperationDescription(
        "changeSettings",
        "Replaces all three. The owner's.",
        body: .json([
            Field("pool_name", .text(1, nil), "The pool."),
            Field("partition_name", .text(1, nil), "The partition."),
            .maybe("is_auto_del", .anyOf([.flag, .bool]), "0 by default."),
        ]),
        reply: .empty,
        codes: [
            .forbidden, .settingFieldMissing, .settingsFailed, .poolNotFound,
            .partitionUnavailable,
        ]
    )
}
