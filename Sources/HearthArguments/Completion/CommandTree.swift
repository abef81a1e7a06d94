/// Every command that completions know, with its path.
struct CommandNode {
    /// The program's name first.
    let path: [String]
    let spec: CommandSpec
    /// Own options first, then those of the commands around it.
    let options: [OptionSpec]

    /// The command and all below it, depth first, without hidden ones.
    static func all(of root: CommandSpec) -> [CommandNode] {
        var found: [CommandNode] = []
        func visit(_ spec: CommandSpec, below path: [String], with outer: [OptionSpec]) {
            let node = CommandNode(path: path + [spec.name], spec: spec, options: spec.options + outer)
            found.append(node)
            for next in spec.listed { visit(next, below: node.path, with: node.options) }
        }
        visit(root, below: [], with: [])
        return found
    }

    /// What completes an argument by its place; the one without a place is for all further ones.
    var places: [(index: Int?, completion: CompletionKind)] {
        let arguments = spec.arguments
        guard let repeated = arguments.firstIndex(where: \.isRepeated) else {
            return arguments.enumerated().map { ($0.offset, $0.element.completion) }
        }
        let fixed = arguments[..<repeated].enumerated().map {
            (index: Int?($0.offset), completion: $0.element.completion)
        }
        guard repeated < arguments.count - 1 else { return fixed + [(nil, arguments[repeated].completion)] }
        // Nobody knows which one is the last: the first is of the repeated kind, all others may be either.
        return fixed + [(repeated, arguments[repeated].completion), (nil, either(arguments[repeated...]))]
    }

    private func either(_ arguments: ArraySlice<ArgumentSpec>) -> CompletionKind {
        var hasFiles = false
        var dynamic: String?
        for argument in arguments {
            switch argument.completion {
            case .file, .directory: hasFiles = true
            case .dynamic(let kind): dynamic = kind
            case .fileOrDynamic(let kind):
                hasFiles = true
                dynamic = kind
            case .none, .words: break
            }
        }
        if let dynamic { return hasFiles ? .fileOrDynamic(dynamic) : .dynamic(dynamic) }
        return hasFiles ? .file : .none
    }

    /// The words by which an option is given; a long one with a value ends in nothing.
    static func words(of option: OptionSpec) -> [String] {
        (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    }
}

extension CompletionKind {
    /// As the generated scripts pass it on: `file`, `dir`, `words a b`, `dyn KIND`, `both KIND`, or nothing.
    var token: String {
        switch self {
        case .none: ""
        case .file: "file"
        case .directory: "dir"
        case .words(let words): "words " + words.joined(separator: " ")
        case .dynamic(let kind): "dyn \(kind)"
        case .fileOrDynamic(let kind): "both \(kind)"
        }
    }
}
