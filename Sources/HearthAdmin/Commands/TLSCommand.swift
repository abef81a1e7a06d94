import Glibc
import HearthArguments
import HearthCrypto
import HearthServer

/// `hearth tls …`: the certificate that a home makes for itself.
struct TLSCommand {
    let data: DataDirectory
    let console: Console
    /// The certificate that the configuration names, which comes first; empty for none.
    let configured: String
    /// Where people reach a server over this directory, ending with a slash; `/` when that is not known.
    let address: String
    /// What the configuration has a server listen on.
    let host: String

    static func spec(data: OptionSpec) -> CommandSpec {
        CommandSpec(
            name: "tls",
            summary: "Make and show a certificate for this home; works beside a running server.",
            subcommands: [
                CommandSpec(
                    name: "init",
                    summary: "Make what is missing, renew what is due.",
                    discussion: """
                        Makes a certificate authority for this home, and a certificate for the machine's names and addresses. A \
                        running server uses it at once, others when they start, unless tls.certificate is configured. \
                        Devices trust it after a visit to /trust on the server, clients of Hearth by comparing the key.

                        The server renews it by itself before it ends and when the machine's addresses change. The key stays.
                        """,
                    options: [
                        data,
                        OptionSpec(
                            "name",
                            value: "NAME",
                            isRepeatable: true,
                            help: "A further host name or address; replaces those given before."
                        ),
                        OptionSpec(
                            "force",
                            help: "Replace authority and key as well; every device must trust them anew."
                        ),
                    ]
                ),
                CommandSpec(
                    name: "show",
                    summary: "Print names, end and fingerprints.",
                    options: [data]
                ),
            ]
        )
    }

    /// `hearth tls init`.
    ///
    /// - Throws: `.refused` with the reason, `.usage` for a name that is none.
    func make(names: [String], force: Bool) throws {
        let names = names.isEmpty ? nil : names
        var isRunning = true
        let reply = try AdminCall(data: data).perform(.makeCertificate(names: names, force: force)) {
            isRunning = false
            let state = try LocalCertificate(data: data).make(names: names, force: force)
            return .told("\(state.change.rawValue) \(address)")
        }
        switch reply {
        case .refused(let text): throw ServiceError(.refused, text)
        case .done: break
        case .told(let text):
            let words = text.split(separator: " ").map(String.init)
            switch LocalCertificate.Change(rawValue: words.first ?? "") {
            case .made: console.print("Made a certificate for this home.")
            case .renewed: console.print("Renewed the certificate; its key is the same as before.")
            case .some(.none), nil: console.print("The certificate is good as it is.")
            }
            try showOwn(address: words.count > 1 ? words[1] : "/", isRunning: isRunning)
            try noteLeftOut(names ?? [])
        }
    }

    private func noteLeftOut(_ names: [String]) throws(ServiceError) {
        guard let present = try LocalCertificate(data: data).state()?.server.names.hosts else { return }
        for name in names.map({ $0.lowercased() })
        where CertificateNames.isHost(name) && !present.contains(name) {
            console.print(
                "\(name) is not in it, \(name).local is: the authority was not made for that name; --force makes another."
            )
        }
    }

    /// `hearth tls show`.
    ///
    /// - Throws: `.refused` when there is none.
    func show() throws {
        guard !configured.isEmpty else { return try showOwn(address: address, isRunning: false) }
        guard let bytes = try OperatorFiles.read(configured, limit: 1 << 20),
            let certificate = Certificate(pem: bytes)
        else { throw ServiceError(.files, "there is no certificate in \(configured)") }
        console.print("The configuration names the certificate \(configured).")
        try show(certificate)
    }

    private func showOwn(address: String, isRunning: Bool) throws {
        guard let state = try LocalCertificate(data: data).state() else {
            throw ServiceError(.refused, "\(data.path) has no certificate; hearth tls init makes one")
        }
        try show(state.server)
        console.print("Authority  \(state.authority.commonName), until \(Self.day(state.authority.notAfter))")
        console.print(
            "           \(try fingerprint { () throws(CryptoError) in try state.authority.fingerprint() })"
        )
        console.print("           \(data.authorityCertificate)")
        if !configured.isEmpty {
            console.print("It is not in use: the configuration names the certificate \(configured).")
        } else if isRunning {
            console.print("Devices trust it after a visit to \(trust(at: address)).")
        } else if ReachableAddress.isLoopback(host) {
            console.print(
                "Devices trust it after a visit to /trust, once hearth serve --lan opens the drive to them."
            )
        } else {
            console.print("Devices trust it after a visit to \(trust(at: address)) when the server runs.")
        }
    }

    /// The page's address without TLS.
    private func trust(at address: String) -> String {
        address == "/" ? "/trust" : "http\(address.drop { $0 != ":" })trust"
    }

    private func show(_ certificate: Certificate) throws {
        let names = certificate.names
        console.print("Names      \(names.hosts.joined(separator: ", "))")
        console.print(
            "Addresses  \(names.addresses.compactMap(CertificateNames.text).joined(separator: ", "))"
        )
        console.print("Until      \(Self.day(certificate.notAfter))")
        console.print(
            "Key        \(try fingerprint { () throws(CryptoError) in try certificate.keyFingerprint() })"
        )
    }

    private func fingerprint(_ make: () throws(CryptoError) -> SHA256Digest) throws(ServiceError) -> String {
        do {
            return try make().grouped
        } catch {
            throw ServiceError(.files, "the certificate cannot be read: \(error.message)")
        }
    }

    /// The day in UTC, `2027-12-31`.
    static func day(_ seconds: Int64) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }
}
