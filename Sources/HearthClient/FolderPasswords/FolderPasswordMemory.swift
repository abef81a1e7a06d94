#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Remembers passwords of encrypted folders for 72 hours from their entry (contract, 10.5).
///
/// Using a password does not lengthen its life. Where the store of secrets may hold passwords they outlive the process;
/// elsewhere they go with it, and the server's own unlock of 72 hours takes their place (`PATCH folders/{path}`).
public actor FolderPasswordMemory {
    /// How long a password is remembered, in seconds.
    public static let lifetime: Double = 72 * 3600

    private struct Entry: Codable {
        var password: String
        /// Seconds since 1970 on this device's clock.
        var entered: Double
    }

    private struct Remembered {
        var entry: Entry
        /// On the clock that never jumps.
        var elapsed: Double
    }

    private struct Place: Hashable {
        var area: String
        var root: Int
    }

    private let secrets: any SecretStore
    private let clock: ClientClock
    private var remembered: [Place: Remembered] = [:]

    /// Takes where passwords may be kept.
    public init(secrets: any SecretStore, clock: ClientClock = .system) {
        self.secrets = secrets
        self.clock = clock
    }

    /// Remembers a password that the server has accepted, from now on.
    ///
    /// - Throws: `.secretStore` when it could not be kept beyond this process.
    public func remember(_ password: String, area: String, root: Int) async throws(SessionError) {
        let entry = Entry(password: password, entered: clock.wall())
        remembered[Place(area: area, root: root)] = Remembered(entry: entry, elapsed: clock.elapsed())
        guard await secrets.holdsFolderPasswords, let data = try? JSONEncoder().encode(entry) else { return }
        try await secrets.write(Array(data), for: .folderPassword(area: area, root: root))
    }

    /// The password of a root; nil when it was not entered within 72 hours.
    public func password(area: String, root: Int) async -> String? {
        let place = Place(area: area, root: root)
        if let held = remembered[place] {
            if clock.elapsed() - held.elapsed < Self.lifetime, isFresh(held.entry) {
                return held.entry.password
            }
            await forget(area: area, root: root)
            return nil
        }
        let key = SecretKey.folderPassword(area: area, root: root)
        guard await secrets.holdsFolderPasswords, let bytes = try? await secrets.read(key) else { return nil }
        // One that was entered while the store was asked is newer than what the store had.
        if let held = remembered[place] { return held.entry.password }
        guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(bytes)), isFresh(entry) else {
            await forget(area: area, root: root)
            return nil
        }
        // What has passed before this process began counts.
        let age = clock.wall() - entry.entered
        remembered[place] = Remembered(entry: entry, elapsed: clock.elapsed() - age)
        return entry.password
    }

    /// Forgets a password: locked by the person, or refused by the server with 20009.
    public func forget(area: String, root: Int) async {
        remembered[Place(area: area, root: root)] = nil
        guard await secrets.holdsFolderPasswords else { return }
        try? await secrets.remove(.folderPassword(area: area, root: root))
    }

    /// Forgets a password unless another one was entered meanwhile.
    func forget(area: String, root: Int, ifStill password: String) async {
        let held = remembered[Place(area: area, root: root)]?.entry.password
        guard held == nil || held == password else { return }
        await forget(area: area, root: root)
    }

    /// Forgets what is in this process of an area; the area's removal does the rest.
    public func forgetAll(area: String) {
        remembered = remembered.filter { $0.key.area != area }
    }

    /// An entry from the future means that the clock was set back: nobody knows how long ago it was.
    private func isFresh(_ entry: Entry) -> Bool {
        let age = clock.wall() - entry.entered
        return age >= 0 && age < Self.lifetime
    }
}
