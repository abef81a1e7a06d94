import HearthArguments
import HearthClient
import HearthWire

/// `hearth login`: signs in at a home and keeps it.
enum LoginCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "login",
            summary: "Sign in at a home and make it the current one.",
            discussion: """
                A server whose certificate the system vouches for is trusted. Any other shows the fingerprint of its key, \
                to be compared with the one that the server prints: on a terminal you are asked, elsewhere give \
                --fingerprint or --ca. The key is kept with the home; another one later is refused.

                Without --device and --browser the password of an account is asked for.
                """,
            group: ClientCommands.Group.homes,
            options: [
                OptionSpec("account", short: "a", value: "NAME", help: "The account's name."),
                CommonSpecs.passwordFile("the account's password"),
                OptionSpec(
                    "name",
                    value: "ALIAS",
                    help: "What the home is called in front of paths; its own name otherwise."
                ),
                OptionSpec(
                    "device",
                    group: "Other ways to sign in",
                    help: "On another device: shows a code to type there."
                ),
                OptionSpec(
                    "browser",
                    group: "Other ways to sign in",
                    help: "With a browser on this computer."
                ),
                OptionSpec(
                    "ca",
                    value: "FILE",
                    group: "Trust",
                    completion: .file,
                    help: "PEM file of the home's own authority."
                ),
                OptionSpec(
                    "fingerprint",
                    value: "SHA256",
                    group: "Trust",
                    help:
                        "Of the server's public key, in hex or as sha256//base64; turns the check of the chain off unless --ca is given."
                ),
            ],
            arguments: [
                ArgumentSpec("URL", help: "The server's address, such as https://192.168.1.10:8443.")
            ],
            examples: [
                ExampleSpec(
                    "hearth login https://nas.local --account mum",
                    "Asks for the password, and about the key at first."
                ),
                ExampleSpec("hearth login https://nas.local --device", "For computers without a browser."),
            ]
        ),
        done: { context in
            let address: ServerAddress
            do throws(SessionError) {
                address = try ServerAddress(context.argument(0))
            } catch {
                throw CommandError(error)
            }
            let ways = ["device", "browser"].filter { context.parsed.flag($0) }
            guard ways.count < 2 else {
                throw CommandError(
                    .usage,
                    "--device 和 --browser 只能用一种",
                    "--device and --browser exclude each other"
                )
            }
            let homes = try context.homes
            try await homes.prepare()
            let introduction = ServerIntroduction(context)
            let trust = try await introduction.trust(for: address)
            context.output.detail(introduction.words(for: trust, address))
            let way = SignInWay(
                context: context,
                transport: homes.transport,
                address: address,
                trust: trust,
                alias: context.parsed.value("name") ?? ""
            )
            let signedIn =
                switch ways.first {
                case "device": try await way.device()
                case "browser": try await way.browser()
                default: try await way.password()
                }
            let area: Area
            do {
                try await introduction.allow(replacingBy: signedIn.area)
                area = try await homes.areas.add(signedIn)
            } catch {
                // The session that was just made is nobody's, unless its token was kept all the same.
                let kept = try? await homes.areas.token(of: signedIn.area.id)
                if kept != signedIn.token { await homes.end(signedIn) }
                throw error
            }
            context.output.object { AreaCommand.write(area, isCurrent: true, to: &$0) }
            context.output.say(
                Phrase(
                    "已登录“\(area.alias)”（\(area.accountName)）",
                    "Signed in at \(area.alias) as \(area.accountName)."
                )
            )
        }
    )
}
