/// How long things last, in seconds; each is a key of the configuration.
package struct DriveDurations: Sendable, Hashable {
    /// A token lives so long after its last use.
    package var session: Int64
    /// The longest wait after wrong passwords.
    package var longestWait: Int64
    /// An address that signed in within this time is not held up by others' failures.
    package var addressTrust: Int64
    /// Between two rounds of the regular jobs.
    package var jobInterval: Int64
    /// The address of an archive works so long.
    package var archiveLink: Int64
    /// After the password of an encrypted folder was entered, the token may use the folder for so long.
    package var unlock: Int64

    /// Thirty days, a quarter of an hour, thirty days, a minute, ten minutes, three days.
    package init(
        session: Int64 = 30 * 86_400,
        longestWait: Int64 = 15 * 60,
        addressTrust: Int64 = 30 * 86_400,
        jobInterval: Int64 = 60,
        archiveLink: Int64 = 600,
        unlock: Int64 = 72 * 3_600
    ) {
        self.session = session
        self.longestWait = longestWait
        self.addressTrust = addressTrust
        self.jobInterval = jobInterval
        self.archiveLink = archiveLink
        self.unlock = unlock
    }
}
