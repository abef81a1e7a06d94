extension CommandSpec {
    /// A completion script for bash 4.1 and later; works with and without the package bash-completion.
    package var bashCompletion: String {
        let nodes = CommandNode.all(of: self)
        var cases = ""
        for node in nodes {
            let key = node.path.joined(separator: " ")
            let options = node.options.flatMap(CommandNode.words) + ["-h", "--help"]
            cases += "        '\(key)')\n"
            cases += "            commands='\(node.spec.listed.map(\.name).joined(separator: " "))'\n"
            cases += "            options='\(options.joined(separator: " "))'\n"
            let valued = node.options.filter { $0.value != nil }
            if !valued.isEmpty {
                cases += "            case $1 in\n"
                for option in valued {
                    let pattern = CommandNode.words(of: option).joined(separator: "|")
                    cases += "                \(pattern)) value='\(option.completion.token)' valued=1 ;;\n"
                }
                cases += "            esac\n"
            }
            let places = node.places.map { place in
                "\(place.index.map(String.init) ?? "*")) place='\(place.completion.token)' ;;"
            }
            if !places.isEmpty { cases += "            case $2 in \(places.joined(separator: " ")) esac\n" }
            cases += "            ;;\n"
        }
        var words = ""
        for node in nodes where !node.spec.listed.isEmpty {
            let parent = node.path.joined(separator: " ")
            for next in node.spec.listed {
                let patterns = ([next.name] + next.aliases).map { "'\(parent) \($0)'" }.joined(separator: "|")
                words += "        \(patterns)) command='\(parent) \(next.name)' ;;\n"
            }
        }
        return Self.bashFrame(program: name, steps: words, cases: cases)
    }

    private static func bashFrame(program: String, steps: String, cases: String) -> String {
        """
        # bash completion for \(program), printed by '\(program) completion bash'.
        # Put it where bash finds it: ~/.local/share/bash-completion/completions/\(program)

        # Sets command to the command one word further down, and fails where there is none.
        _\(program)_step() {
            case "$command $1" in
        \(steps)        *) return 1 ;;
            esac
        }

        # Sets commands, options, place (for the argument number $2), and value for the option $1.
        _\(program)_facts() {
            commands='' options='' place='' value='' valued=''
            case $command in
        \(cases)    esac
        }

        # Adds what fits the kind $1 and begins with $2.
        _\(program)_offer() {
            local kind=${1%% *} rest=${1#* } line
            case $kind in
                words) mapfile -t COMPREPLY < <(compgen -W "$rest" -- "$2") ;;
                dir) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$2") ;;
                file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$2") ;;
            esac
            case $kind in both) mapfile -t COMPREPLY < <(compgen -f -- "$2") ;; esac
            case $kind in
                both | dyn)
                    compopt -o filenames
                    while IFS= read -r line; do
                        COMPREPLY+=("${line%%$'\\t'*}")
                    done < <("${words[0]}" __complete --shell bash "$rest" -- "$2" 2>/dev/null)
                    ;;
            esac
        }

        _\(program)() {
            local words=() cword=0 cur command=\(program) commands options place value valued
            # The line is split at ':' and '=' too: put together what has no blank between.
            local i rest=$COMP_LINE word
            for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
                word=${COMP_WORDS[i]}
                if ((i > 0)) && [[ $rest == "$word"* && -n $word ]]; then
                    words[${#words[@]} - 1]+=$word
                else
                    words+=("$word")
                fi
                rest=${rest#"${rest%%[![:space:]]*}"}
                rest=${rest#"$word"}
                ((i == COMP_CWORD)) && cword=$((${#words[@]} - 1))
            done
            cur=${words[cword]}

            local count=0 wants='' open=1
            for ((i = 1; i < cword; i++)); do
                word=${words[i]}
                if [[ -n $wants ]]; then wants=''; continue; fi
                if [[ $open && $word == -- ]]; then open=''; continue; fi
                if [[ $open && $word == -?* ]]; then
                    _\(program)_facts "$word" 0
                    [[ $valued ]] && wants=$word
                    continue
                fi
                _\(program)_step "$word" || count=$((count + 1))
            done

            COMPREPLY=()
            if [[ -n $wants ]]; then
                _\(program)_facts "$wants" 0
                _\(program)_offer "$value" "$cur"
            elif [[ $open && $cur == --*=* ]]; then
                _\(program)_facts "${cur%%=*}" 0
                _\(program)_offer "$value" "${cur#*=}"
                cur=${cur#*=}
            elif [[ $open && $cur == -* ]]; then
                _\(program)_facts '' 0
                mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
            else
                _\(program)_facts '' "$count"
                if [[ -n $commands ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$cur")
                else
                    _\(program)_offer "$place" "$cur"
                fi
            fi

            # A name that ends in '/' goes on.
            ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == */ ]] && compopt -o nospace
            # What stands before the last ':' is on the line already.
            if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
                local before=${cur%"${cur##*:}"}
                for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$before"}; done
            fi
        } && complete -F _\(program) \(program)

        """
    }
}
