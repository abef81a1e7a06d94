package import HearthWire

/// Text for a person, in both languages.
package struct Phrase: Sendable, Hashable {
    /// Simplified Chinese.
    package var chinese: String
    /// English.
    package var english: String

    /// Takes both as they are.
    package init(_ chinese: String, _ english: String) {
        self.chinese = chinese
        self.english = english
    }

    /// The text of a language.
    package func text(_ language: WireLanguage) -> String {
        switch language {
        case .chinese: chinese
        case .english: english
        }
    }
}
