/// What a server's certificate vouches for.
package struct CertificateNames: Sendable, Hashable {
    /// Host names in lower case, without a dot at the end, in the order of the certificate.
    package var hosts: [String]
    /// Addresses in network order, 4 or 16 bytes each.
    package var addresses: [[UInt8]]

    /// Takes the parts as they are.
    package init(hosts: [String] = [], addresses: [[UInt8]] = []) {
        self.hosts = hosts
        self.addresses = addresses
    }

    /// Whether everything in `other` is in this as well, in whatever order.
    package func covers(_ other: CertificateNames) -> Bool {
        Set(hosts).isSuperset(of: other.hosts) && Set(addresses).isSuperset(of: other.addresses)
    }

    /// Whether a text can stand in a certificate as a host name: labels of letters, digits and inner hyphens
    /// (RFC 1123, 2.1), at most 253 characters, not an address.
    package static func isHost(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...253).contains(text.utf8.count) else { return false }
        let isNumeric = labels.last?.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isNumeric == false
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
                    && label.last != UInt8(ascii: "-") && label.allSatisfy(isPartOfLabel)
            }
    }

    /// Whether a host lies in one of the subtrees of a certificate's name constraints (RFC 5280, 4.2.1.10).
    package static func isHost(_ host: String, within subtrees: [String]) -> Bool {
        subtrees.contains { host == $0 || host.hasSuffix("." + $0) }
    }

    private static func isPartOfLabel(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The text form that OpenSSL reads, `DNS:…,IP:…`; parts that could be anything else are left out.
    var configuration: String {
        (hosts.filter(Self.isHost).map { "DNS:\($0)" } + addresses.compactMap(Self.text).map { "IP:\($0)" })
            .joined(separator: ",")
    }

    /// Dotted, or as RFC 5952 writes an IPv6 address; nil for another number of bytes.
    package static func text(_ address: [UInt8]) -> String? {
        switch address.count {
        case 4: address.map { String($0) }.joined(separator: ".")
        case 16:
            text(
                groups: stride(from: 0, to: 16, by: 2).map { index in
                    UInt16(address[index]) << 8 | UInt16(address[index + 1])
                }
            )
        default: nil
        }
    }

    /// The first of the longest runs of zeros, from two on, becomes `::`.
    private static func text(groups: [UInt16]) -> String {
        var longest = 0..<0
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(1, longest.count) { longest = start..<end }
            start = max(end, start + 1)
        }
        func hex(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        if longest.isEmpty { return hex(groups[...]) }
        return hex(groups[..<longest.lowerBound]) + "::" + hex(groups[longest.upperBound...])
    }
}
