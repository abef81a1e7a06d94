import HearthTOML
/// Keys that are nothing but a place in the configuration.
extension ConfigurationKey {
    typealias Place<Value> = any WritableKeyPath<Configuration, Value> & Sendable

    static func integer(
        _ name: String,
        _ place: Place<Int>,
        in range: ClosedRange<Int>,
        _ placeholder: String,
        _ summary: String
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name,
            kind: .integer(range),
            placeholder: placeholder,
            summary: summary,
            value: { .integer($0[keyPath: place]) },
            store: { value, configuration in
                if case .integer(let number) = value { configuration[keyPath: place] = number }
                return nil
            }
        )
    }

    /// A duration that is written in whole seconds.
    static func seconds(
        _ name: String,
        _ place: Place<Duration>,
        in range: ClosedRange<Int>,
        _ summary: String
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name,
            kind: .integer(range),
            placeholder: "SECONDS",
            summary: summary,
            value: { .integer(Int($0[keyPath: place].components.seconds)) },
            store: { value, configuration in
                if case .integer(let number) = value { configuration[keyPath: place] = .seconds(number) }
                return nil
            }
        )
    }

    /// Seconds of the server's running time.
    static func age(
        _ name: String,
        _ place: Place<Int64>,
        in range: ClosedRange<Int>,
        _ summary: String
    ) -> ConfigurationKey {
        long(name, "SECONDS", place, in: range, summary)
    }

    /// A number of bytes that may be larger than memory.
    static func bytes(
        _ name: String,
        _ place: Place<Int64>,
        in range: ClosedRange<Int>,
        _ summary: String
    ) -> ConfigurationKey {
        long(name, "BYTES", place, in: range, summary)
    }

    private static func long(
        _ name: String,
        _ placeholder: String,
        _ place: Place<Int64>,
        in range: ClosedRange<Int>,
        _ summary: String
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name,
            kind: .integer(range),
            placeholder: placeholder,
            summary: summary,
            value: { .integer(Int($0[keyPath: place])) },
            store: { value, configuration in
                if case .integer(let number) = value { configuration[keyPath: place] = Int64(number) }
                return nil
            }
        )
    }

    /// Seconds that are written in whole hours.
    static func hours(
        _ name: String,
        _ place: Place<Int64>,
        in range: ClosedRange<Int>,
        _ summary: String
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name,
            kind: .integer(range),
            placeholder: "HOURS",
            summary: summary,
            value: { .integer(Int($0[keyPath: place] / 3_600)) },
            store: { value, configuration in
                if case .integer(let number) = value { configuration[keyPath: place] = Int64(number) * 3_600 }
                return nil
            }
        )
    }

    static func boolean(_ name: String, _ place: Place<Bool>, _ summary: String) -> ConfigurationKey {
        ConfigurationKey(
            name: name,
            kind: .boolean,
            placeholder: "on|off",
            summary: summary,
            value: { .boolean($0[keyPath: place]) },
            store: { value, configuration in
                if case .boolean(let flag) = value { configuration[keyPath: place] = flag }
                return nil
            }
        )
    }

    static func path(_ name: String, _ place: Place<String>, _ summary: String) -> ConfigurationKey {
        text(name, "FILE", summary, value: { $0[keyPath: place] }) { text, configuration in
            configuration[keyPath: place] = text
            return nil
        }
    }

    static func text(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        value: @escaping @Sendable (Configuration) -> String,
        store: @escaping @Sendable (String, inout Configuration) -> String?
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name,
            kind: .text,
            placeholder: placeholder,
            summary: summary,
            value: { .text(value($0)) },
            store: { value, configuration in
                if case .text(let text) = value { return store(text, &configuration) }
                return nil
            }
        )
    }
}
