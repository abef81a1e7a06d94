import HearthTOML
package import HearthDrive
package import HearthHTTP
package import HearthLog
package import HearthServer

/// Every setting of a server, with its default.
///
/// ``ConfigurationKey/all`` gives each a name, and with it a flag, a variable and a line in `config.toml`.
package struct Configuration: Sendable {
    /// Where to listen.
    package var listen = ListenAddress.standard
    /// PEM file of the certificate; empty for plain HTTP.
    package var certificate = ""
    /// PEM file of the certificate's key.
    package var certificateKey = ""
    /// Proxies whose forwarding headers count, as they were written.
    package var trustedProxies: [String] = []
    /// What new files and directories keep from others.
    package var umask: UInt32 = 0o007
    /// The least weight of entries that are logged.
    package var logLevel = Logger.Level.info
    /// Where log lines go; empty for standard error.
    package var logFile = ""
    /// Whether each request is logged.
    package var accessLog = true
    /// What one client may take.
    package var limits = HTTPLimits()
    /// When unfinished uploads go.
    package var ages = Uploads.Ages()
    /// How long sessions, waits and the like last.
    package var durations = DriveDurations()
    /// How previews are made and kept.
    package var media = MediaOptions()
    /// Origins of other web apps that may be given scope tokens.
    package var callbackOrigins: [String] = []
    /// Where the web app's files lie; empty to find them beside the program.
    package var web = ""
    /// How long a stop waits for running requests, in seconds.
    package var stopGrace: Int64 = 10

    /// Variables that were read under a name of before; the server says so once.
    package var oldVariables: [String] = []

    /// The defaults.
    package init() {}
}
