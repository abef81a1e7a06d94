/// Another web app's origin to which the web app may hand a scope token (wangpan-api, 13.5).
package enum CallbackOrigin {
    /// Whether a text is an origin in the spelling of browsers (RFC 6454, section 6.2): scheme, host in lower case, a port
    /// only where it is not the scheme's own, and nothing behind it.
    package static func isValid(_ text: String) -> Bool {
        for (scheme, usual) in [("http://", "80"), ("https://", "443")] where text.hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            if rest.hasPrefix("[") {
                guard let end = rest.firstIndex(of: "]"),
                    rest[..<end].dropFirst().utf8.allSatisfy(isHexOrColon)
                else { return false }
                return isPort(rest[rest.index(after: end)...], except: usual)
            }
            let host = rest.prefix { $0 != ":" }
            guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(isHostByte), host.first != ".",
                host.first != "-"
            else { return false }
            return isPort(rest.dropFirst(host.count), except: usual)
        }
        return false
    }

    private static func isPort(_ text: Substring, except usual: String) -> Bool {
        if text.isEmpty { return true }
        let digits = text.dropFirst()
        guard text.first == ":", (1...5).contains(digits.utf8.count), digits.first != "0", digits != usual,
            digits.utf8.allSatisfy(isDigit), let port = Int(digits)
        else { return false }
        return (1...65_535).contains(port)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isHexOrColon(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) || byte == UInt8(ascii: ":")
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || ".-_".utf8.contains(byte)
    }
}
