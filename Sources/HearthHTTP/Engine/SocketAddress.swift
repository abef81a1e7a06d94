import CLinux
import Glibc

/// An IPv4 or IPv6 address without port, IPv4 kept as `::ffff:a.b.c.d`.
struct SocketAddress: Hashable, Sendable {
    /// 16 bytes, network order, as two big-endian halves.
    let high: UInt64
    let low: UInt64

    /// Takes the address out of what `accept` or `getsockname` wrote.
    init?(_ storage: sockaddr_storage) {
        var storage = storage
        let family = Int32(storage.ss_family)
        if family == AF_INET {
            let address = withUnsafeBytes(of: &storage) { $0.load(as: sockaddr_in.self).sin_addr.s_addr }
            self.init(ipv4: UInt32(bigEndian: address))
        } else if family == AF_INET6 {
            self.init(withUnsafeBytes(of: &storage) { $0.load(as: sockaddr_in6.self).sin6_addr })
        } else {
            return nil
        }
    }

    /// Parses dotted IPv4 or IPv6 without brackets and scope.
    init?(text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(ipv4: UInt32(bigEndian: four.s_addr))
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(six)
        } else {
            return nil
        }
    }

    private init(ipv4: UInt32) {
        high = 0
        low = 0xFFFF_0000_0000 | UInt64(ipv4)
    }

    private init(_ address: in6_addr) {
        var address = address
        (high, low) = withUnsafeBytes(of: &address) {
            (
                UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// True for an IPv4 address.
    var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// True for 127.0.0.0/8 and ::1.
    var isLoopback: Bool { isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

    /// What connections are counted by: one IPv4 address, or one IPv6 network of 64 bits.
    var countingKey: SocketAddress { isIPv4 ? self : SocketAddress(network: high) }

    private init(network: UInt64) {
        high = network
        low = 0
    }

    /// The address as text, IPv4 dotted.
    var text: String {
        if isIPv4 { return "\(low >> 24 & 0xFF).\(low >> 16 & 0xFF).\(low >> 8 & 0xFF).\(low & 0xFF)" }
        var address = in6_addr()
        withUnsafeMutableBytes(of: &address) {
            $0.storeBytes(of: high.bigEndian, as: UInt64.self)
            $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil else { return "::" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A network of addresses, `10.0.0.0/8` or `fd00::/8`, or a single address.
package struct AddressRange: Hashable, Sendable {
    private let network: SocketAddress
    private let bits: Int

    /// Parses an address with an optional prefix length; nil when it is neither.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = SocketAddress(text: String(first)) else { return nil }
        let offset = address.isIPv4 ? 96 : 0
        var bits = 128
        if parts.count == 2 {
            guard let length = Int(parts[1]), length >= 0, length <= 128 - offset else { return nil }
            bits = length + offset
        }
        network = address
        self.bits = bits
    }

    /// True when the address lies in the range.
    func contains(_ address: SocketAddress) -> Bool {
        func differs(_ a: UInt64, _ b: UInt64, _ bits: Int) -> Bool {
            bits <= 0 ? false : (a ^ b) >> UInt64(64 - min(64, bits)) != 0
        }
        return !differs(address.high, network.high, bits) && !differs(address.low, network.low, bits - 64)
    }
}
