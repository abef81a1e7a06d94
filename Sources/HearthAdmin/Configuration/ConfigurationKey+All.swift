import HearthTOML
import HearthDrive
import HearthHTTP
import HearthLog
import HearthServer

/// The one table from which flags, variables, the file and its template are made.
extension ConfigurationKey {
    private static let day = 86_400

    /// Every setting, in the order of the template.
    package static let all: [ConfigurationKey] = general + tls + log + limits + uploads + media + durations

    /// The setting of that name.
    package static func named(_ name: String) -> ConfigurationKey? { all.first { $0.name == name } }

    private static let general: [ConfigurationKey] = [
        .text(
            "listen",
            "ADDRESS:PORT",
            "Where to listen; 0.0.0.0:8650 opens the drive to the local network",
            value: { $0.listen.text },
            store: { text, configuration in
                guard let address = ListenAddress(text) else {
                    return "\(text) is not an address with a port, like 127.0.0.1:8650 or [::1]:8650"
                }
                configuration.listen = address
                return nil
            }
        ),
        .path(
            "web",
            \.web,
            "Where the files of the web app lie; empty for ../share/hearth/web seen from hearth, or the source tree"
        ),
        ConfigurationKey(
            name: "trusted_proxies",
            kind: .list,
            placeholder: "ADDRESSES",
            summary: "Proxies whose X-Forwarded-For counts: addresses or networks like 10.0.0.0/8",
            value: { .list($0.trustedProxies) },
            store: { value, configuration in
                guard case .list(let items) = value else { return nil }
                for item in items where AddressRange(item) == nil {
                    return "\(item) is neither an address nor a network like 10.0.0.0/8"
                }
                configuration.trustedProxies = items
                return nil
            }
        ),
        ConfigurationKey(
            name: "callback_origins",
            kind: .list,
            placeholder: "ORIGINS",
            summary:
                "Other web apps that may ask to use the drive in somebody's name, like https://pan.example:8443",
            value: { .list($0.callbackOrigins) },
            store: { value, configuration in
                guard case .list(let items) = value else { return nil }
                for item in items where !CallbackOrigin.isValid(item) {
                    return
                        "\(item) is not an origin like https://pan.example:8443, in lower case and without a path"
                }
                configuration.callbackOrigins = items
                return nil
            }
        ),
        .text(
            "umask",
            "MODE",
            "Permissions that new files keep from others, in octal",
            value: { octal($0.umask) },
            store: { text, configuration in
                guard let mode = UInt32(text, radix: 8), mode <= 0o777, mode & 0o700 == 0 else {
                    return "\(text) is not a mode like 0007 that leaves the owner every right"
                }
                configuration.umask = mode
                return nil
            }
        ),
        .boolean("access_log", \.accessLog, "Whether each request is logged as one line of JSON"),
        .hours(
            "unlock_hours",
            \.durations.unlock,
            in: 1...72,
            "How long an encrypted folder stays open after its password was entered"
        ),
    ]

    private static let tls: [ConfigurationKey] = [
        .path("tls.certificate", \.certificate, "PEM file of the certificate and those that vouch for it"),
        .path("tls.key", \.certificateKey, "PEM file of the certificate's key, without a password"),
    ]

    private static let log: [ConfigurationKey] = [
        .text(
            "log.level",
            "LEVEL",
            "What is logged: debug, info, warning or error",
            value: { $0.logLevel.name },
            store: { text, configuration in
                guard let level = Logger.Level.allCases.first(where: { $0.name == text }) else {
                    return "\(text) is none of debug, info, warning and error"
                }
                configuration.logLevel = level
                return nil
            }
        ),
        .path("log.file", \.logFile, "Where log lines go instead of standard error; opened anew on SIGHUP"),
    ]

    private static let limits: [ConfigurationKey] = [
        .integer(
            "limits.header_bytes",
            \.limits.headerBytes,
            in: 1_024...(1 << 20),
            "BYTES",
            "Largest request line and header section"
        ),
        .integer(
            "limits.header_fields",
            \.limits.headerFields,
            in: 8...10_000,
            "N",
            "Most header fields of a request"
        ),
        .seconds(
            "limits.header_seconds",
            \.limits.headerTime,
            in: 1...3_600,
            "Longest time for a header section"
        ),
        .seconds("limits.idle_seconds", \.limits.idleTime, in: 1...day, "Longest wait between two requests"),
        .seconds(
            "limits.body_idle_seconds",
            \.limits.bodyIdleTime,
            in: 1...day,
            "Longest pause within a body"
        ),
        .integer(
            "limits.body_rate_bytes",
            \.limits.bodyRate,
            in: 0...(1 << 30),
            "BYTES",
            "Least mean bytes a second of a body"
        ),
        .seconds(
            "limits.body_rate_window_seconds",
            \.limits.bodyRateWindow,
            in: 1...day,
            "Over how much waiting the rate is taken"
        ),
        .integer(
            "limits.chunk_framing_bytes",
            \.limits.chunkFramingBytes,
            in: 64...(1 << 20),
            "BYTES",
            "Most framing between two pieces of a chunked body"
        ),
        .seconds(
            "limits.write_stall_seconds",
            \.limits.writeStallTime,
            in: 1...day,
            "How long a client may take no byte of an answer"
        ),
        .integer(
            "limits.drain_bytes",
            \.limits.drainBytes,
            in: 0...(1 << 30),
            "BYTES",
            "Unread bytes that are read away to keep a connection"
        ),
        .seconds(
            "limits.linger_seconds",
            \.limits.lingerTime,
            in: 1...60,
            "How long a closing connection is read away"
        ),
        .integer(
            "limits.connections",
            \.limits.connections,
            in: 1...1_000_000,
            "N",
            "Most connections in all"
        ),
        .integer(
            "limits.connections_per_address",
            \.limits.connectionsPerAddress,
            in: 1...1_000_000,
            "N",
            "Most connections of one address; loopback and trusted proxies are exempt"
        ),
    ]

    private static let uploads: [ConfigurationKey] = [
        .age(
            "uploads.reservation_seconds",
            \.ages.release,
            in: 1...(3_650 * day),
            "After how much idle running time an upload gives unused space back"
        ),
        .age(
            "uploads.lifetime_seconds",
            \.ages.removal,
            in: 1...(3_650 * day),
            "After how much idle running time an unfinished upload is deleted"
        ),
    ]

    private static let media: [ConfigurationKey] = [
        .text(
            "media.program",
            "FILE",
            "Where hearth-media is, which makes previews; empty to look beside hearth, off for no previews",
            value: { $0.media.program },
            store: { text, configuration in
                guard text.isEmpty || text == MediaOptions.off || text.hasPrefix("/") else {
                    return "\(text) is neither off nor an absolute path"
                }
                configuration.media.program = text
                return nil
            }
        ),
        .bytes(
            "media.cache_bytes",
            \.media.cacheBytes,
            in: 0...(1 << 50),
            "Most bytes of previews that are kept; the least used go first"
        ),
        .integer(
            "media.children",
            \.media.children,
            in: 0...256,
            "N",
            "How many files are decoded at one time; 0 for one a core"
        ),
        .seconds("media.timeout_seconds", \.media.timeout, in: 1...600, "Longest time for one preview"),
    ]

    private static let durations: [ConfigurationKey] = [
        .age(
            "sessions.lifetime_seconds",
            \.durations.session,
            in: 60...(3_650 * day),
            "How long after its last use a token is still good"
        ),
        .age(
            "signin.longest_wait_seconds",
            \.durations.longestWait,
            in: 1...day,
            "The longest wait after wrong passwords"
        ),
        .age(
            "signin.address_trust_seconds",
            \.durations.addressTrust,
            in: 1...(3_650 * day),
            "How long an address that signed in is not held up by failures from others"
        ),
        .age(
            "archives.link_seconds",
            \.durations.archiveLink,
            in: 1...day,
            "How long the address of an archive works"
        ),
        .age(
            "jobs.interval_seconds",
            \.durations.jobInterval,
            in: 1...day,
            "How often the regular cleaning runs"
        ),
        .age(
            "stop.grace_seconds",
            \.stopGrace,
            in: 0...600,
            "How long a stop lets running requests finish"
        ),
    ]

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
