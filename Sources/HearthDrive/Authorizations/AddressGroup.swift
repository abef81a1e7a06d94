import Glibc

/// Addresses that count as one when requests of strangers are counted.
enum AddressGroup {
    /// The address itself, or of a public IPv6 address the network of 64 bits: a household has as many of those as it
    /// likes.
    static func of(_ address: String) -> String {
        var parsed = in6_addr()
        let plain = address.prefix { $0 != "%" }
        guard plain.contains(":"), inet_pton(AF_INET6, String(plain), &parsed) == 1 else { return address }
        let bytes = withUnsafeBytes(of: parsed) { Array($0.prefix(8)) }
        // In the house everybody has the same network: one member's mistakes are not to hold up the others.
        if bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80) { return address }
        return "net6:"
            + bytes.map { byte in
                let digits = String(byte, radix: 16)
                return digits.count < 2 ? "0" + digits : digits
            }.joined()
    }
}
