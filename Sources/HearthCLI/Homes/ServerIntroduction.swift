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
        let areas = try? await context.homes.areas.areas
        evidence.known = areas?.first { $0.lanURL == address.description }?.trust
        return evidence
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
