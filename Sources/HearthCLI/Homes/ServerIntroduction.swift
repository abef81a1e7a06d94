import HearthArguments
import HearthClient
import HearthCurl
import HearthWire

/// First contact with a server: decides how it is to prove who it is, before anything secret is sent.
struct ServerIntroduction {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The trust for an address: by `--ca` and `--fingerprint`, as it was kept, by the system, or by the person.
    ///
    /// - Throws: exit code 12 for a key that nobody vouches for, or another one than the kept one.
    func trust(for address: ServerAddress) async throws(CommandError) -> ServerTrust {
        let evidence = try await evidence(address)
        let context = context
        var confirm: (@Sendable (ServerKey) async -> Bool)?
        if context.prompt.canAsk { confirm = { key in Self.ask(key, context) } }
        do throws(SessionError) {
            return try await Pairing(prober: KeyProbe()).trust(
                for: address,
                evidence: evidence,
                confirm: confirm
            )
        } catch {
            guard case .unknownKey(let key) = error.kind else { throw CommandError(error) }
            throw CommandError(
                .trust,
                Phrase(
                    "系统不信任该服务器的证书，其密钥指纹为：\(key.fingerprint)",
                    "the system does not vouch for this server; the fingerprint of its key is \(key.fingerprint)"
                ),
                hint: Phrase(
                    "请与服务器显示的指纹比较；一致则用 --fingerprint 登录，或用 --ca 指定证书文件。",
                    "Compare it with the one that the server prints; if they agree, give it with --fingerprint, or give --ca FILE."
                )
            )
        }
    }

    /// How a server proves who it is, for `-v`.
    func words(for trust: ServerTrust, _ address: ServerAddress) -> Phrase {
        guard address.scheme == "https" else { return Phrase("\(address)：不加密", "\(address): not encrypted") }
        return switch trust {
        case .system: Phrase("\(address)：系统信任其证书", "\(address): the system vouches for its certificate")
        case .authorities: Phrase("\(address)：由指定的证书担保", "\(address): its own authority vouches for it")
        case .pinned(let key), .pinnedUnder(_, let key):
            Phrase("\(address)：密钥 \(key)", "\(address): known by its key \(key)")
        }
    }

    private func evidence(_ address: ServerAddress) async throws(CommandError) -> Pairing.Evidence {
        var evidence = Pairing.Evidence()
        if let path = context.parsed.value("ca") {
            let pem = try TextLines.read(path).joined(separator: "\n") + "\n"
            guard pem.contains("-----BEGIN CERTIFICATE-----") else {
                throw CommandError(.usage, "\(path)：不是 PEM 证书", "\(path): there is no PEM certificate in it")
            }
            evidence.authorities = pem
        }
        if let text = context.parsed.value("fingerprint") {
            guard let key = KeyFingerprint(text) else {
                throw CommandError(
                    .usage,
                    "“\(text)”不是 SHA-256 指纹",
                    "'\(text)' is no SHA-256 fingerprint: 64 hex digits, or sha256// and base64"
                )
            }
            evidence.fingerprint = key
        }
        evidence.known = try await known(address)
        return evidence
    }

    /// How the server proved itself before; nil for one that is met for the first time.
    ///
    /// - Throws: exit code 12 where a server that had a certificate is to be spoken to without; 1 for a file of homes that
    ///   cannot be read, because then nobody knows.
    func known(_ address: ServerAddress) async throws(CommandError) -> ServerTrust? {
        let manager = try context.homes.areas
        let areas: [Area]
        do throws(SessionError) {
            areas = try await manager.areas
        } catch {
            throw CommandError(error)
        }
        let servers = areas.compactMap { area -> (address: ServerAddress, trust: ServerTrust)? in
            guard let url = area.lanURL, let address = try? ServerAddress(url) else { return nil }
            return (address, area.trust)
        }
        guard address.scheme == "http" else {
            let known = servers.filter {
                $0.address.scheme == "https" && $0.address.host == address.host
                    && $0.address.effectivePort == address.effectivePort
            }
            // Of several people's homes at one address the one with a key or roots of its own says most.
            return (known.first { $0.trust != .system } ?? known.first)?.trust
        }
        // On this very machine anybody may have a server on another port; elsewhere the host is the home.
        let isKnown = servers.contains {
            $0.address.scheme == "https" && $0.address.host == address.host
                && (!address.isLoopback || $0.address.effectivePort == address.effectivePort)
        }
        try allowPlain(address, isKnown: isKnown)
        return nil
    }

    /// Sees that a home that is known by `https` is not replaced by itself at another address of `http`.
    ///
    /// - Throws: exit code 12 unless the person agrees.
    func allow(replacingBy area: Area) async throws(CommandError) {
        func server(_ area: Area?) -> ServerAddress? {
            area?.lanURL.flatMap { try? ServerAddress($0) }
        }
        guard server(area)?.scheme == "http" else { return }
        let manager = try context.homes.areas
        let old: Area?
        do throws(SessionError) {
            old = try await manager.areas.first { $0.id == area.id }
        } catch {
            throw CommandError(error)
        }
        guard let address = server(old), address.scheme == "https" else { return }
        try allowPlain(address, isKnown: true)
    }

    /// Says what `http` means, and asks where the server had a certificate before.
    private func allowPlain(_ address: ServerAddress, isKnown: Bool) throws(CommandError) {
        guard isKnown else {
            if !address.isLoopback {
                context.output.note(
                    Phrase(
                        "http 不加密：同一网络中的人可以读到密码和文件。",
                        "http is not encrypted: anybody on the way can read the password and every file."
                    )
                )
            }
            return
        }
        let refusal = CommandError(
            .trust,
            Phrase(
                "之前通过 https 登录过 \(address.host)，现在的地址是不加密的 http",
                "\(address.host) was signed in to over https before; this address is plain http"
            ),
            hint: Phrase(
                "请用 https 地址；若确实要用 http，先用 hearth logout 退出。",
                "Use its https address, or, if http is meant, sign out with 'hearth logout' first."
            )
        )
        guard context.prompt.canAsk else { throw refusal }
        context.output.note(refusal.phrase)
        let question = Phrase(
            "密码将以明文传输，仍要继续吗？",
            "The password can be read on the way. Go on?"
        )
        guard context.prompt.confirm(question) else { throw refusal }
    }

    private static func ask(_ key: ServerKey, _ context: CommandContext) -> Bool {
        let (subject, issuer) = (SafeText.shown(key.subject), SafeText.shown(key.issuer))
        context.output.note(
            Phrase(
                """
                系统不信任该服务器的证书。
                  证书：\(subject)
                  签发者：\(issuer)
                  密钥指纹（SHA-256）：
                    \(key.fingerprint)
                请与服务器显示的指纹逐组比较。
                """,
                """
                The system does not vouch for this server's certificate.
                  Certificate:  \(subject)
                  Issued by:    \(issuer)
                  Fingerprint of its key (SHA-256):
                    \(key.fingerprint)
                Compare it group by group with the one that the server prints.
                """
            )
        )
        return context.prompt.confirm(Phrase("是同一个密钥吗？", "Is it the same?"))
    }
}
