package import HearthClient
import HearthCurl
import HearthWire
import Synchronization

/// The homes that this person's command line knows, and the ways to them.
package final class Homes: Sendable {
    /// The folders of settings and state.
    package let paths: ClientPaths
    /// Tells of changes of the network.
    package let monitor: any NetworkMonitor
    /// The homes and their tokens, as they are kept.
    package let areas: AreaManager
    /// The same with `$HEARTH_TOKEN` in place of their tokens: what speaks to servers asks it.
    private let sessions: AreaManager
    /// Passwords of encrypted folders that are still good.
    package let passwords: FolderPasswordMemory
    /// Carries every request.
    package let transport: any Transport

    /// The variables that say where files are.
    static let variables = ["HEARTH_HOME", "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]

    private let options: GlobalOptions
    private let output: Output
    private let token: String?
    private let drives = Mutex<[String: Drive]>([:])

    /// Prepares; reads nothing yet.
    ///
    /// - Throws: exit code 1 when nobody says where the files of the client are.
    package init(
        options: GlobalOptions,
        output: Output,
        environment: (String) -> String?,
        transport: (any Transport)? = nil,
        monitor: any NetworkMonitor = LinuxNetworkMonitor()
    ) throws(CommandError) {
        self.options = options
        self.monitor = monitor
        self.output = output
        var variables: [String: String] = [:]
        for name in Self.variables { variables[name] = environment(name) }
        do throws(SessionError) {
            paths = try ClientPaths(environment: variables)
        } catch {
            throw CommandError(error)
        }
        token = environment("HEARTH_TOKEN").flatMap { $0.isEmpty ? nil : $0 }
        let store = SystemSecretStore(path: paths.secretsFile) { [output] notice in
            output.note(Phrase(notice.text(.chinese), notice.text(.english)))
        }
        let storage = TOMLAreaStorage(path: paths.clientFile)
        let channels = FileChannelCache(path: paths.channelsFile)
        areas = AreaManager(storage: storage, secrets: store, channels: channels)
        sessions =
            token.map {
                // The tunnel of another token's cloud session is nothing to this one.
                AreaManager(storage: storage, secrets: TokenOverride($0, over: store))
            } ?? areas
        passwords = FolderPasswordMemory(secrets: store)
        var configuration = CurlConfiguration()
        configuration.userAgent = "hearth"
        self.transport = transport ?? CurlTransport(configuration: configuration)
    }

    /// The names in front of remote paths.
    package func aliases() async throws(CommandError) -> [String] {
        do throws(SessionError) {
            return try await areas.areas.map(\.alias)
        } catch {
            throw CommandError(error)
        }
    }

    /// The area of an alias.
    ///
    /// - Parameter alias: nil for the one that `--area` or `$HEARTH_AREA` names, else the current one. An address
    ///   stands for a home that is not kept; `$HEARTH_TOKEN` is its token.
    /// - Returns: the area.
    /// - Throws: exit code 5 when nobody is signed in, 3 for an unknown name.
    package func area(_ alias: String? = nil) async throws(CommandError) -> Area {
        let name = alias ?? options.area
        if let name, name.contains("://") {
            return Area(homeID: "", alias: name, lanURL: name, userID: 0)
        }
        do throws(SessionError) {
            return try await areas.area(named: name)
        } catch {
            throw CommandError(error)
        }
    }

    /// The drive of an area; the same one for the same area.
    ///
    /// - Throws: exit code 5 when nobody is signed in there.
    package func drive(_ alias: String?) async throws(CommandError) -> Drive {
        let area = try await area(alias)
        if let known = drives.withLock({ $0[area.id] }) { return known }
        let drive = Drive(area: area, provider: try await provider(for: area))
        return drives.withLock { drives in
            if let known = drives[area.id] { return known }
            drives[area.id] = drive
            return drive
        }
    }

    /// The drive of an area's key, as the queue of transfers keeps it.
    package func drive(ofArea id: String) async throws(CommandError) -> Drive {
        if let known = drives.withLock({ $0[id] }) { return known }
        return try await drive(id)
    }

    /// Makes the folders of settings and state.
    package func prepare() async throws(CommandError) {
        do throws(SessionError) {
            try await paths.makeFolders()
        } catch {
            throw CommandError(error)
        }
    }

    /// Speaks for an area, through whichever way leads to it now.
    ///
    /// - Parameters:
    ///   - area: the area.
    ///   - isKept: whether the token that is kept is meant, whatever `$HEARTH_TOKEN` says.
    /// - Returns: what executes targets for it.
    /// - Throws: exit code 5 when nobody is signed in there.
    package func provider(for area: Area, isKept: Bool = false) async throws(CommandError) -> Provider {
        let manager = isKept ? areas : sessions
        if let url = area.lanURL, area.id == url || area.alias.contains("://") {
            // An address that is not kept: `$HEARTH_TOKEN` is all that is known of it.
            guard let token else { throw CommandError(SessionError(.signedOut(alias: url))) }
            let endpoint = FixedEndpoint(url, token: token, family: area.family, trust: area.trust)
            return Provider(
                endpoint: endpoint,
                transport: transport,
                plugins: plugins,
                configuration: configuration
            )
        }
        do throws(SessionError) {
            guard try await manager.token(of: area.id) != nil else {
                throw SessionError(.signedOut(alias: area.alias))
            }
        } catch {
            throw CommandError(error)
        }
        let connection = AreaConnection(
            areaID: area.id,
            manager: manager,
            transport: transport,
            monitor: monitor
        )
        return connection.provider(passwords: passwords, plugins: plugins, configuration: configuration)
    }

    /// Ends a session that is not kept; a server that cannot be told keeps it until it expires.
    func end(_ signedIn: NewArea) async {
        let area = signedIn.area
        guard let url = area.lanURL else { return }
        let endpoint = FixedEndpoint(url, token: signedIn.token, family: area.family, trust: area.trust)
        let provider = Provider(
            endpoint: endpoint,
            transport: transport,
            plugins: plugins,
            configuration: configuration
        )
        _ = try? await provider.request(SignOut())
    }

    /// Keeps the password of an encrypted folder for 72 hours, where the store of secrets may hold such.
    package func remember(_ password: String, drive: Drive, root: Int) async {
        do {
            try await passwords.remember(password, area: drive.area.id, root: root)
        } catch {
            let error = CommandError(error)
            output.detail(error.phrase)
        }
    }

    /// Forgets the password of an encrypted folder.
    package func forget(drive: Drive, root: Int) async {
        await passwords.forget(area: drive.area.id, root: root)
    }

    /// What watches the calls: with `-v` each is told, with `-vv` its headers too; secrets never are.
    private var plugins: [any Plugin] {
        guard options.verbosity > 0 else { return [] }
        return [
            LoggingPlugin(options.verbosity > 1 ? .headers : .lines) { [output] line in
                output.detail(Phrase(line, line))
            }
        ]
    }

    /// How providers of the command line behave.
    package var configuration: ProviderConfiguration {
        var configuration = ProviderConfiguration()
        // A link that breaks off a few times in a row ends no command; a server that is not there is told within seconds.
        configuration.retry = RetryPolicy(limit: 4, base: 0.2)
        configuration.language = options.language
        configuration.userAgent = "hearth"
        return configuration
    }
}
