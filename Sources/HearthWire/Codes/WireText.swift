/// One code's text in both languages.
struct WireText: Sendable {
    private let chinese: String
    private let english: String
    /// The forms that name an argument, with `{}` in its place.
    private let naming: (chinese: String, english: String)?

    init(_ chinese: String, _ english: String) {
        self.chinese = chinese
        self.english = english
        naming = nil
    }

    init(_ chinese: String, _ english: String, naming chineseNaming: String, _ englishNaming: String) {
        self.chinese = chinese
        self.english = english
        naming = (chineseNaming, englishNaming)
    }

    func formatted(_ language: WireLanguage, argument: String?) -> String {
        guard let argument, let naming else { return language == .chinese ? chinese : english }
        let form = language == .chinese ? naming.chinese : naming.english
        let words = language == .chinese ? Self.phrases[argument] ?? argument : argument
        let parts = form.split(separator: "{}", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.joined(separator: words)
    }

    /// Arguments that are words for people, in Chinese; any other argument is a name or a number and stays.
    private static let phrases = ["use folder management": "请使用文件夹管理"]

    static let table: [Int: WireText] = [general, resources, folders, storage, service]
        .reduce(into: [:]) { table, part in
            table.merge(part) { _, _ in preconditionFailure("a code has two texts") }
        }
}
