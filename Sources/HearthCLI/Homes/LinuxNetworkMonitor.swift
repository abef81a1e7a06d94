import Dispatch
import Glibc
package import HearthClient
import Synchronization

/// How this computer is connected, as the kernel tells it over netlink (rtnetlink(7)).
///
/// Whether a network costs money only NetworkManager and its like know; nobody is asked, and none counts as expensive.
package final class LinuxNetworkMonitor: NetworkMonitor {
    /// What a change is seen by.
    struct Facts: Hashable {
        /// Addresses of this computer that lead anywhere, with their interfaces' names in front.
        var addresses: Set<String> = []
        /// The kind of the best interface.
        var kind = NetworkPath.Kind.unknown
    }

    /// Links, addresses and routes (linux/rtnetlink.h: RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV4_ROUTE,
    /// RTMGRP_IPV6_IFADDR, RTMGRP_IPV6_ROUTE).
    private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
    /// Seconds after the first message of a change: the others are about to come.
    private static let settling = 1.0

    private let said: ManualNetworkMonitor
    /// Unsafe only in name: a source may be cancelled on any thread, and nothing else is done with it.
    nonisolated(unsafe) private let source: (any DispatchSourceRead)?

    /// Begins to watch; where the kernel does not tell, nothing ever changes.
    package init() {
        let first = Self.facts()
        let said = ManualNetworkMonitor(Self.path(first, before: nil))
        self.said = said
        guard let descriptor = Self.open() else {
            source = nil
            return
        }
        let queue = DispatchQueue(label: "hearth.network")
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let known = Known(first)
        source.setEventHandler {
            var piece = [UInt8](repeating: 0, count: 16 << 10)
            while recv(descriptor, &piece, piece.count, 0) > 0 {}
            guard known.begins() else { return }
            queue.asyncAfter(deadline: .now() + Self.settling) {
                if let path = known.change(to: Self.facts()) { said.set(path) }
            }
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        self.source = source
    }

    deinit { source?.cancel() }

    /// How it is connected now.
    package var path: NetworkPath { said.path }

    /// Every change from now on.
    package func changes() -> AsyncStream<NetworkPath> { said.changes() }

    /// What was seen last, on the queue of the messages.
    private final class Known: Sendable {
        private let last: Mutex<Facts>
        private let isWaiting = Mutex(false)

        init(_ facts: Facts) { last = Mutex(facts) }

        /// Whether nobody is waiting for the rest of a change yet.
        func begins() -> Bool {
            isWaiting.withLock { waiting in
                defer { waiting = true }
                return !waiting
            }
        }

        /// The new path; nil when nothing has changed that matters.
        func change(to facts: Facts) -> NetworkPath? {
            isWaiting.withLock { $0 = false }
            return last.withLock { last in
                guard facts != last else { return nil }
                defer { last = facts }
                return LinuxNetworkMonitor.path(facts, before: last)
            }
        }
    }

    /// A computer that never had a network may serve itself, and is not without one.
    static func path(_ facts: Facts, before: Facts?) -> NetworkPath {
        if facts.addresses.isEmpty { return before == nil ? .unknown : .none }
        return NetworkPath(kind: facts.kind)
    }

    private static func open() -> Int32? {
        let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_NETLINK, kind, 0)
        guard descriptor >= 0 else { return nil }
        // struct sockaddr_nl: family, padding, port (the kernel gives one), groups.
        var address: (UInt16, UInt16, UInt32, UInt32) = (UInt16(AF_NETLINK), 0, 0, groups)
        let size = socklen_t(MemoryLayout.size(ofValue: address))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Looks at the interfaces; blocks for a moment.
    static func facts() -> Facts {
        var facts = Facts()
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return facts }
        defer { freeifaddrs(list) }
        var next = list
        var kinds: Set<NetworkPath.Kind> = []
        while let entry = next?.pointee {
            next = entry.ifa_next
            let flags = entry.ifa_flags
            guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_RUNNING) != 0,
                flags & UInt32(IFF_LOOPBACK) == 0, let address = entry.ifa_addr,
                let text = text(of: address)
            else { continue }
            let name = String(cString: entry.ifa_name)
            facts.addresses.insert("\(name) \(text)")
            kinds.insert(kind(of: name))
        }
        facts.kind = [.wired, .wifi, .cellular].first { kinds.contains($0) } ?? .unknown
        return facts
    }

    /// An address that leads beyond its own link; nil for others.
    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        let family = Int32(address.pointee.sa_family)
        guard family == AF_INET || family == AF_INET6 else { return nil }
        let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(address, socklen_t(size), &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        let text = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.hasPrefix("fe80:") || text.hasPrefix("169.254.") ? nil : text
    }

    private static func kind(of name: String) -> NetworkPath.Kind {
        if access("/sys/class/net/\(name)/wireless", F_OK) == 0 { return .wifi }
        if name.hasPrefix("ww") || name.hasPrefix("ppp") { return .cellular }
        return name.hasPrefix("e") ? .wired : .unknown
    }
}
