extension CommandSpec {
    /// One command out of two of the same name: the subcommands of both, and for those that both have the options of
    /// both.
    ///
    /// - Parameter other: its name counts where one is an alias of the other; what it says about itself does not.
    /// - Returns: this command with what only `other` has.
    package func merging(_ other: CommandSpec) -> CommandSpec {
        var rest = other.subcommands
        var merged: [CommandSpec] = []
        for own in subcommands {
            if let place = rest.firstIndex(where: { $0.answers(to: own.name) || own.answers(to: $0.name) }) {
                merged.append(own.merging(rest.remove(at: place)))
            } else {
                merged.append(own)
            }
        }
        let names = aliases + [other.name] + other.aliases
        let known = Set(options.map(\.name))
        return CommandSpec(
            name: name,
            aliases: names.filter { $0 != name }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            summary: summary,
            discussion: discussion,
            group: group,
            isHidden: isHidden,
            options: options + other.options.filter { !known.contains($0.name) },
            arguments: arguments.isEmpty ? other.arguments : arguments,
            subcommands: merged + rest,
            usual: usual,
            examples: examples + other.examples,
            sections: sections + other.sections
        )
    }

    /// The same command below another heading.
    package func grouped(_ group: String) -> CommandSpec {
        CommandSpec(
            name: name,
            aliases: aliases,
            summary: summary,
            discussion: discussion,
            group: group,
            isHidden: isHidden,
            options: options,
            arguments: arguments,
            subcommands: subcommands,
            usual: usual,
            examples: examples,
            sections: sections
        )
    }
}
