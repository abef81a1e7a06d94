import HearthArguments

/// What help and manual say about the program as a whole.
enum ProgramTexts {
    /// Exit codes, variables and files.
    static let sections: [SectionSpec] = [
        SectionSpec(
            "Exit codes",
            ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }
        ),
        SectionSpec(
            "Environment",
            isInHelp: false,
            [
                (
                    "HEARTH_AREA",
                    "The home that is meant where a path names none: its alias, or the address of a server."
                ),
                ("HEARTH_TOKEN", "A token that stands for the kept one; never written anywhere."),
                ("HEARTH_LANG", "The language of messages: en or zh; else LC_ALL, LC_MESSAGES, LANG."),
                ("HEARTH_HOME", "One folder for all files of the client."),
                ("XDG_CONFIG_HOME, XDG_STATE_HOME", "Where the client's files are without HEARTH_HOME."),
                ("NO_COLOR", "Anything but empty: no colours."),
                ("SSL_CERT_FILE, SSL_CERT_DIR", "Roots that stand for the system's."),
                ("HEARTH_SERVER_*", "Settings of the server's side; see hearth-serve(1)."),
            ]
        ),
        SectionSpec(
            "Files",
            isInHelp: false,
            [
                ("~/.config/hearth/client.toml", "The homes; no secrets."),
                ("~/.local/state/hearth/transfers.sqlite", "The queue of transfers."),
                (
                    "~/.local/state/hearth/secrets.json",
                    "Tokens, mode 0600, where the desktop has no store of secrets. Never passwords of folders."
                ),
            ]
        ),
    ]
}
