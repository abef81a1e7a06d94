extension SHA256Digest {
    /// Hex in groups of four digits, for people to compare.
    package var grouped: String {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<$0 + 4]) }
            .joined(separator: " ")
    }
}
