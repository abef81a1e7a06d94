import HearthDrive
import HearthSQL
import HearthTesting
import Testing

@Suite("Authorisation of devices", .timeLimit(.minutes(10)))
struct DeviceGrantTests {
    @Test("a device waits, is let in, and gets its session once")
    func allowed() async throws {
        let fixture = try await DriveFixture.make()
        let authorizations = fixture.drive.authorizations
        let grant = try await authorizations.start(.commandLine, clientName: "TV", address: "10.0.0.9")
        #expect(grant.expiresIn == 600 && grant.interval == 5 && grant.deviceCode.utf8.count == 43)
        #expect(await refusal { _ = try await fixture.poll(grant) } == "authorization_pending")
        let device = try #require(
            try await authorizations.device(showing: grant.userCode, address: "10.0.0.5")
        )
        #expect(device.client == .commandLine && device.clientName == "TV")
        guard case .device(let id) = Consent(device).subject else { return }
        let wrong = await code {
            _ = try await authorizations.allow(
                device: id,
                accountName: "owner",
                password: "no",
                address: "10.0.0.5"
            )
        }
        #expect(wrong == 5_001)
        let isDone = try await authorizations.allow(
            device: id,
            accountName: "owner",
            password: DriveFixture.password,
            address: "10.0.0.5"
        )
        #expect(isDone)
        #expect(try await authorizations.device(showing: grant.userCode, address: "10.0.0.5") == nil)
        #expect(try await authorizations.deny(device: id) == false)
        #expect(await refusal { _ = try await fixture.poll(grant, client: .phone) } == "invalid_grant")
        let issued = try await fixture.poll(grant)
        #expect(try await fixture.drive.sessions.caller(token: issued.token).user.accountName == "owner")
        #expect(try await fixture.drive.sessions.list(of: issued.user.id).contains { $0.client == "TV" })
        #expect(await refusal { _ = try await fixture.poll(grant) } == "invalid_grant")
    }

    @Test("of several polls at once one gets the session")
    func race() async throws {
        let fixture = try await DriveFixture.make()
        let grant = try await fixture.allowedDevice()
        let tokens = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { (try? await fixture.poll(grant)) == nil ? 0 : 1 } }
            return await group.reduce(0, +)
        }
        #expect(tokens == 1)
    }

    @Test("a device turned away hears so")
    func denied() async throws {
        let fixture = try await DriveFixture.make()
        let authorizations = fixture.drive.authorizations
        let grant = try await authorizations.start(.phone, clientName: "x", address: "10.0.0.9")
        let device = try #require(
            try await authorizations.device(showing: grant.userCode, address: "10.0.0.5")
        )
        guard case .device(let id) = Consent(device).subject else { return }
        #expect(try await authorizations.deny(device: id))
        for _ in 0..<2 {
            #expect(await refusal { _ = try await fixture.poll(grant, client: .phone) } == "access_denied")
        }
        let late = try await authorizations.allow(
            device: id,
            accountName: "owner",
            password: DriveFixture.password,
            address: "10.0.0.5"
        )
        #expect(!late)
        #expect(await refusal { _ = try await fixture.poll(grant, client: .phone) } == "access_denied")
    }

    @Test("who asks too often waits longer each time")
    func pace() async throws {
        let fixture = try await DriveFixture.make()
        let grant = try await fixture.drive.authorizations.start(
            .commandLine,
            clientName: "x",
            address: "10.0.0.9"
        )
        func after(_ seconds: Int) async -> String? {
            fixture.clock.advance(by: .seconds(seconds))
            return await refusal { _ = try await fixture.poll(grant) }
        }
        #expect(await after(0) == "authorization_pending")
        #expect(await after(4) == "slow_down")
        #expect(await after(9) == "slow_down", "ten seconds by now")
        #expect(await after(15) == "authorization_pending")
        #expect(await after(15) == "authorization_pending")
        fixture.clock.advance(by: .seconds(-100))
        #expect(await after(0) == "authorization_pending", "a clock put back slows nobody down")
    }

    @Test("ten minutes, also over a restart; then the time is over, then nobody knows it")
    func expiry() async throws {
        var fixture = try await DriveFixture.make()
        let grant = try await fixture.drive.authorizations.start(
            .commandLine,
            clientName: "x",
            address: "10.0.0.9"
        )
        let late = try await fixture.allowedDevice()
        fixture.clock.advance(by: .seconds(599))
        fixture = try await fixture.restarted()
        #expect(await refusal { _ = try await fixture.poll(grant) } == "authorization_pending")
        #expect(
            try await fixture.drive.authorizations.device(showing: grant.userCode, address: "10.0.0.5") != nil
        )
        fixture.clock.advance(by: .seconds(1))
        #expect(await refusal { _ = try await fixture.poll(grant) } == "expired_token")
        #expect(await refusal { _ = try await fixture.poll(late) } == "expired_token")
        #expect(
            try await fixture.drive.authorizations.device(showing: grant.userCode, address: "10.0.0.5") == nil
        )
        fixture.clock.advance(by: .seconds(600))
        try await fixture.drive.authorizations.clean()
        #expect(await refusal { _ = try await fixture.poll(grant) } == "invalid_grant")
        #expect(try await fixture.count("device_grants") == 0)
    }

    @Test("another password takes back what was allowed with the old one")
    func revoked() async throws {
        let fixture = try await DriveFixture.make()
        let grant = try await fixture.allowedDevice()
        try await fixture.drive.people.setPassword("another password", of: fixture.owner.user.id)
        #expect(await refusal { _ = try await fixture.poll(grant) } == "invalid_grant")
    }

    @Test("guesses are slowed down by network, and a code of one's own buys no more of them")
    func guesses() async throws {
        let fixture = try await DriveFixture.make()
        let authorizations = fixture.drive.authorizations
        let own = try await authorizations.start(.commandLine, clientName: "x", address: "10.0.0.9")
        let guess = try #require(UserCode(typed: "BCDF-GHJK"))
        func look(_ code: UserCode, _ address: String) async -> Int? {
            await failureCode { _ = try await authorizations.device(showing: code, address: address) }
        }
        for _ in 0..<20 { #expect(await look(own.userCode, "10.0.0.8") == nil, "finding one never counts") }
        for _ in 0..<5 {
            #expect(await look(guess, "10.0.0.8") == nil)
            #expect(await look(own.userCode, "10.0.0.8") == nil)
        }
        #expect(await look(guess, "10.0.0.8") == nil)
        #expect(await look(own.userCode, "10.0.0.8") == 90_001)
        #expect(await look(own.userCode, "10.0.0.7") == nil)
        for n in 0..<6 { #expect(await look(guess, "2001:db8::\(n)") == nil) }
        #expect(await look(guess, "2001:db8::ffff") == 90_001)
        #expect(await look(guess, "2001:db8:0:1::1") == nil)
    }

    @Test("an address cannot fill the table")
    func bounded() async throws {
        let fixture = try await DriveFixture.make()
        func start(_ address: String) async -> Int? {
            await code {
                _ = try await fixture.drive.authorizations.start(
                    .commandLine,
                    clientName: "",
                    address: address
                )
            }
        }
        for n in 0..<20 { #expect(await start("2001:db8::\(n)") == nil) }
        #expect(await start("2001:db8::99") == 90_001)
        #expect(await start("10.0.0.9") == nil)
        fixture.clock.advance(by: .seconds(600))
        #expect(await start("2001:db8::99") == nil)
    }

    @Test("nor by turning its own devices away")
    func boundedWhenDenied() async throws {
        let fixture = try await DriveFixture.make()
        let authorizations = fixture.drive.authorizations
        for _ in 0..<20 {
            let grant = try await authorizations.start(.commandLine, clientName: "", address: "10.0.0.9")
            let device = try await authorizations.device(showing: grant.userCode, address: "10.0.0.9")
            guard case .device(let id) = Consent(try #require(device)).subject else { return }
            #expect(try await authorizations.deny(device: id))
        }
        let refused = await code {
            _ = try await authorizations.start(.commandLine, clientName: "", address: "10.0.0.9")
        }
        #expect(refused == 90_001)
    }

    @Test("only hashes are kept of both codes")
    func hashed() async throws {
        let fixture = try await DriveFixture.make()
        let grant = try await fixture.drive.authorizations.start(
            .commandLine,
            clientName: "x",
            address: "10.0.0.9"
        )
        let row = try await fixture.database.read { session in
            try session.first("SELECT device_code, user_code FROM device_grants").map {
                (try $0.blob(0), try $0.blob(1))
            }
        }
        let stored = try #require(row)
        #expect(stored.0.count == 32 && stored.1.count == 32)
        #expect(stored.0 != Array(grant.deviceCode.utf8))
    }
}
