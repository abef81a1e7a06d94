import HearthTOML
import HearthAdmin
import HearthHTTP
import HearthServer
import Testing

@Suite("The configuration")
struct ConfigurationTests {
    private func load(
        _ file: String? = nil,
        environment: [String: String] = [:],
        flags: [String: String] = [:]
    ) throws -> Configuration {
        try Configuration(
            file: "config.toml",
            bytes: file.map { Array($0.utf8) },
            environment: { environment[$0] },
            flags: { flags[$0.flag] }
        )
    }

    struct Layers: Sendable, CustomTestStringConvertible {
        let file: String?
        let variable: String?
        let flag: String?
        let port: Int
        var testDescription: String { "\(file ?? "-"), \(variable ?? "-"), \(flag ?? "-") -> \(port)" }
    }

    @Test(
        "flags come before variables, those before the file, that before the default",
        arguments: [
            Layers(file: nil, variable: nil, flag: nil, port: 8_650),
            Layers(file: "127.0.0.1:1", variable: nil, flag: nil, port: 1),
            Layers(file: nil, variable: "127.0.0.1:2", flag: nil, port: 2),
            Layers(file: nil, variable: nil, flag: "127.0.0.1:3", port: 3),
            Layers(file: "127.0.0.1:1", variable: "127.0.0.1:2", flag: nil, port: 2),
            Layers(file: "127.0.0.1:1", variable: nil, flag: "127.0.0.1:3", port: 3),
            Layers(file: nil, variable: "127.0.0.1:2", flag: "127.0.0.1:3", port: 3),
            Layers(file: "127.0.0.1:1", variable: "127.0.0.1:2", flag: "127.0.0.1:3", port: 3),
        ]
    )
    func precedence(_ item: Layers) throws {
        let configuration = try load(
            item.file.map { "listen = \"\($0)\"" },
            environment: item.variable.map { ["HEARTH_SERVER_LISTEN": $0] } ?? [:],
            flags: item.flag.map { ["listen": $0] } ?? [:]
        )
        #expect(configuration.listen.port == item.port)
    }

    @Test("variables of before are read, are told, and come after those of today")
    func oldVariables() throws {
        let old = try load(environment: ["HEARTH_LISTEN": "127.0.0.1:4", "HEARTH_SERVER_ACCESS_LOG": "off"])
        #expect(old.listen.port == 4)
        #expect(!old.accessLog)
        #expect(old.oldVariables == ["HEARTH_LISTEN"])
        let both = try load(
            environment: ["HEARTH_LISTEN": "127.0.0.1:4", "HEARTH_SERVER_LISTEN": "127.0.0.1:5"]
        )
        #expect(both.listen.port == 5)
        #expect(both.oldVariables.isEmpty)
        // The client's: none of them is a setting.
        let client = ["HEARTH_AREA", "HEARTH_TOKEN", "HEARTH_LANG", "HEARTH_HOME"]
        #expect(ConfigurationKey.all.allSatisfy { !client.contains($0.oldVariable) })
    }

    @Test("the template changes nothing, and neither does it with every comment mark taken away")
    func template() throws {
        #expect(try TOMLReader.entries(of: Array(Configuration.template.utf8)).isEmpty)
        let settings = Configuration.template.split(separator: "\n").compactMap { line -> Substring? in
            if line.hasPrefix("[") { return line }
            return line.hasPrefix("# ") && line.contains(" = ") ? line.dropFirst(2) : nil
        }
        let text = settings.joined(separator: "\n")
        let entries = try TOMLReader.entries(of: Array(text.utf8))
        #expect(entries.map(\.key) == ConfigurationKey.all.map(\.name))
        let loaded = try load(text)
        for key in ConfigurationKey.all {
            #expect(key.value(loaded) == key.value(Configuration()), "\(key.name)")
        }
    }

    @Test(
        "every key is stored where it is read, from a file and from a flag",
        arguments: ConfigurationKey.all.map(\.name)
    )
    func places(_ name: String) throws {
        let key = try #require(ConfigurationKey.named(name))
        let (value, text): (SettingValue, String) =
            switch (key.kind, name) {
            // By default as long as it may be.
            case (.integer(let range), "unlock_hours"):
                (.integer(range.lowerBound), String(range.lowerBound))
            case (.integer(let range), _): (.integer(range.upperBound), String(range.upperBound))
            case (.boolean, _): (.boolean(false), "off")
            case (.list, "callback_origins"): (.list(["https://pan.example"]), "https://pan.example")
            case (.list, _): (.list(["10.0.0.0/8", "::1"]), "10.0.0.0/8, ::1")
            case (.text, "listen"): (.text("[::1]:99"), "[::1]:99")
            case (.text, "umask"): (.text("0027"), "027")
            case (.text, "log.level"): (.text("error"), "error")
            case (.text, _): (.text("/x"), "/x")
            }
        #expect(key.value(Configuration()) != value)
        for byFlag in [true, false] {
            var configuration = Configuration()
            if byFlag {
                #expect(key.set(text: text, in: &configuration) == nil)
            } else {
                #expect(key.set(value, in: &configuration) == nil)
            }
            for other in ConfigurationKey.all {
                let expected = other.name == name ? value : other.value(Configuration())
                #expect(other.value(configuration) == expected, "\(other.name) after setting \(name)")
            }
        }
    }

    @Test("every limit of the engine has a key")
    func limits() {
        let keys = ConfigurationKey.all.filter { $0.name.hasPrefix("limits.") }
        #expect(keys.count == Mirror(reflecting: HTTPLimits()).children.count)
        #expect(Set(ConfigurationKey.all.map(\.flag)).count == ConfigurationKey.all.count)
        #expect(Set(ConfigurationKey.all.map(\.variable)).count == ConfigurationKey.all.count)
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        var file: String?
        var environment: [String: String] = [:]
        var flags: [String: String] = [:]
        let words: [String]
        var testDescription: String { words.joined(separator: " … ") }
    }

    @Test(
        "refuses, naming the place and what to write",
        arguments: [
            Refused(file: "\nlisten = 8650", words: ["config.toml:2", "listen", "string"]),
            Refused(
                file: "[limits]\nconections = 5",
                words: ["config.toml:2", "limits.conections", "limits.connections?"]
            ),
            Refused(file: "header_bytes = 5000", words: ["config.toml:1", "limits.header_bytes?"]),
            Refused(file: "zebra = 1", words: ["there is no setting zebra"]),
            Refused(file: "[limits]\nconnections = 0", words: ["config.toml:2", "out of range", "1 to"]),
            Refused(file: "access_log = \"on\"", words: ["true or false"]),
            Refused(file: "listen = \"8650\"", words: ["address with a port"]),
            Refused(file: "umask = \"0777\"", words: ["owner"]),
            Refused(file: "umask = \"9\"", words: ["umask"]),
            Refused(file: "trusted_proxies = [\"proxy\"]", words: ["proxy", "network"]),
            Refused(file: "callback_origins = [\"https://pan.example/\"]", words: ["origin", "path"]),
            Refused(file: "[tls]\ncertificate = \"/c\"", words: ["tls.key"]),
            Refused(
                environment: ["HEARTH_SERVER_LOG_LEVEL": "loud"],
                words: ["HEARTH_SERVER_LOG_LEVEL", "debug"]
            ),
            Refused(
                environment: ["HEARTH_SERVER_ACCESS_LOG": "maybe"],
                words: ["HEARTH_SERVER_ACCESS_LOG", "on"]
            ),
            Refused(flags: ["limits-connections": "many"], words: ["--limits-connections", "whole number"]),
            Refused(flags: ["tls-key": "/k"], words: ["tls.certificate"]),
        ]
    )
    func refuses(_ item: Refused) {
        let error = #expect(throws: ServiceError.self) {
            try load(item.file, environment: item.environment, flags: item.flags)
        }
        for word in item.words { #expect(error?.message.contains(word) == true, "\(error?.message ?? "")") }
    }

    @Test("reaches the engine")
    func engine() throws {
        let text = """
            listen = "[::]:70"
            trusted_proxies = ["10.0.0.0/8"]
            [tls]
            certificate = "/c"
            key = "/k"
            [limits]
            header_seconds = 3
            """
        let http = try load(text).http
        #expect(http.host == "::")
        #expect(http.port == 70)
        #expect(http.limits.headerTime == .seconds(3))
        #expect(http.trustedProxies.count == 1)
        #expect(http.tls?.keyPath == "/k")
    }
}
