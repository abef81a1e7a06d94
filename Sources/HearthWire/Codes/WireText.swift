/// One code's text in both languages.
struct WireText: Sendable {
    private let chinese: String
    private let english: String
    /// The forms that name an argument, with `{}` in its place.
    private let naming: (chinese: String, english: String)?
    /// Whole sentences instead, for arguments of ``WireDetail``.
    private let details: [String: (chinese: String, english: String)]

    init(_ chinese: String, _ english: String) {
        self.chinese = chinese
        self.english = english
        naming = nil
        details = [:]
    }

    init(
        _ chinese: String,
        _ english: String,
        naming chineseNaming: String,
        _ englishNaming: String,
        details: [String: (chinese: String, english: String)] = [:]
    ) {
        self.chinese = chinese
        self.english = english
        naming = (chineseNaming, englishNaming)
        self.details = details
    }

    func formatted(_ language: WireLanguage, argument: String?) -> String {
        guard let argument, let naming else { return language == .chinese ? chinese : english }
        if let detail = details[argument] { return language == .chinese ? detail.chinese : detail.english }
        let form = language == .chinese ? naming.chinese : naming.english
        let parts = form.split(separator: "{}", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.joined(separator: argument)
    }

    static let table: [Int: WireText] = [general, resources, folders, storage, service]
        .reduce(into: [:]) { table, part in
            table.merge(part) { _, _ in preconditionFailure("a code has two texts") }
        }
}
