/// One pattern of a ``NameFilter``.
struct NamePattern: Sendable {
    private enum Token: Sendable {
        case scalar(Unicode.Scalar)
        /// One, not `/`.
        case one
        /// Any number, no `/`.
        case star
        /// Any number.
        case deepStar
        case set(ranges: [ClosedRange<UInt32>], isNegated: Bool)
    }

    /// One list for each choice of the alternatives.
    private let variants: [[Token]]
    private let isAnchored: Bool
    private let isFolder: Bool

    init(_ text: String) throws(CommandError) {
        var text = text[...]
        isAnchored = text.hasPrefix("/")
        if isAnchored { text = text.dropFirst() }
        isFolder = text.hasSuffix("/")
        if isFolder { text = text.dropLast() }
        guard !text.isEmpty else { throw Self.fault(String(text), Phrase("是空的", "it is empty")) }
        var variants: [[Token]] = []
        for choice in try Self.expanded(Array(text.unicodeScalars)) {
            variants.append(try Self.tokens(choice))
        }
        self.variants = variants
    }

    /// Whether a path fits, or for patterns of folders any folder above it.
    func fits(_ path: String, isFolder: Bool) -> Bool {
        let scalars = Array(path.unicodeScalars)
        if self.isFolder {
            // A folder's pattern fits the folder and all that is in it.
            var ends = scalars.indices.filter { scalars[$0] == "/" }
            if isFolder { ends.append(scalars.count) }
            return ends.contains { matches(scalars[..<$0]) }
        }
        if matches(scalars[...]) { return true }
        // `dir/**` is a whole folder too: its walk may be left out.
        return isFolder && matches((scalars + ["/", "\u{1}"])[...])
            && matches((scalars + ["/", "\u{2}", "/", "\u{1}"])[...])
    }

    private func matches(_ path: ArraySlice<Unicode.Scalar>) -> Bool {
        variants.contains { tokens in
            if Self.matches(tokens, path) { return true }
            guard !isAnchored else { return false }
            return path.indices.contains { path[$0] == "/" && Self.matches(tokens, path[($0 + 1)...]) }
        }
    }

    /// Each column of the usual table of states at a time: no pattern takes more than length times length.
    private static func matches(_ tokens: [Token], _ text: ArraySlice<Unicode.Scalar>) -> Bool {
        var states = [Bool](repeating: false, count: tokens.count + 1)
        states[0] = true
        func close(_ states: inout [Bool]) {
            for (index, token) in tokens.enumerated() where states[index] {
                switch token {
                case .star, .deepStar: states[index + 1] = true
                default: break
                }
            }
        }
        close(&states)
        for scalar in text {
            var next = [Bool](repeating: false, count: tokens.count + 1)
            for (index, token) in tokens.enumerated() where states[index] {
                switch token {
                case .scalar(let wanted): next[index + 1] = next[index + 1] || scalar == wanted
                case .one: next[index + 1] = next[index + 1] || scalar != "/"
                case .star: next[index] = next[index] || scalar != "/"
                case .deepStar: next[index] = true
                case .set(let ranges, let isNegated):
                    let isIn = ranges.contains { $0.contains(scalar.value) }
                    next[index + 1] = next[index + 1] || (scalar != "/" && isIn != isNegated)
                }
            }
            close(&next)
            states = next
        }
        return states[tokens.count]
    }

    // MARK: Reading

    private static func tokens(_ text: [Unicode.Scalar]) throws(CommandError) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        while index < text.count {
            defer { index += 1 }
            switch text[index] {
            case "\\" where index + 1 < text.count:
                index += 1
                tokens.append(.scalar(text[index]))
            case "?": tokens.append(.one)
            case "*":
                if index + 1 < text.count, text[index + 1] == "*" {
                    index += 1
                    tokens.append(.deepStar)
                } else {
                    tokens.append(.star)
                }
            case "[":
                let (token, end) = try set(text, from: index + 1)
                tokens.append(token)
                index = end
            case let scalar: tokens.append(.scalar(scalar))
            }
        }
        return tokens
    }

    private static func set(_ text: [Unicode.Scalar], from start: Int) throws(CommandError) -> (Token, Int) {
        var index = start
        let isNegated = index < text.count && (text[index] == "!" || text[index] == "^")
        if isNegated { index += 1 }
        var ranges: [ClosedRange<UInt32>] = []
        let first = index
        while index < text.count, text[index] != "]" || index == first {
            if text[index] == "\\", index + 1 < text.count { index += 1 }
            let low = text[index].value
            if index + 2 < text.count, text[index + 1] == "-", text[index + 2] != "]" {
                let high = text[index + 2].value
                guard low <= high else {
                    throw fault(string(text), Phrase("范围颠倒了", "a range goes backwards"))
                }
                ranges.append(low...high)
                index += 3
            } else {
                ranges.append(low...low)
                index += 1
            }
        }
        guard index < text.count else { throw fault(string(text), Phrase("缺少 ]", "a ] is missing")) }
        return (.set(ranges: ranges, isNegated: isNegated), index)
    }

    /// Every choice of `{a,b}`; they may stand in each other.
    private static func expanded(_ text: [Unicode.Scalar]) throws(CommandError) -> [[Unicode.Scalar]] {
        var index = 0
        while index < text.count {
            if text[index] == "\\" {
                index += 2
                continue
            }
            guard text[index] == "{" else {
                index += 1
                continue
            }
            var depth = 0
            var parts: [[Unicode.Scalar]] = [[]]
            var end = index
            while end < text.count {
                let scalar = text[end]
                if scalar == "\\", end + 1 < text.count {
                    parts[parts.count - 1] += [scalar, text[end + 1]]
                    end += 2
                    continue
                }
                if scalar == "{" { depth += 1 }
                if scalar == "}" { depth -= 1 }
                if depth == 0 { break }
                if scalar == ",", depth == 1 {
                    parts.append([])
                } else if end > index {
                    parts[parts.count - 1].append(scalar)
                }
                end += 1
            }
            guard end < text.count else { throw fault(string(text), Phrase("缺少 }", "a } is missing")) }
            var choices: [[Unicode.Scalar]] = []
            for part in parts {
                choices += try expanded(Array(text[..<index]) + part + Array(text[(end + 1)...]))
            }
            guard choices.count <= 1_000 else {
                throw fault(string(text), Phrase("选择太多", "it has too many alternatives"))
            }
            return choices
        }
        return [text]
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    private static func fault(_ pattern: String, _ what: Phrase) -> CommandError {
        CommandError(
            .usage,
            "模式“\(pattern)”有误：\(what.chinese)",
            "the pattern '\(pattern)' is not valid: \(what.english)"
        )
    }
}
