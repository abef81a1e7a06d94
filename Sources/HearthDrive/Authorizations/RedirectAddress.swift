/// A checked `redirect_uri`: nothing else is ever redirected to.
///
/// Compared byte for byte, never parsed and rebuilt (RFC 9700, section 2.1); only the port of a loopback address is
/// the client's choice (RFC 8252, section 7.3).
package struct RedirectAddress: Sendable, Hashable {
    private static let longest = 512
    private static let hosts = ["127.0.0.1", "[::1]"]

    /// The address as it was sent: ASCII, without query and fragment.
    package let text: String
    /// What a page's `form-action` has to allow, so that a browser follows from it to the address.
    package let formSource: String
    /// Where answers go, for people: the machine's own address with its port, or the scheme.
    package let place: String

    /// - Throws: `invalid_request` for anything but an address of that client. The answer must not be a redirect.
    package init(_ text: String, of client: OAuthClient) throws(OAuthError) {
        switch client.redirects {
        case .exactly(let address):
            guard text.utf8.elementsEqual(address.utf8), let colon = address.firstIndex(of: ":") else {
                throw Self.refused
            }
            formSource = String(address[...colon])
            place = formSource
        case .loopback:
            guard let (host, port) = Self.loopback(text) else { throw Self.refused }
            // The grammar of CSP has no IPv6 addresses: browsers that hold redirects against `form-action` would stop at
            // an exact source (CSP level 3, 2.3.1), so that the scheme has to do.
            formSource = host.hasPrefix("[") ? "http:" : "http://\(host):\(port)"
            place = "\(host):\(port)"
        }
        self.text = text
    }

    /// The address with an answer in its query.
    package func with(_ parameters: [(name: String, value: String)]) -> String {
        text + "?" + parameters.map { "\($0.name)=\(PercentEncoded.text($0.value))" }.joined(separator: "&")
    }

    private static let refused = OAuthError(.invalidRequest, "redirect_uri is not one of this client.")

    /// Host and port of `http://HOST:PORT/path`, in exactly that form.
    private static func loopback(_ text: String) -> (host: String, port: Int)? {
        guard text.utf8.count <= longest, text.utf8.allSatisfy(isPlain) else { return nil }
        for host in hosts where text.hasPrefix("http://\(host):") {
            let rest = text.dropFirst("http://\(host):".count)
            let digits = rest.prefix { $0 != "/" }
            guard (1...5).contains(digits.utf8.count), digits.first != "0", digits.allSatisfy(\.isNumber),
                let port = Int(digits), (1...65_535).contains(port), rest.dropFirst(digits.count).first == "/"
            else { return nil }
            return (host, port)
        }
        return nil
    }

    /// Unreserved characters (RFC 3986, section 2.3) and what the form needs: no `%`, `?`, `#`, `@` or backslash.
    private static func isPlain(_ byte: UInt8) -> Bool {
        PercentEncoded.isUnreserved(byte) || ":/[]".utf8.contains(byte)
    }
}
