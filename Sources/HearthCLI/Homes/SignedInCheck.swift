import HearthClient

/// Whether there is a home to speak to, told without asking any store of secrets.
enum SignedInCheck {
    /// Reads `client.toml`; blocks for a moment.
    ///
    /// - Parameter environment: looks a variable up.
    /// - Returns: whether a home is known.
    static func isSignedIn(environment: (String) -> String?) -> Bool {
        for name in ["HEARTH_TOKEN", "HEARTH_AREA"] where !(environment(name) ?? "").isEmpty { return true }
        var variables: [String: String] = [:]
        for name in Homes.variables { variables[name] = environment(name) }
        guard let paths = try? ClientPaths(environment: variables),
            let bytes = try? PrivateFile.read(paths.clientFile)
        else { return false }
        // A file that cannot be read is the client's to complain about.
        guard let file = try? AreaFile(bytes) else { return true }
        return !file.list.areas.isEmpty
    }
}
