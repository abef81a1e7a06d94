/// What of the lockdown this system allows.
package struct LockdownReport: Sendable, Equatable {
    /// The process has become another user than root, or never was root.
    package var isOrdinaryUser = false
    /// It has a network of its own, in which there is nothing.
    package var hasOwnNetwork = false
    /// The version of landlock that holds for every thread; 0 for none.
    package var landlock = 0
    /// The filter of system calls holds for every thread.
    package var hasFilter = false
    /// Files that are kept open for later: fonts.
    package var keptFiles = 0
    /// Why something above is missing, for the log.
    package var gaps: [String] = []

    /// Whether bytes that nobody trusts may be decoded.
    ///
    /// Only the filter keeps a process from starting others, from sockets of every kind and from tracing. Landlock and
    /// the namespaces stand behind it: they would hold if a rule of it were wrong.
    package var isEnough: Bool { hasFilter }

    /// One line for the log.
    package var summary: String {
        var parts: [String] = []
        parts.append(hasFilter ? "seccomp" : "no seccomp")
        parts.append(landlock > 0 ? "landlock \(landlock)" : "no landlock")
        parts.append(hasOwnNetwork ? "own network" : "no network of its own")
        if !isOrdinaryUser { parts.append("root") }
        parts.append("\(keptFiles) files kept open")
        return (parts + gaps).joined(separator: ", ")
    }
}
