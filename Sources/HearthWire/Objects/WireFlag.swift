extension KeyedDecodingContainer {
    /// Reads a flag that is 0 or 1 on the wire; `true` and `false` count too, absent is false.
    func flag(_ key: Key) throws -> Bool {
        if let number = try? decodeIfPresent(Int.self, forKey: key) { return number != 0 }
        return try decodeIfPresent(Bool.self, forKey: key) ?? false
    }
}

extension KeyedEncodingContainer {
    /// Writes a flag as 0 or 1.
    mutating func encode(flag: Bool, _ key: Key) throws { try encode(flag ? 1 : 0, forKey: key) }
}
