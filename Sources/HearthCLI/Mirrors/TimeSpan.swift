/// Times as people write them: `90s`, `30m`, `6h`, `1d`.
enum TimeSpan {
    /// Seconds; nil for what is no time of at least a second.
    static func parse(_ text: String) -> Double? {
        let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        guard let amount = Double(digits) else { return nil }
        let factors = ["": 1.0, "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
        guard let factor = factors[String(text[digits.endIndex...])] else { return nil }
        let seconds = amount * factor
        return seconds >= 1 && seconds < 1e9 ? seconds : nil
    }

    /// The time of an option.
    ///
    /// - Throws: exit code 2 for what is none.
    static func read(_ text: String, _ option: String) throws(CommandError) -> Double {
        guard let seconds = parse(text) else {
            throw CommandError(
                .usage,
                "--\(option) 必须是 30m、6h 或 1d 这样的时间",
                "--\(option) is a time such as 30m, 6h or 1d, not '\(text)'"
            )
        }
        return seconds
    }
}
