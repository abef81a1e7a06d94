import HearthTOML
package import HearthArguments

/// Every command of the server's side, as the command line and its help know it.
package enum CommandTable {
    /// The program.
    package static let root = CommandSpec(
        name: "hearth",
        summary: "A family's own cloud drive.",
        discussion: """
            Everything that a drive keeps lies in one data directory: --data DIR, else $HEARTH_SERVER_DATA, \
            else /var/lib/hearth for root and services, else hearth below $XDG_DATA_HOME or ~/.local/share.

            Exit codes: 0 done, 1 failed, 2 not understood.
            """,
        subcommands: [
            serve, setup, TLSCommand.spec(data: data), user, FolderCommand.spec(data: data),
            PoolCommand.spec(data: data),
            VaultCommand.spec(data: data, passwordFile: passwordFile), backup, restore, version,
        ]
    )

    private static let data = OptionSpec("data", value: "DIR", help: "The data directory.")

    private static let passwordFile = OptionSpec(
        "password-file",
        value: "FILE",
        help: "Holds the password; a newline at its end is not part of it. - is standard input."
    )

    private static let nickname = OptionSpec(
        "nickname",
        value: "NAME",
        help: "The name that others see; the account's name when left out."
    )

    private static let serve = CommandSpec(
        name: "serve",
        summary: "Run the server until SIGTERM or SIGINT.",
        discussion: """
            Prints one line with the address once it is ready, and a second one with a one-time link while there is \
            no owner. Log lines are JSON on standard error. SIGHUP reads the certificate again and reopens the log file.

            Every option below can stand in DIR/config.toml, which the first start writes with all defaults, and in a \
            variable: --limits-connections is limits.connections there and HEARTH_SERVER_LIMITS_CONNECTIONS. Options \
            come before variables, those before the file. Names without SERVER_, as they were before, still work.
            """,
        options: [
            data,
            OptionSpec(
                "lan",
                help:
                    "Listen on every address with this home's own certificate, which is made when it is missing, and print "
                    + "the addresses. Of --listen only the port counts. The link for the owner's set-up is shown as a QR code."
            ),
            qr,
        ]
            + ConfigurationKey.all.map { key in
                let standard = key.value(Configuration()).toml
                let hint = standard == "\"\"" || standard == "[]" ? "" : " Default: \(standard)"
                return OptionSpec(key.flag, value: key.placeholder, help: key.summary + "." + hint)
            }
    )

    private static let qr = OptionSpec("qr", help: "Show the QR code though the output is no terminal.")

    private static let setup = CommandSpec(
        name: "setup",
        summary: "Create the owner; for scripts, instead of the link that the server prints.",
        options: [
            data,
            OptionSpec(
                "link",
                help:
                    "Print a new link of a running server instead; it works once, for a day, and ends the one before."
            ),
            qr,
            OptionSpec("owner", value: "NAME", help: "The owner's account name. Required without --link."),
            passwordFile,
            nickname,
            OptionSpec("area", value: "NAME", help: "What the home is called; Home when left out."),
        ]
    )

    private static let user = CommandSpec(
        name: "user",
        summary: "Add, list and manage people; works beside a running server.",
        subcommands: [
            CommandSpec(
                name: "add",
                summary: "Add a member.",
                options: [data, passwordFile, nickname],
                arguments: [account]
            ),
            CommandSpec(name: "list", summary: "List the accounts.", options: [data]),
            CommandSpec(
                name: "edit",
                summary: "Give an account another name or nickname.",
                options: [
                    data,
                    OptionSpec("account-name", value: "NAME", help: "The new name for signing in."),
                    OptionSpec("nickname", value: "NAME", help: "The new name that others see."),
                ],
                arguments: [account]
            ),
            CommandSpec(
                name: "disable",
                summary: "Close an account: it is signed out everywhere and cannot sign in; files stay.",
                options: [data],
                arguments: [account]
            ),
            CommandSpec(
                name: "enable",
                summary: "Open a disabled account again.",
                options: [data],
                arguments: [account]
            ),
            CommandSpec(
                name: "remove",
                summary: "Remove a member.",
                discussion: """
                    The account cannot sign in from this moment on. What becomes of the personal folder and of private \
                    folders follows the drive's setting: they pass to the owner (usual), or they are deleted, which \
                    takes its time. Without a running server the folders are seen to when it starts next.
                    """,
                options: [data],
                arguments: [account]
            ),
            CommandSpec(
                name: "owner",
                summary: "Hand the ownership to a member; the present owner stays as a member.",
                options: [data],
                arguments: [account]
            ),
            CommandSpec(
                name: "passwd",
                summary: "Set a password and end the account's sessions; also for a locked-out owner.",
                options: [data, passwordFile],
                arguments: [account]
            ),
            CommandSpec(
                name: "invite",
                summary: "Print a link by which one person can make an account.",
                options: [
                    data,
                    OptionSpec(
                        "nickname",
                        value: "NAME",
                        help: "What the person is called, as a suggestion."
                    ),
                    OptionSpec(
                        "days",
                        value: "NUMBER",
                        help: "How long the link works, at most 30. Default: 7"
                    ),
                ]
            ),
        ]
    )

    private static let account = ArgumentSpec("NAME", help: "The account's name.")

    private static let backup = CommandSpec(
        name: "backup-db",
        summary: "Copy database and keys; works beside a running server.",
        discussion: """
            FILE becomes a directory with hearth.sqlite and keys/. It appears whole or not at all. It opens everything \
            that the drive protects: keep it as safe as the drive. People's files are not part of it.
            """,
        options: [data],
        arguments: [ArgumentSpec("FILE", help: "The new directory; must not exist.")]
    )

    private static let restore = CommandSpec(
        name: "restore",
        summary: "Put a backup's database and keys in place; the server must not run.",
        options: [
            data,
            OptionSpec("force", help: "Also over a drive that has an owner; the old one is kept beside it."),
        ],
        arguments: [ArgumentSpec("DIR", help: "What hearth backup-db made.")]
    )

    private static let version = CommandSpec(name: "version", summary: "Print the version.")
}
