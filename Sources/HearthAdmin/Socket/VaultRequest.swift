import HearthWire

/// What `hearth vault check` asks of a drive, or of this process.
package struct VaultRequest: Sendable, Hashable {
    /// The vault's directory, absolute, without links.
    package var path: String
    /// Opens the vault.
    package var password: String
    /// Whether what can be put right is put right.
    package var mends: Bool
    /// Whether what other programs changed counts as right from now on.
    package var accepts: Bool
    /// Whether the content of files is left out.
    package var isQuick: Bool

    /// All parts as given.
    package init(path: String, password: String, mends: Bool, accepts: Bool, isQuick: Bool) {
        self.path = path
        self.password = password
        self.mends = mends
        self.accepts = accepts
        self.isQuick = isQuick
    }

    /// Appends the members of the request's object, its command first.
    func write(to writer: inout JSONWriter) {
        writer.string("vault check")
        writer.key("path")
        writer.string(path)
        writer.key("password")
        writer.string(password)
        writer.key("mend")
        writer.bool(mends)
        writer.key("accept")
        writer.bool(accepts)
        writer.key("quick")
        writer.bool(isQuick)
    }

    /// Nil for another command.
    init?(json: JSONValue) {
        guard json["command"]?.string == "vault check", let path = json["path"]?.string else { return nil }
        self.init(
            path: path,
            password: json["password"]?.string ?? "",
            mends: json["mend"]?.bool ?? false,
            accepts: json["accept"]?.bool ?? false,
            isQuick: json["quick"]?.bool ?? false
        )
    }
}
