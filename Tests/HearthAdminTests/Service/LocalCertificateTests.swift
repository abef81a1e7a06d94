import Glibc
import HearthConcurrency
import HearthCrypto
import HearthHTTP
import HearthLog
import HearthServer
import HearthTesting
import Synchronization
import Testing

@Suite("The home's own certificate", .timeLimit(.minutes(10)))
struct LocalCertificateTests {
    private static let day: Int64 = 86_400
    private static let loopback: [[UInt8]] = [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]]

    /// A machine whose clock, name and addresses the test sets.
    private final class Machine: Sendable {
        let temporary: TemporaryDirectory
        let clock = ManualClock(now: 1_800_000_000)
        let names = Mutex(MachineNames(host: "attic", addresses: [[192, 168, 1, 5]]))
        let data: DataDirectory
        let local: LocalCertificate

        init() throws {
            temporary = try TemporaryDirectory()
            data = DataDirectory(path: temporary.path)
            let box = NameBox()
            local = LocalCertificate(data: data, clock: clock, machine: { box.names() })
            box.set { [weak self] in self?.names.withLock { $0 } ?? MachineNames(host: "", addresses: []) }
        }

        func become(_ host: String, _ addresses: [[UInt8]]) {
            names.withLock { $0 = MachineNames(host: host, addresses: addresses) }
        }

        func mode(_ path: String) -> UInt32 {
            var status = stat()
            return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
        }
    }

    /// Lets a machine be asked that is not yet made.
    private final class NameBox: Sendable {
        /// A type of its own: a function that lies in a lock by itself is wrapped once more with every look.
        private struct Source {
            var names: (@Sendable () -> MachineNames)?
        }

        private let source = Mutex(Source())
        func set(_ made: @escaping @Sendable () -> MachineNames) { source.withLock { $0.names = made } }
        func names() -> MachineNames {
            source.withLock { $0.names }?() ?? MachineNames(host: "", addresses: [])
        }
    }

    @Test("init makes all of it, and again changes nothing")
    func make() throws {
        let machine = try Machine()
        #expect(!machine.local.exists)
        #expect(try machine.local.state() == nil)
        #expect(try machine.local.renew() == nil)
        let made = try machine.local.make()
        #expect(made.change == .made)
        #expect(made.server.names.hosts == ["attic", "attic.local", "localhost"])
        #expect(made.server.names.addresses == Self.loopback + [[192, 168, 1, 5]])
        #expect(made.server.isIssued(by: made.authority))
        #expect(made.server.notAfter - made.server.notBefore == 397 * Self.day)
        #expect(made.authority.permittedHosts == LocalCertificate.homeSubtrees + ["attic"])
        #expect(machine.mode(machine.data.keys) == 0o700)
        for path in [machine.data.authorityFile, machine.data.certificateFile] {
            #expect(machine.mode(path) == 0o600)
        }
        #expect(machine.mode(machine.data.authorityCertificate) == 0o644)
        let published = try #require(
            try OperatorFiles.read(machine.data.authorityCertificate, limit: 1 << 20)
        )
        #expect(CertificateKey(pem: published) == nil)
        let again = try machine.local.make()
        #expect(again.change == .none)
        #expect(try again.server.der() == made.server.der())
    }

    @Test("new addresses and another name renew it, key and authority stay")
    func names() throws {
        let machine = try Machine()
        let made = try machine.local.make()
        machine.become("attic", [[192, 168, 1, 5], [10, 0, 0, 9]])
        let second = try #require(try machine.local.renew())
        #expect(second.change == .renewed)
        #expect(second.server.names.addresses.contains([10, 0, 0, 9]))
        #expect(try second.server.keyFingerprint() == made.server.keyFingerprint())
        #expect(try second.authority.der() == made.authority.der())
        // What went away does no harm until the next renewal.
        machine.become("attic", [[10, 0, 0, 9]])
        #expect(try machine.local.renew()?.change == LocalCertificate.Change.none)
        machine.become("cellar", [[10, 0, 0, 9]])
        let third = try #require(try machine.local.renew())
        #expect(third.change == .renewed)
        #expect(third.server.names.hosts == ["cellar.local", "localhost"])
        #expect(third.leftOut == ["cellar"])
        #expect(try third.server.keyFingerprint() == made.server.keyFingerprint())
    }

    @Test("it is renewed thirty days before its end, or when the clock was wrong")
    func time() throws {
        let machine = try Machine()
        let made = try machine.local.make()
        machine.clock.set(made.server.notAfter - 30 * Self.day)
        #expect(try machine.local.renew()?.change == LocalCertificate.Change.none)
        machine.clock.set(made.server.notAfter - 30 * Self.day + 1)
        let second = try #require(try machine.local.renew())
        #expect(second.change == .renewed)
        #expect(second.server.notAfter == machine.clock.now - 3_600 + 397 * Self.day)
        machine.clock.set(second.server.notBefore - 1)
        #expect(try machine.local.renew()?.change == .renewed)
        #expect(try machine.local.renew()?.server.keyFingerprint() == made.server.keyFingerprint())
    }

    @Test("with the authority's end near, nothing is renewed over and over")
    func authorityEnd() throws {
        let machine = try Machine()
        let end = try machine.local.make().authority.notAfter
        machine.clock.set(end - 60 * Self.day)
        #expect(try machine.local.renew()?.server.notAfter == end)
        machine.clock.set(end - 5 * Self.day)
        #expect(try machine.local.renew()?.change == LocalCertificate.Change.none)
        let fresh = try machine.local.make(force: true)
        #expect(fresh.authority.notAfter > end)
    }

    @Test("names that were asked for stay until others are")
    func given() throws {
        let machine = try Machine()
        let made = try machine.local.make(names: ["Drive", "drive.example.org.", "10.1.1.1", "fd00::7"])
        #expect(
            made.server.names.hosts == [
                "attic", "attic.local", "localhost", "drive", "drive.local", "drive.example.org",
            ]
        )
        let six: [UInt8] = [0xFD] + [UInt8](repeating: 0, count: 14) + [7]
        #expect(made.server.names.addresses == Self.loopback + [[10, 1, 1, 1], six, [192, 168, 1, 5]])
        #expect(made.authority.permittedHosts.suffix(3) == ["attic", "drive", "drive.example.org"])
        machine.become("attic", [[192, 168, 1, 6]])
        #expect(try machine.local.renew()?.server.names.hosts == made.server.names.hosts)
        #expect(try machine.local.make().change == .none)
        let fewer = try machine.local.make(names: ["www.drive.example.org"])
        #expect(fewer.change == .renewed)
        #expect(
            fewer.server.names.hosts == ["attic", "attic.local", "localhost", "www.drive.example.org"]
        )
    }

    @Test("names the authority may not vouch for are refused; one without dots is left out")
    func foreign() throws {
        let machine = try Machine()
        let made = try machine.local.make()
        let error = #expect(throws: ServiceError.self) {
            try machine.local.make(names: ["bank.example"])
        }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("--force") == true)
        #expect(try machine.local.state()?.server.der() == made.server.der())
        let left = try machine.local.make(names: ["films"])
        #expect(left.leftOut == ["films"])
        #expect(left.server.names.hosts.last == "films.local")
        for name in ["a b", "", "x,IP:1.2.3.4", "a_b", "1.2.3", "*.local"] {
            #expect(throws: ServiceError.self, "\(name)") { try machine.local.make(names: [name]) }
        }
        let forced = try machine.local.make(names: ["bank.example"], force: true)
        #expect(forced.change == .made)
        #expect(forced.server.names.hosts.contains("bank.example"))
        #expect(try forced.server.keyFingerprint() != made.server.keyFingerprint())
        #expect(try forced.authority.der() != made.authority.der())
    }

    @Test("damage is told, never repaired with other keys")
    func damage() throws {
        let machine = try Machine()
        try machine.local.make()
        let right = try #require(try OperatorFiles.read(machine.data.certificateFile, limit: 1 << 20))
        for bytes in [[], Array("x".utf8), Array(right.prefix(300))] {
            try OperatorFiles.write(bytes, to: machine.data.certificateFile, mode: 0o600)
            #expect(throws: ServiceError.self) { try machine.local.renew() }
            #expect(throws: ServiceError.self) { try machine.local.make() }
            #expect(throws: ServiceError.self) { try machine.local.state() }
        }
        try OperatorFiles.write(right, to: machine.data.certificateFile, mode: 0o600)
        #expect(try machine.local.make().change == .none)
        unlink(machine.data.authorityFile)
        #expect(throws: ServiceError.self) { try machine.local.renew() }
        #expect(try machine.local.make(force: true).change == .made)
    }

    @Test("no authority is made while the clock is years behind")
    func clock() throws {
        let machine = try Machine()
        machine.clock.set(1_000)
        #expect(throws: ServiceError.self) { try machine.local.make() }
        #expect(!machine.local.exists)
    }

    @Test("the keeper gives the listener what changed, and only that")
    func keeper() throws {
        let machine = try Machine()
        let applied = Mutex(0)
        let sink = MemorySink()
        let keeper = CertificateKeeper(local: machine.local, log: Logger(label: "test", sink: sink)) {
            files in
            #expect(files.certificatePath == machine.data.certificateFile)
            applied.withLock { $0 += 1 }
        }
        try keeper.look()
        #expect(applied.withLock { $0 } == 0 && keeper.trust == nil)
        let state = try keeper.make(names: nil, force: false)
        #expect(applied.withLock { $0 } == 1)
        #expect(try keeper.trust?.keyFingerprint == state.server.keyFingerprint().grouped)
        try keeper.look()
        #expect(applied.withLock { $0 } == 1)
        machine.become("attic", [[10, 0, 0, 7]])
        try keeper.look()
        #expect(applied.withLock { $0 } == 2)
        try keeper.look(always: true)
        #expect(applied.withLock { $0 } == 3)
    }

    @Test("what the listener could not take is given to it again")
    func repeated() throws {
        let machine = try Machine()
        let tries = Mutex(0)
        let isFailing = Mutex(false)
        let log = Logger(label: "test", sink: MemorySink())
        let keeper = CertificateKeeper(local: machine.local, log: log) { _ throws(HTTPError) in
            tries.withLock { $0 += 1 }
            if isFailing.withLock({ $0 }) { throw HTTPError(.io, "no descriptor left") }
        }
        try keeper.make(names: nil, force: false)
        isFailing.withLock { $0 = true }
        machine.become("attic", [[10, 0, 0, 7]])
        #expect(throws: HTTPError.self) { try keeper.look() }
        isFailing.withLock { $0 = false }
        try keeper.look()
        #expect(tries.withLock { $0 } == 3)
        try keeper.look()
        #expect(tries.withLock { $0 } == 3)
    }

    @Test("a running keeper notices another address, and says once what keeps it from renewing")
    func watching() async throws {
        let machine = try Machine()
        let pool = ThreadPool(name: "keeper-test", threads: 2)
        defer { pool.stop() }
        let applied = Mutex(0)
        let sink = MemorySink()
        let keeper = CertificateKeeper(local: machine.local, log: Logger(label: "test", sink: sink)) { _ in
            applied.withLock { $0 += 1 }
        }
        try keeper.make(names: nil, force: false)
        let task = Task(executorPreference: pool) { await keeper.run(every: .milliseconds(5), on: pool) }
        machine.become("attic", [[10, 0, 0, 7]])
        while applied.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try machine.local.state()?.server.names.addresses.contains([10, 0, 0, 7]) == true)
        let authority = try #require(try OperatorFiles.read(machine.data.authorityFile, limit: 1 << 20))
        try OperatorFiles.write([], to: machine.data.authorityFile, mode: 0o600)
        func complaints() -> Int { sink.lines.filter { $0.contains("could not be renewed") }.count }
        while complaints() == 0 { try await Task.sleep(for: .milliseconds(5)) }
        try OperatorFiles.write(authority, to: machine.data.authorityFile, mode: 0o600)
        machine.become("attic", [[10, 0, 0, 8]])
        while applied.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await task.value
        #expect(complaints() == 1)
    }

    @Test("a profile is the same for the same authority")
    func profile() throws {
        let machine = try Machine()
        let first = try TrustMaterial(machine.local.make())
        machine.become("attic", [[10, 0, 0, 7]])
        let second = try TrustMaterial(machine.local.make())
        #expect(first.mobileConfiguration == second.mobileConfiguration)
        #expect(first.authorityFingerprint == second.authorityFingerprint)
        let other = try TrustMaterial(machine.local.make(force: true))
        #expect(first.mobileConfiguration != other.mobileConfiguration)
    }
}
