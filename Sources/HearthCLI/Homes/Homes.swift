package import HearthClient
import HearthCurl
import HearthWire
import Synchronization

/// The homes that this person's command line knows, and the ways to them.
package final class Homes: Sendable {
    /// The folders of settings and state.
    package let paths: ClientPaths
    /// The homes.
    package let areas: AreaManager
    /// Carries every request.
    package let transport: any Transport

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
        transport: (any Transport)? = nil
    ) throws(CommandError) {
        self.options = options
        self.output = output
        var variables: [String: String] = [:]
        for name in ["HEARTH_HOME", "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
            variables[name] = environment(name)
        }
        do throws(SessionError) {
            paths = try ClientPaths(environment: variables)
        } catch {
            throw CommandError(error)
        }
        token = environment("HEARTH_TOKEN").flatMap { $0.isEmpty ? nil : $0 }
        let store = FileSecretStore(path: paths.secretsFile)
        areas = AreaManager(storage: TOMLAreaStorage(path: paths.clientFile), secrets: store)
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
        let drive = Drive(area: area, provider: try await provider(for: area), language: options.language)
        return drives.withLock { drives in
            if let known = drives[area.id] { return known }
            drives[area.id] = drive
            return drive
        }
    }

    /// Speaks for an area.
    package func provider(for area: Area) async throws(CommandError) -> Provider {
        let kept: String?
        do throws(SessionError) {
            kept = try await areas.token(of: area.id)
        } catch {
            throw CommandError(error)
        }
        guard let token = token ?? kept else {
            throw CommandError(SessionError(.signedOut(alias: area.alias)))
        }
        let endpoint = FixedEndpoint(
            area.lanURL ?? "",
            token: token,
            family: area.family,
            trust: area.trust,
            areaID: area.homeID
        )
        return Provider(endpoint: endpoint, transport: transport, configuration: configuration)
    }

    /// How providers of the command line behave.
    package var configuration: ProviderConfiguration {
        var configuration = ProviderConfiguration()
        configuration.language = options.language
        configuration.userAgent = "hearth"
        return configuration
    }
}
