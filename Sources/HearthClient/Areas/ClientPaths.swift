#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where this person's client keeps its files on a desktop system.
///
/// With `$HEARTH_HOME` all of them are in that folder; otherwise by the XDG base directory specification:
/// settings in `$XDG_CONFIG_HOME/hearth`, the rest in `$XDG_STATE_HOME/hearth`.
package struct ClientPaths: Sendable, Hashable {
    /// The folder of settings; absolute.
    package let configuration: String
    /// The folder of the queue and of secrets; absolute.
    package let state: String

    /// Resolves the folders; makes none.
    ///
    /// - Throws: `.storage` when neither variable nor `$HOME` says where; relative paths count as absent, as the
    ///   specification demands, except in `$HEARTH_HOME`, which is taken from the working directory.
    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        workingDirectory: String = FileManager.default.currentDirectoryPath
    ) throws(SessionError) {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? Self.trimmed($0) : nil }
        }
        if let home = environment["HEARTH_HOME"], !home.isEmpty {
            let folder = Self.trimmed(home.hasPrefix("/") ? home : workingDirectory + "/" + home)
            (configuration, state) = (folder, folder)
            return
        }
        func folder(_ variable: String, _ below: String) -> String? {
            (absolute(variable) ?? absolute("HOME").map { $0 + below }).map { $0 + "/hearth" }
        }
        guard let configuration = folder("XDG_CONFIG_HOME", "/.config"),
            let state = folder("XDG_STATE_HOME", "/.local/state")
        else {
            throw SessionError(
                .storage("HOME is not set; set HEARTH_HOME to a folder for the client's files")
            )
        }
        (self.configuration, self.state) = (configuration, state)
    }

    /// `client.toml`: areas and settings.
    package var clientFile: String { configuration + "/client.toml" }
    /// `transfers.sqlite`: the queue.
    package var transfersFile: String { state + "/transfers.sqlite" }
    /// `secrets.json`: tokens, where the system has no store for them.
    package var secretsFile: String { state + "/secrets.json" }
    /// `channels.json`: temporary channels that have not expired.
    package var channelsFile: String { state + "/channels.json" }

    /// Makes both folders, mode 0700, with what is above them; leaves folders alone that are there.
    ///
    /// - Throws: `.storage`.
    package func makeFolders() async throws(SessionError) {
        try await BlockingWork.run { [configuration, state] () throws(SessionError) in
            try PrivateFile.makeFolder(configuration)
            try PrivateFile.makeFolder(state)
        }
    }

    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
