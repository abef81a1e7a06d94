import HearthTOML
package import HearthHTTP
package import HearthServer

/// Where settings come from.
extension Configuration {
    /// Puts the layers together: flags before variables, those before the file, that before the defaults.
    ///
    /// - Parameters:
    ///   - path: the file's place, for error texts.
    ///   - bytes: the file's content; nil when there is none.
    ///   - environment: looks a variable up.
    ///   - flags: the value of a flag that was given.
    /// - Throws: `.configuration` naming file and line, variable or flag, with what to write instead.
    package init(
        file path: String,
        bytes: [UInt8]?,
        environment: (String) -> String?,
        flags: (ConfigurationKey) -> String?
    ) throws(ServiceError) {
        self.init()
        if let bytes { try read(bytes, from: path) }
        for key in ConfigurationKey.all {
            for name in [key.variable, key.oldVariable] {
                guard let text = environment(name) else { continue }
                if let fault = key.set(text: text, in: &self) {
                    throw ServiceError(.configuration, "\(name): \(fault)")
                }
                if name == key.oldVariable { oldVariables.append(name) }
                break
            }
        }
        for key in ConfigurationKey.all {
            if let text = flags(key), let fault = key.set(text: text, in: &self) {
                throw ServiceError(.usage, "--\(key.flag): \(fault)")
            }
        }
        if certificate.isEmpty != certificateKey.isEmpty {
            let (given, missing) =
                certificate.isEmpty ? ("tls.key", "tls.certificate") : ("tls.certificate", "tls.key")
            throw ServiceError(.configuration, "\(given) is set without \(missing); TLS needs both")
        }
    }

    /// Where to listen, as the engine takes it.
    package var http: HTTPServerConfiguration {
        HTTPServerConfiguration(
            host: listen.host,
            port: listen.port,
            limits: limits,
            tls: certificate.isEmpty
                ? nil : TLSConfiguration(certificatePath: certificate, keyPath: certificateKey),
            trustedProxies: trustedProxies.compactMap { AddressRange($0) }
        )
    }

    private mutating func read(_ bytes: [UInt8], from path: String) throws(ServiceError) {
        let entries: [TOMLEntry]
        do {
            entries = try TOMLReader.entries(of: bytes)
        } catch {
            throw ServiceError(.configuration, "\(path):\(error.line): \(error.message)")
        }
        for entry in entries {
            guard let key = ConfigurationKey.named(entry.key) else {
                let hint = Self.closest(to: entry.key).map { "; did you mean \($0)?" } ?? ""
                throw ServiceError(
                    .configuration,
                    "\(path):\(entry.line): there is no setting \(entry.key)\(hint)"
                )
            }
            if let fault = key.set(entry.value, in: &self) {
                throw ServiceError(.configuration, "\(path):\(entry.line): \(entry.key): \(fault)")
            }
        }
    }
}
