/// The parameters of a request, as OAuth reads them (RFC 6749, section 3.1).
///
/// One without a value counts as left out, one that comes twice or is not UTF-8 as malformed, unknown ones as nothing.
package struct OAuthParameters: Sendable {
    private let pairs: [(name: [UInt8], value: [UInt8])]

    /// Decoded pairs, in the order in which they came.
    package init(_ pairs: [(name: [UInt8], value: [UInt8])]) { self.pairs = pairs }

    /// A value that may be left out.
    ///
    /// - Throws: `invalid_request` for one that is malformed.
    package func optional(_ name: StaticString) throws(OAuthError) -> String? {
        let found = pairs.filter { pair in
            name.withUTF8Buffer { pair.name.elementsEqual($0) } && !pair.value.isEmpty
        }
        guard let first = found.first else { return nil }
        guard found.count == 1, let text = String(validating: first.value, as: UTF8.self) else {
            throw OAuthError(.invalidRequest, "\(name) is repeated or not UTF-8.")
        }
        return text
    }

    /// A value that has to be there.
    ///
    /// - Throws: `invalid_request` otherwise.
    package func required(_ name: StaticString) throws(OAuthError) -> String {
        guard let text = try optional(name) else { throw OAuthError(.invalidRequest, "\(name) is missing.") }
        return text
    }
}
