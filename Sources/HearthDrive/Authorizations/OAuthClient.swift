/// A program that may ask for authorisation.
///
/// The table is fixed: there is nothing to register and nobody to impersonate that a redirect address does not bind.
/// All are public clients (RFC 6749, section 2.1): what is shipped to everybody holds no secret.
package struct OAuthClient: Sendable, Hashable {
    /// Where a client may have its answers sent.
    package enum Redirects: Sendable, Hashable {
        /// The loopback interface of the person's own machine, any port (RFC 8252, section 7.3).
        case loopback
        /// One address, compared byte for byte.
        case exactly(String)
    }

    /// `client_id`.
    package let id: String
    /// What it is called, for people; the same in every language.
    package let name: String
    /// Where its answers may go.
    package let redirects: Redirects

    /// The command line.
    package static let commandLine = OAuthClient(id: "hearth-cli", name: "Hearth CLI", redirects: .loopback)
    /// The app for phones and tablets.
    package static let phone = OAuthClient(
        id: "hearth-ios",
        name: "Hearth for iOS",
        redirects: .exactly("hearth://oauth")
    )

    /// All there are.
    package static let all = [commandLine, phone]

    /// The client of an id.
    package static func named(_ id: String) -> OAuthClient? {
        // By bytes: Swift's strings are equal in more ways than identifiers are.
        all.first { $0.id.utf8.elementsEqual(id.utf8) }
    }

    /// What the list of sessions and the page of consent call an instance of it.
    ///
    /// - Parameter text: what it calls itself, untrusted; nil or nothing to see for its own name.
    /// - Returns: at most 64 characters without anything that turns, breaks or hides the text around it.
    package func shownName(_ text: String?) -> String {
        let kept = (text ?? "").unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate:
                false
            default: true
            }
        }
        let words = String(String.UnicodeScalarView(kept.prefix(Self.longestName)))
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return VisibleName.isOne(words) ? words : name
    }

    /// In scalars, so that combining marks count too.
    private static let longestName = 64
}
