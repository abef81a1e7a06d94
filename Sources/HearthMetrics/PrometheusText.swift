/// The text exposition format 0.0.4 (prometheus.io, "Exposition formats").
struct PrometheusText {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ name: String, _ family: MetricsRegistry.Family) {
        line("# HELP \(name) \(Self.escaped(family.help, quotes: false))")
        line("# TYPE \(name) \(family.kind)")
        for (labels, instrument) in family.series.sorted(by: { $0.key < $1.key }) {
            switch instrument {
            case .counter(let counter): sample(name, labels, String(counter.value))
            case .gauge(let gauge): sample(name, labels, String(gauge.value))
            case .computed(let read): sample(name, labels, Self.number(read()))
            case .histogram(let histogram): append(name, labels, histogram)
            }
        }
    }

    private mutating func append(_ name: String, _ labels: String, _ histogram: Histogram) {
        let cumulative = histogram.cumulative
        let bounds = histogram.bounds.map(Self.number) + ["+Inf"]
        for (bound, count) in zip(bounds, cumulative) {
            let separator = labels.isEmpty ? "" : ","
            sample(name + "_bucket", "\(labels)\(separator)le=\"\(bound)\"", String(count))
        }
        sample(name + "_sum", labels, Self.number(histogram.sum))
        sample(name + "_count", labels, String(cumulative.last ?? 0))
    }

    private mutating func sample(_ name: String, _ labels: String, _ value: String) {
        line(labels.isEmpty ? "\(name) \(value)" : "\(name){\(labels)} \(value)")
    }

    private mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// The labels without their braces, sorted by name so that order does not make another series.
    static func labels(_ labels: KeyValuePairs<String, String>) -> String {
        labels.sorted { $0.key < $1.key }
            .map { label in
                precondition(
                    isName(label.key) && !label.key.utf8.contains(UInt8(ascii: ":")),
                    "not a label name"
                )
                return "\(label.key)=\"\(escaped(label.value, quotes: true))\""
            }
            .joined(separator: ",")
    }

    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"):
                true
            default: false
            }
        }
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        let text = String(value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
