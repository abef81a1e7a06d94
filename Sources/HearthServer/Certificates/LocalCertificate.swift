import CLinux
import Glibc
package import HearthConcurrency
package import HearthCrypto
package import HearthHTTP

/// The certificate that a home makes for itself: an authority of its own, and what that vouches for.
///
/// Each lies with its key in one file, so that both are replaced in one step (docs/decisions/0025). All of it blocks
/// for short times, and none of it may run twice at once over one directory.
package struct LocalCertificate: Sendable {
    /// Seconds from a server certificate's first to its last; Apple's systems refuse more than 398 days.
    package static let span: Int64 = 397 * 86_400
    /// How long an authority lasts, in seconds: devices trust it by hand.
    package static let authoritySpan: Int64 = 3_652 * 86_400
    /// How many seconds before its end a certificate is renewed.
    package static let renewalMargin: Int64 = 30 * 86_400
    /// Host names at home, which an authority may always vouch for: mDNS, RFC 8375, and what routers give out.
    package static let homeSubtrees = ["localhost", "local", "home.arpa", "internal", "lan", "home"]

    /// The most addresses in a certificate.
    private static let mostAddresses = 64
    /// 2026: no clock that is right shows less.
    private static let leastTime: Int64 = 1_767_225_600

    private let data: DataDirectory
    private let clock: any WallClock
    private let machine: @Sendable () -> MachineNames

    /// Nothing is read or made yet.
    ///
    /// - Parameters:
    ///   - data: where the files are.
    ///   - clock: says when a certificate begins and is due.
    ///   - machine: says what this machine is called at present.
    package init(
        data: DataDirectory,
        clock: any WallClock = SystemClock(),
        machine: @escaping @Sendable () -> MachineNames = MachineNames.current
    ) {
        self.data = data
        self.clock = clock
        self.machine = machine
    }

    /// What is there.
    package struct State: Sendable {
        /// Who vouches.
        package var authority: Certificate
        /// What the server shows.
        package var server: Certificate
        /// Names that were wanted, and that the authority may not vouch for.
        package var leftOut: [String] = []
        /// What was done about it just now.
        package var change = Change.none
    }

    /// What became of a certificate.
    package enum Change: String, Sendable, Hashable {
        /// It stays.
        case none
        /// Authority, key and certificate are new.
        case made
        /// The certificate is new, for the old key.
        case renewed
    }

    /// Where the engine finds certificate and key.
    package var files: TLSConfiguration {
        TLSConfiguration(certificatePath: data.certificateFile, keyPath: data.certificateFile)
    }

    /// Whether there is one.
    package var exists: Bool { access(data.certificateFile, F_OK) == 0 }

    // MARK: What is asked for

    /// What is there, as it is.
    ///
    /// - Returns: nil when there is none.
    /// - Throws: `.files` when a file cannot be used.
    package func state() throws(ServiceError) -> State? {
        guard exists else { return nil }
        guard let authority = try pair(data.authorityFile), let server = try pair(data.certificateFile) else {
            throw damaged(data.authorityFile)
        }
        return State(authority: authority.certificate, server: server.certificate)
    }

    /// Makes what is missing and renews what is due.
    ///
    /// - Parameters:
    ///   - names: host names and addresses besides the machine's own, remembered for renewals; nil keeps those from
    ///     before.
    ///   - force: replaces everything, keys included: devices must trust it anew.
    /// - Returns: what is there afterwards.
    /// - Throws: `.usage` for a name that is none, `.refused` for one that the authority may not vouch for, `.files`.
    @discardableResult
    package func make(names: [String]? = nil, force: Bool = false) throws(ServiceError) -> State {
        var given: CertificateNames?
        if let names { given = try Self.given(names) }
        try data.prepareKeys()
        let known = force ? nil : try pair(data.authorityFile)
        if known == nil, clock.now < Self.leastTime {
            throw ServiceError(.refused, "this machine's clock is wrong; set it before a certificate is made")
        }
        let besides = if let given { given } else { try remembered() }
        let wanted = wanted(besides: besides)
        let authority: Pair
        if let known {
            authority = known
            let subtrees = known.certificate.permittedHosts
            // A name without dots is left out where it must be; NAME.local always fits.
            for name in given?.hosts ?? [] where name.contains(".") && !Self.mayVouch(subtrees, for: name) {
                throw ServiceError(
                    .refused,
                    "the certificate authority of this home may not vouch for \(name), only for names of homes and those it "
                        + "was made with; --force makes another, which every device must trust anew"
                )
            }
        } else {
            authority = try makeAuthority(for: wanted.hosts)
        }
        if let given { try remember(given) }
        var state = try issue(authority, wanted, force: force || known == nil, exactly: given != nil)
        if known == nil { state.change = .made }
        try publish(authority.certificate)
        return state
    }

    /// Renews what is due: before its end, and when the machine has names or addresses that are not in it.
    ///
    /// - Returns: what is there afterwards; nil when there is none, which stays so.
    /// - Throws: `.files`, with what was there before still there.
    package func renew() throws(ServiceError) -> State? {
        guard exists else { return nil }
        guard let authority = try pair(data.authorityFile) else { throw damaged(data.authorityFile) }
        return try issue(authority, wanted(besides: remembered()), force: false, exactly: false)
    }

    // MARK: Issuing

    private typealias Pair = (certificate: Certificate, key: CertificateKey)

    private func issue(
        _ authority: Pair,
        _ wanted: CertificateNames,
        force: Bool,
        exactly: Bool
    ) throws(ServiceError) -> State {
        let subtrees = authority.certificate.permittedHosts
        var names = wanted
        names.hosts = wanted.hosts.filter { Self.mayVouch(subtrees, for: $0) }
        let leftOut = wanted.hosts.filter { !names.hosts.contains($0) }
        let present = force ? nil : try pair(data.certificateFile)
        if let present, !isDue(present.certificate, authority.certificate, names, exactly: exactly) {
            return State(authority: authority.certificate, server: present.certificate, leftOut: leftOut)
        }
        let made = try crypto("cannot make a certificate") {
            () throws(CryptoError) -> (Certificate, [UInt8]) in
            let key = if let present { present.key } else { try CertificateKey.make() }
            let certificate = try CertificateMaker.server(
                key: key,
                commonName: String((names.hosts.first ?? "hearth").prefix(64)),
                names: names,
                authority: authority,
                now: clock.now,
                span: Self.span
            )
            return (certificate, try key.pem() + certificate.pem())
        }
        try OperatorFiles.write(made.1, to: data.certificateFile, mode: 0o600)
        return State(
            authority: authority.certificate,
            server: made.0,
            leftOut: leftOut,
            change: present == nil ? .made : .renewed
        )
    }

    private func isDue(
        _ server: Certificate,
        _ authority: Certificate,
        _ names: CertificateNames,
        exactly: Bool
    ) -> Bool {
        let now = clock.now
        let present = server.names
        if !present.covers(names) || exactly && !names.covers(present) { return true }
        if now < server.notBefore || !server.isIssued(by: authority) { return true }
        // Nothing is won by a certificate that ends with its authority when this one does already.
        let next = min(now + Self.span, authority.notAfter)
        return server.notAfter - now < Self.renewalMargin && next > server.notAfter + 86_400
    }

    private func makeAuthority(for hosts: [String]) throws(ServiceError) -> Pair {
        let subtrees = Self.homeSubtrees + hosts.filter { !Self.mayVouch(Self.homeSubtrees, for: $0) }
        let made = try crypto("cannot make a certificate authority") {
            () throws(CryptoError) -> (Pair, [UInt8]) in
            let key = try CertificateKey.make()
            // Part of the key in the name: two authorities of one name confuse the lists of devices.
            let mark = String(try key.fingerprint().hex.prefix(8))
            let home = machine().host.split(separator: ".").first.map { " \($0.prefix(40))" } ?? ""
            let certificate = try CertificateMaker.authority(
                key: key,
                commonName: "Hearth\(home) \(mark)",
                permittedHosts: subtrees,
                now: clock.now,
                lifetime: Self.authoritySpan
            )
            return ((certificate, key), try key.pem() + certificate.pem())
        }
        try OperatorFiles.write(made.1, to: data.authorityFile, mode: 0o600)
        return made.0
    }

    /// Puts the authority's certificate where everybody who may look into the directory can take it.
    private func publish(_ authority: Certificate) throws(ServiceError) {
        let bytes = try crypto("cannot write a certificate") { () throws(CryptoError) in try authority.pem() }
        if try OperatorFiles.read(data.authorityCertificate, limit: 1 << 20) == bytes { return }
        try OperatorFiles.write(bytes, to: data.authorityCertificate, mode: 0o644)
    }

    // MARK: Names

    /// The machine's own names first, then what was asked for.
    private func wanted(besides given: CertificateNames) -> CertificateNames {
        let machine = machine()
        var hosts = [machine.host, machine.local ?? "", "localhost"].filter { !$0.isEmpty }
        hosts += given.hosts.flatMap { $0.contains(".") ? [$0] : [$0, "\($0).local"] }
        let loopback: [[UInt8]] = [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]]
        let addresses = loopback + given.addresses + machine.addresses.prefix(Self.mostAddresses)
        return CertificateNames(hosts: Self.unique(hosts), addresses: Self.unique(addresses))
    }

    private static func unique<T: Hashable>(_ items: [T]) -> [T] {
        var seen = Set<T>()
        return items.filter { seen.insert($0).inserted }
    }

    private static func mayVouch(_ subtrees: [String], for host: String) -> Bool {
        subtrees.isEmpty || CertificateNames.isHost(host, within: subtrees)
    }

    /// Reads what was typed.
    private static func given(_ names: [String]) throws(ServiceError) -> CertificateNames {
        var given = CertificateNames()
        for name in names {
            let host = name.hasSuffix(".") ? name.dropLast().lowercased() : name.lowercased()
            if let address = address(name) {
                given.addresses.append(address)
            } else if CertificateNames.isHost(host) {
                given.hosts.append(host)
            } else {
                throw ServiceError(.usage, "\(name) is neither a host name nor an address")
            }
        }
        return given
    }

    private static func address(_ text: String) -> [UInt8]? {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        if inet_pton(AF_INET6, text, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
        return nil
    }

    private func remembered() throws(ServiceError) -> CertificateNames {
        let bytes = try OperatorFiles.read(data.certificateNames, limit: 1 << 20) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return (try? Self.given(lines)) ?? CertificateNames()
    }

    private func remember(_ names: CertificateNames) throws(ServiceError) {
        let lines = names.hosts + names.addresses.compactMap(CertificateNames.text)
        try OperatorFiles.write(
            Array(lines.map { "\($0)\n" }.joined().utf8),
            to: data.certificateNames,
            mode: 0o600
        )
    }

    // MARK: Files

    /// Certificate and key of one file; nil when it is not there.
    private func pair(_ path: String) throws(ServiceError) -> Pair? {
        guard let bytes = try OperatorFiles.read(path, limit: 1 << 20) else { return nil }
        guard let certificate = Certificate(pem: bytes), let key = CertificateKey(pem: bytes),
            certificate.matches(key)
        else { throw damaged(path) }
        return (certificate, key)
    }

    private func damaged(_ path: String) -> ServiceError {
        ServiceError(
            .files,
            "\(path) is missing or damaged; take it from a backup, or make all anew with hearth tls init --force"
        )
    }

    private func crypto<T>(
        _ attempt: String,
        _ work: () throws(CryptoError) -> T
    ) throws(ServiceError) -> T {
        do {
            return try work()
        } catch {
            throw ServiceError(.files, "\(attempt): \(error.message)")
        }
    }
}
