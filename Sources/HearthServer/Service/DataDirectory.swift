import Glibc
import HearthCrypto

/// Where one drive keeps everything: `<data>/` of docs/architecture.md.
package struct DataDirectory: Sendable, Hashable {
    /// Absolute, without a slash at the end.
    package let path: String

    /// Takes a path of the command line; a relative one starts at the working directory.
    package init(path: String) {
        var text = path
        if !text.hasPrefix("/"), let current = getcwd(nil, 0) {
            text = String(cString: current) + "/" + text
            free(current)
        }
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        self.path = text
    }

    /// The directory that is meant.
    ///
    /// `--data` comes first, then `HEARTH_SERVER_DATA` (its older name `HEARTH_DATA` too), then what systemd prepared (`StateDirectory=`), then
    /// `/var/lib/hearth` for root, then the user's own place of the XDG base directory specification.
    ///
    /// - Parameters:
    ///   - option: the value of `--data`.
    ///   - isRoot: whether the process may do everything.
    ///   - environment: looks a variable up.
    /// - Returns: the directory, which need not exist.
    /// - Throws: `.configuration` when nothing names one.
    package static func chosen(
        option: String?,
        isRoot: Bool,
        environment: (String) -> String?
    ) throws(ServiceError) -> DataDirectory {
        func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let option {
            if option.isEmpty { throw ServiceError(.configuration, "--data needs a directory") }
            return DataDirectory(path: option)
        }
        if let path = variable("HEARTH_SERVER_DATA") ?? variable("HEARTH_DATA") {
            return DataDirectory(path: path)
        }
        if let states = variable("STATE_DIRECTORY"), let first = states.split(separator: ":").first {
            return DataDirectory(path: String(first))
        }
        if isRoot { return DataDirectory(path: "/var/lib/hearth") }
        if let base = variable("XDG_DATA_HOME"), base.hasPrefix("/") {
            return DataDirectory(path: base + "/hearth")
        }
        if let home = variable("HOME"), home.hasPrefix("/") {
            return DataDirectory(path: home + "/.local/share/hearth")
        }
        throw ServiceError(
            .configuration,
            "there is no home directory to keep data in; say where with --data DIR"
        )
    }

    /// Metadata.
    package var database: String { path + "/hearth.sqlite" }
    /// Settings.
    package var configuration: String { path + "/config.toml" }
    /// Secrets.
    package var keys: String { path + "/keys" }
    /// What only this server knows: 32 random bytes.
    package var secretFile: String { keys + "/server.secret" }
    /// The home's own certificate authority and its key.
    package var authorityFile: String { keys + "/tls-ca.pem" }
    /// The authority's certificate alone, for people to take.
    package var authorityCertificate: String { keys + "/hearth-ca.pem" }
    /// The certificate that the authority vouches for, and its key.
    package var certificateFile: String { keys + "/tls.pem" }
    /// Names that the certificate shall have besides the machine's own, one a line.
    package var certificateNames: String { keys + "/tls.names" }
    /// The embedded pool's only partition.
    package var partition: String { path + "/pools/_default_/_default_" }
    /// Small pictures of files in plain folders.
    package var thumbnails: String { path + "/thumbs" }
    /// Held by whoever works on the directory.
    package var lockFile: String { path + "/lock" }
    /// Where a running server takes commands.
    package var adminSocket: String { path + "/admin.sock" }

    /// Makes the directory itself, mode 0700; one that is there keeps its mode.
    package func create() throws(ServiceError) {
        try OperatorFiles.makeDirectory(path, mode: 0o700)
    }

    /// Makes the place for secrets.
    package func prepareKeys() throws(ServiceError) { try OperatorFiles.makeDirectory(keys, mode: 0o700) }

    /// Makes what belongs inside, once the lock is held and the umask is set.
    package func prepare() throws(ServiceError) {
        try prepareKeys()
        try OperatorFiles.makeDirectory(partition)
    }

    /// The server's secret, made at the first call.
    package func secret() throws(ServiceError) -> [UInt8] {
        if let known = try OperatorFiles.read(secretFile, limit: 4_096) {
            if known.count == 32 { return known }
            throw ServiceError(
                .files,
                "\(secretFile) is damaged: it has \(known.count) bytes instead of 32; take it from a backup"
            )
        }
        do {
            let made = try SecureRandom.bytes(32)
            try OperatorFiles.write(made, to: secretFile, mode: 0o600)
            return made
        } catch let error as ServiceError {
            throw error
        } catch {
            throw ServiceError(.files, "cannot make \(secretFile): the system has no random bytes")
        }
    }

    /// Whether a drive was ever started here.
    package var hasDatabase: Bool { access(database, F_OK) == 0 }
}
