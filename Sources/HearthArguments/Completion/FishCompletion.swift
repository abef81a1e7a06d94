extension CommandSpec {
    /// A completion script for fish, to lie as `hearth.fish` in a directory of `$fish_complete_path`.
    package var fishCompletion: String {
        let nodes = CommandNode.all(of: self)
        var steps = ""
        for node in nodes {
            let parent = node.path.joined(separator: " ")
            for next in node.spec.listed {
                let patterns = ([next.name] + next.aliases).map { "'\(parent) \($0)'" }.joined(separator: " ")
                steps += "        case \(patterns)\n            echo '\(parent) \(next.name)'\n"
            }
        }
        let valued = Set(nodes.flatMap(\.options).filter { $0.value != nil }.flatMap(CommandNode.words))
        var lines: [String] = []
        for node in nodes { lines += fishLines(node) }
        return """
            # fish completion for \(name), printed by '\(name) completion fish'.
            # Put it as \(name).fish into ~/.config/fish/completions

            function __\(name)_step
                switch "$argv[1] $argv[2]"
            \(steps)        case '*'
                        return 1
                end
            end

            # Prints the command of the line and, after a tab, how many arguments it has so far.
            function __\(name)_place
                set -l command \(name)
                set -l count 0
                set -l wants 0
                set -l open 1
                for word in (commandline -opc)[2..-1]
                    if test $wants = 1
                        set wants 0
                    else if test $open = 1 -a "x$word" = x--
                        set open 0
                    else if test $open = 1; and string match -q -- '-?*' $word
                        contains -- $word \(valued.sorted().joined(separator: " ")); and set wants 1
                    else if set -l next (__\(name)_step $command $word)
                        set command $next
                    else
                        set count (math $count + 1)
                    end
                end
                printf '%s\\t%s\\n' $command $count
            end

            # Whether the line is at this command, and at this argument where one is given: 'n' or 'n+'.
            function __\(name)_at
                __\(name)_place | read -l -d \\t command count
                test "$command" = "$argv[1]"; or return 1
                test (count $argv) -gt 1; or return 0
                if string match -q -- '*+' $argv[2]
                    test $count -ge (string trim -r -c + -- $argv[2])
                else
                    test $count -eq $argv[2]
                end
            end

            function __\(name)_dynamic
                \(name) __complete --shell fish $argv[1] -- (commandline -ct) 2>/dev/null
            end

            complete -c \(name) -f
            \(lines.joined(separator: "\n"))

            """
    }

    private func fishLines(_ node: CommandNode) -> [String] {
        let command = node.path.joined(separator: " ")
        let at = "complete -c \(name) -n \"__\(name)_at '\(command)'\""
        var lines = node.spec.listed.map { "\(at) -a \($0.name) -d '\(Self.fishQuoted($0.summary))'" }
        for option in node.options {
            let short = option.short.map { " -s \($0)" } ?? ""
            let value = option.value == nil ? "" : " -x\(fishOffer(option.completion))"
            let files = option.completion == .file ? " -r -F" : value
            lines.append("\(at)\(short) -l \(option.name)\(files) -d '\(Self.fishQuoted(option.help))'")
        }
        lines.append("\(at) -s h -l help -d 'Show help'")
        let places = node.places
        for (number, place) in places.enumerated() where place.completion != .none {
            let index = place.index.map(String.init) ?? "\(number)+"
            let here = "complete -c \(name) -n \"__\(name)_at '\(command)' \(index)\""
            switch place.completion {
            case .file: lines.append("\(here) -F")
            case .fileOrDynamic: lines.append("\(here) -F\(fishOffer(place.completion))")
            default: lines.append("\(here)\(fishOffer(place.completion))")
            }
        }
        return lines
    }

    private func fishOffer(_ kind: CompletionKind) -> String {
        switch kind {
        case .none, .file: ""
        case .directory: " -a '(__fish_complete_directories)'"
        case .words(let words): " -a '\(Self.fishQuoted(words.joined(separator: " ")))'"
        case .dynamic(let kind), .fileOrDynamic(let kind): " -a '(__\(name)_dynamic \(kind))'"
        }
    }

    private static func fishQuoted(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }
}
