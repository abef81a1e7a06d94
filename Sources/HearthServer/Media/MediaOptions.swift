import Glibc
import HearthLog
import HearthMedia

/// How previews are made and kept.
package struct MediaOptions: Sendable, Hashable {
    /// The path of `hearth-media`; empty to look beside this program, `off` for no previews.
    package var program: String
    /// Most bytes of previews that are kept.
    package var cacheBytes: Int64
    /// How many files are decoded at one time; 0 for one a core.
    package var children: Int
    /// Longest time for one file.
    package var timeout: Duration

    /// The word that turns previews off.
    package static let off = "off"

    /// Found beside this program, 2 GiB, one child a core, 10 s.
    package init(
        program: String = "",
        cacheBytes: Int64 = 2 << 30,
        children: Int = 0,
        timeout: Duration = .seconds(10)
    ) {
        self.program = program
        self.cacheBytes = cacheBytes
        self.children = children
        self.timeout = timeout
    }

    /// What decodes; nil where there is no `hearth-media`, which is said once, or where it is turned off.
    func decoder(_ log: Logger) -> MediaDecoder? {
        if program == Self.off { return nil }
        guard let found = MediaDecoder.find(configured: program.isEmpty ? nil : program) else {
            log.warning(
                "there are no previews: hearth-media is missing",
                ["program": .string(program.isEmpty ? "beside hearth or in ../libexec/hearth" : program)]
            )
            return nil
        }
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        var configuration = MediaDecoder.Configuration(
            program: found,
            children: children == 0 ? cores : children
        )
        configuration.jobTime = timeout
        return MediaDecoder(configuration, logger: log)
    }
}
