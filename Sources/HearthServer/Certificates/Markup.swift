/// Text inside HTML and XML.
enum Markup {
    /// Without anything that would begin an element or a reference, or end an attribute.
    static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: String(character)
            }
        }.joined()
    }
}
