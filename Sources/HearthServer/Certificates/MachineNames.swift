import CLinux
import Glibc
import HearthCrypto

/// What other devices at home may call this machine.
package struct MachineNames: Sendable, Hashable {
    /// The host name in lower case, as it is set; may hold dots; empty when it is no host name.
    package var host: String
    /// Addresses on networks, without loopback and link-local ones: network order, 4 or 16 bytes each, those of the
    /// way to the Internet first, those of bridges for containers and virtual machines last.
    package var addresses: [[UInt8]]

    /// Takes the parts as they are.
    package init(host: String, addresses: [[UInt8]]) {
        self.host = host
        self.addresses = addresses
    }

    /// Asks the system.
    package static func current() -> MachineNames {
        MachineNames(host: hostName(), addresses: networkAddresses())
    }

    /// The name under which mDNS knows the machine; nil when it has no usable name.
    package var local: String? { host.split(separator: ".").first.map { "\($0).local" } }

    /// Whether the kernel speaks IPv6, so that `::` can be listened on.
    package static var hasIPv6: Bool { access("/proc/net/if_inet6", F_OK) == 0 }

    // MARK: The system

    private static func hostName() -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .lowercased()
        return CertificateNames.isHost(name) ? name : ""
    }

    private static func networkAddresses() -> [[UInt8]] {
        let gateway = gatewayInterfaces()
        func rank(_ interface: String) -> Int {
            if gateway.contains(interface) { return 0 }
            let isVirtual = ["docker", "br-", "veth", "virbr", "cni", "podman", "lxc"].contains {
                interface.hasPrefix($0)
            }
            return isVirtual ? 2 : 1
        }
        let found = addresses4() + addresses6()
        // Sorting by number alone would mix the families; the place breaks ties.
        return found.enumerated().sorted { a, b in
            (rank(a.element.interface), a.offset) < (rank(b.element.interface), b.offset)
        }.map(\.element.address)
    }

    private typealias Found = (interface: String, address: [UInt8])

    private static func addresses4() -> [Found] {
        var found: [Found] = []
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return found }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
                entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, entry.ifa_flags & UInt32(IFF_UP) != 0
            else { continue }
            let bits = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
            }
            let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
            // 169.254.0.0/16: what a machine gives itself when nobody else does.
            if bytes[0] == 169, bytes[1] == 254 { continue }
            found.append((String(cString: entry.ifa_name), bytes))
        }
        return found
    }

    /// From the kernel's table rather than `getifaddrs`, for its flags: addresses that serve privacy change daily.
    private static func addresses6() -> [Found] {
        // proc(5), /proc/net/if_inet6: address, interface number, prefix length, scope, flags, name.
        lines(of: "/proc/net/if_inet6").compactMap { fields in
            // linux/if_addr.h: temporary 0x01, failed 0x08, deprecated 0x20, tentative 0x40.
            guard fields.count == 6, fields[3] == "00", let flags = UInt8(fields[4], radix: 16),
                flags & 0x69 == 0, let bytes = Hex.decode(fields[0]), bytes.count == 16
            else { return nil }
            return (String(fields[5]), bytes)
        }
    }

    private static func gatewayInterfaces() -> Set<String> {
        // proc(5), /proc/net/route: interface, destination, gateway and more; the default's destination is 0.
        Set(lines(of: "/proc/net/route").filter { $0.count > 2 && $0[1] == "00000000" }.map { String($0[0]) })
    }

    private static func lines(of path: String) -> [[Substring]] {
        let bytes = (try? OperatorFiles.read(path, limit: 1 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            line.split { $0 == " " || $0 == "\t" }
        }
    }
}
