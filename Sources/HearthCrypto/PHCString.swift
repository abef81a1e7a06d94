/// A password hash as text (github.com/P-H-C/phc-string-format), for Argon2id.
struct PHCString {
    let parameters: Argon2Parameters
    let salt: [UInt8]
    let tag: [UInt8]

    init(parameters: Argon2Parameters, salt: [UInt8], tag: [UInt8]) {
        self.parameters = parameters
        self.salt = salt
        self.tag = tag
    }

    var text: String {
        let costs = "m=\(parameters.memory),t=\(parameters.passes),p=\(parameters.lanes)"
        let values = "\(Base64.standard.encode(salt))$\(Base64.standard.encode(tag))"
        return "$argon2id$v=\(Argon2id.version)$\(costs)$\(values)"
    }

    init(parsing text: String) throws(CryptoError) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id" else {
            throw CryptoError(.malformedHash, "a stored password hash is not an Argon2id PHC string")
        }
        guard parts[2] == "v=\(Argon2id.version)" else {
            throw CryptoError(.malformedHash, "a stored password hash has an unknown Argon2 version")
        }
        let costs = parts[3].split(separator: ",", omittingEmptySubsequences: false)
        guard costs.count == 3, let memory = Self.number(costs[0], "m="),
            let passes = Self.number(costs[1], "t="),
            let lanes = Self.number(costs[2], "p=")
        else { throw CryptoError(.malformedHash, "a stored password hash has no costs") }
        parameters = Argon2Parameters(memory: memory, passes: passes, lanes: lanes)
        guard parameters.isAcceptable else {
            throw CryptoError(.malformedHash, "a stored password hash has costs out of range")
        }
        guard let salt = Base64.standard.decode(parts[4]), let tag = Base64.standard.decode(parts[5]),
            (8...64).contains(salt.count), (16...64).contains(tag.count)
        else { throw CryptoError(.malformedHash, "a stored password hash has a damaged salt or tag") }
        self.salt = salt
        self.tag = tag
    }

    private static func number(_ text: Substring, _ prefix: String) -> UInt32? {
        guard text.hasPrefix(prefix) else { return nil }
        let digits = text.dropFirst(prefix.count)
        return digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? UInt32(digits) : nil
    }
}
