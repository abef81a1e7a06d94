extension CommandSpec {
    /// A completion script for zsh, to be named `_hearth` in a directory of `$fpath`.
    package var zshCompletion: String {
        let nodes = CommandNode.all(of: self)
        let functions = nodes.map { Self.zshFunction($0, program: name) }.joined(separator: "\n")
        return """
            #compdef \(name)
            # zsh completion for \(name), printed by '\(name) completion zsh'.
            # Put it as _\(name) into a directory of $fpath, before compinit runs.

            # Offers what the program knows of a kind, names with a description after a tab.
            _\(name)_dynamic() {
                local -a names slashed
                local line word
                for line in "${(@f)$(\(name) __complete --shell zsh $1 -- "${(Q)PREFIX}" 2>/dev/null)}"; do
                    word=${line%%$'\\t'*}
                    [[ -z $word ]] && continue
                    if [[ $word == */ ]]; then slashed+=("$word"); else names+=("$word"); fi
                done
                (( $#slashed )) && compadd -f -S '' -- $slashed
                (( $#names )) && compadd -f -- $names
            }

            # Offers local files too.
            _\(name)_both() {
                _files
                _\(name)_dynamic $1
            }

            \(functions)
            _\(name) "$@"

            """
    }

    private static func zshFunction(_ node: CommandNode, program: String) -> String {
        let function = "_" + node.path.joined(separator: "_").replacing("-", with: "_")
        var lines = ["\(function)() {"]
        var specs = node.options.flatMap { option in zshOption(option, program: program) }
        specs.append("'(-h --help)'{-h,--help}'[show help]'")
        if node.spec.listed.isEmpty {
            for place in node.places {
                let action = zshAction(place.completion, program: program)
                specs.append("'\(place.index == nil ? "*" : ":"):argument:\(action)'")
            }
            lines.append("    _arguments -s -S \\")
            lines.append(specs.map { "        \($0)" }.joined(separator: " \\\n"))
        } else {
            lines.append("    local curcontext=$curcontext state state_descr line")
            lines.append("    typeset -A opt_args")
            lines.append("    _arguments -C -s -S \\")
            lines.append(
                (specs + ["'1: :->command'", "'*:: :->rest'"]).map { "        \($0)" }.joined(
                    separator: " \\\n"
                )
            )
            lines.append("    case $state in")
            lines.append("        command)")
            lines.append("            local -a commands=(")
            for next in node.spec.listed {
                lines.append("                '\(next.name):\(zshQuoted(next.summary, colons: false))'")
            }
            lines.append("            )")
            lines.append("            _describe -t commands command commands")
            lines.append("            ;;")
            lines.append("        rest)")
            lines.append("            case $line[1] in")
            for next in node.spec.listed {
                let pattern = ([next.name] + next.aliases).joined(separator: "|")
                lines.append(
                    "                \(pattern)) \(function)_\(next.name.replacing("-", with: "_")) ;;"
                )
            }
            lines.append("            esac")
            lines.append("            ;;")
            lines.append("    esac")
        }
        lines.append("}\n")
        return lines.joined(separator: "\n")
    }

    private static func zshOption(_ option: OptionSpec, program: String) -> [String] {
        let text = zshQuoted(option.help)
        let value =
            option.value.map { ":\(zshQuoted($0)):\(zshAction(option.completion, program: program))" } ?? ""
        let long = "--\(option.name)" + (option.value == nil ? "" : "=")
        guard let short = option.short else {
            return ["'\(option.isRepeatable ? "*" : "")\(long)[\(text)]\(value)'"]
        }
        let one = "-\(short)" + (option.value == nil ? "" : "+")
        let apart = option.isRepeatable ? "'*'" : "'(-\(short) --\(option.name))'"
        return ["\(apart){\(one),\(long)}'[\(text)]\(value)'"]
    }

    private static func zshAction(_ kind: CompletionKind, program: String) -> String {
        switch kind {
        case .none: " "
        case .file: "_files"
        case .directory: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .dynamic(let kind): "_\(program)_dynamic \(kind)"
        case .fileOrDynamic(let kind): "_\(program)_both \(kind)"
        }
    }

    /// Within single quotes, and within the brackets and colons of `_arguments`.
    private static func zshQuoted(_ text: String, colons: Bool = true) -> String {
        var result = ""
        for character in text {
            switch character {
            case "'": result += "'\\''"
            case "[", "]", "\\": result += "\\\(character)"
            case ":" where colons: result += "\\:"
            default: result.append(character)
            }
        }
        return result
    }
}
