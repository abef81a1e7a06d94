import HearthCrypto

/// What a device needs to trust a home's own certificate.
package struct TrustMaterial: Sendable {
    /// What lists of certificates call the authority.
    package var name: String
    /// The authority in PEM.
    package var pem: [UInt8]
    /// The authority in DER.
    package var der: [UInt8]
    /// SHA-256 of the authority's DER, which devices show.
    package var authorityFingerprint: String
    /// SHA-256 of the server's public key, which Hearth's own clients compare.
    package var keyFingerprint: String
    /// 32 bytes from which the profile's identifiers are made.
    package var digest: [UInt8]

    /// Takes it out of what is there.
    package init(_ state: LocalCertificate.State) throws {
        name = state.authority.commonName
        pem = try state.authority.pem()
        der = try state.authority.der()
        let fingerprint = try state.authority.fingerprint()
        authorityFingerprint = fingerprint.grouped
        keyFingerprint = try state.server.keyFingerprint().grouped
        digest = fingerprint.bytes
    }

    /// A configuration profile for Apple's systems that installs the authority.
    ///
    /// Source: Apple, Configuration Profile Reference, `com.apple.security.root`. Its identifiers stay the same for
    /// the same authority: installing it again replaces it.
    package var mobileConfiguration: [UInt8] {
        let base64 = Base64.encode(der)
        let lines = stride(from: 0, to: base64.count, by: 68).map { base64.dropFirst($0).prefix(68) }
        return Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            <key>PayloadContent</key>
            <array>
            <dict>
            <key>PayloadCertificateFileName</key><string>hearth-ca.crt</string>
            <key>PayloadContent</key>
            <data>
            \(lines.joined(separator: "\n"))
            </data>
            <key>PayloadDescription</key><string>Lets this device trust the family's own cloud drive.</string>
            <key>PayloadDisplayName</key><string>\(Markup.escaped(name))</string>
            <key>PayloadIdentifier</key><string>hearth.trust.\(uuid(0)).root</string>
            <key>PayloadType</key><string>com.apple.security.root</string>
            <key>PayloadUUID</key><string>\(uuid(0))</string>
            <key>PayloadVersion</key><integer>1</integer>
            </dict>
            </array>
            <key>PayloadDescription</key><string>Lets this device trust the family's own cloud drive.</string>
            <key>PayloadDisplayName</key><string>\(Markup.escaped(name))</string>
            <key>PayloadIdentifier</key><string>hearth.trust.\(uuid(16))</string>
            <key>PayloadRemovalDisallowed</key><false/>
            <key>PayloadType</key><string>Configuration</string>
            <key>PayloadUUID</key><string>\(uuid(16))</string>
            <key>PayloadVersion</key><integer>1</integer>
            </dict>
            </plist>

            """.utf8
        )
    }

    /// A UUID of version 8 (RFC 9562) from 16 bytes of the digest.
    private func uuid(_ start: Int) -> String {
        var bytes = Array(digest[start..<start + 16])
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = Array(Hex.encode(bytes).uppercased())
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }.joined(separator: "-")
    }
}
