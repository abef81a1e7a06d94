import HearthArguments
import HearthClient
import HearthWire

/// `hearth logout`: ends sign-ins.
enum LogoutCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "logout",
            summary: "End the sign-in at a home and forget the home.",
            discussion:
                "A server that cannot be reached is told nothing: its token is forgotten all the same.",
            group: ClientCommands.Group.homes,
            options: [OptionSpec("all", help: "At every home.")],
            arguments: [
                ArgumentSpec(
                    "AREA",
                    isOptional: true,
                    completion: .dynamic("area"),
                    help: "The home; the current one when left out."
                )
            ]
        )
    ) { context in
        let homes = try context.homes
        let given = context.parsed.positional(0)
        var areas: [Area]
        if context.parsed.flag("all") {
            guard given == nil else {
                throw CommandError(.usage, "--all 与名称只能用一种", "give either a home or --all")
            }
            areas = try await homes.areas.areas
        } else {
            areas = [try await homes.area(given)]
        }
        var batch = Batch(context)
        for area in areas {
            try await batch.perform(area.alias) {
                do {
                    // What is forgotten below is what ends, and not the session of $HEARTH_TOKEN.
                    _ = try await homes.provider(for: area, isKept: true).request(SignOut())
                } catch {
                    let error = CommandError(any: error)
                    // Signed out already is what was wanted.
                    if error.exit == .interrupted { throw error }
                    if error.exit != .signInNeeded {
                        context.output.note(
                            Phrase(
                                "\(area.alias)：服务器未能得知：\(error.phrase.chinese)",
                                "\(area.alias): the server was not told: \(error.phrase.english)"
                            )
                        )
                    }
                }
                try await homes.areas.remove(area.id)
                context.done(
                    Phrase("已退出“\(area.alias)”", "Signed out of \(area.alias)."),
                    "signed_out",
                    .string(area.alias)
                )
            }
        }
        return batch.finish()
    }
}
