import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthWire

/// Devices that show a code which is typed in elsewhere (RFC 8628).
extension Authorizations {
    /// Seconds in which the code can be typed in.
    package static let deviceLifetime: Int64 = 600
    /// Seconds that a device waits between two questions, until it is told to wait longer.
    package static let pollInterval: Int64 = 5
    /// The longest that a device is made to wait between two questions, in seconds.
    private static let longestInterval: Int64 = 60
    /// A device that still asks is told for so many seconds more that its time is over.
    static let deviceMemory: Int64 = 600
    /// Devices that can wait at one address.
    static let devicesPerAddress: Int64 = 20
    /// Devices that can wait in all.
    static let devicesInAll: Int64 = 1_000

    private enum State: String {
        case pending, allowed, denied
    }

    /// Begins to wait for a person's answer.
    ///
    /// - Throws: 90001 when many devices wait at that address, 90007 when too many wait in all; 90008 when there is no
    ///   owner yet.
    package func start(
        _ client: OAuthClient,
        clientName: String,
        address: String
    ) async throws -> DeviceGrant {
        let origin = AddressGroup.of(address)
        let deviceCode = Base64URL.encode(try SecureRandom.bytes(32))
        let digest = try SHA256.hash(Array(deviceCode.utf8)).bytes
        let now = clock.now
        // One code in some thirty million attempts is in use already.
        for attempt in 1... {
            let userCode = try UserCode()
            let seal = try seal(userCode)
            do {
                try await database.write { session in
                    guard try Members.owner(session) != nil else { throw DriveError(.notSetUp) }
                    try Self.requireRoom(origin, now, session)
                    try session.run(
                        "INSERT INTO device_grants "
                            + "(device_code, user_code, origin, client, client_name, poll_interval, expires) "
                            + "VALUES (?, ?, ?, ?, ?, ?, ?)",
                        digest,
                        seal,
                        origin,
                        client.id,
                        clientName,
                        Self.pollInterval,
                        now + Self.deviceLifetime
                    )
                }
            } catch let error as SQLError where error.isUniqueViolation && attempt < 4 {
                continue
            }
            return DeviceGrant(
                deviceCode: deviceCode,
                userCode: userCode,
                expiresIn: Self.deviceLifetime,
                interval: Self.pollInterval
            )
        }
        throw DriveError(.busy)
    }

    /// The device that shows a code.
    ///
    /// - Returns: nil when no device waits with that code; that counts as a guess.
    /// - Throws: 90001 after too many guesses.
    package func device(showing code: UserCode, address: String) async throws -> WaitingDevice? {
        let origin = AddressGroup.of(address)
        // Counted by address alone: nobody shall keep those out who have a code. The control character keeps it apart from
        // every account's name.
        let account = "\u{1}device|\(origin)"
        try await throttle.begin(account: account, address: origin)
        let seal = try seal(code)
        let now = clock.now
        let found = try await database.read { session in
            try session.first(
                "SELECT id, client, client_name FROM device_grants "
                    + "WHERE user_code = ? AND state = 'pending' AND expires > ?",
                seal,
                now
            ).map { (Int(try $0.int(0)), try $0.text(1), try $0.text(2)) }
        }
        guard let (id, name, clientName) = found, let client = OAuthClient.named(name) else { return nil }
        // Only this attempt: anybody can have a code of his own, and shall not buy guesses at others with it.
        try await throttle.takeBack(account: account, address: origin)
        return WaitingDevice(id: id, client: client, clientName: clientName)
    }

    /// Lets a device in as the person whose password was typed.
    ///
    /// - Returns: false when the device waits no more.
    /// - Throws: what ``People/verify(accountName:password:address:)`` throws.
    package func allow(
        device id: Int,
        accountName: String,
        password: String,
        address: String
    ) async throws -> Bool {
        let person = try await people.verify(accountName: accountName, password: password, address: address)
        let now = clock.now
        let isWaiting = try await database.write { session in
            try person.requireUnchanged(session)
            return try session.run(
                "UPDATE device_grants SET state = 'allowed', user = ? "
                    + "WHERE id = ? AND state = 'pending' AND expires > ?",
                person.user.id,
                id,
                now
            ) > 0
        }
        try await people.upgrade(password, of: person)
        return isWaiting
    }

    /// Turns a device away.
    ///
    /// - Returns: false when the device waits no more.
    package func deny(device id: Int) async throws -> Bool {
        let now = clock.now
        return try await database.write { session in
            try session.run(
                "UPDATE device_grants SET state = 'denied' WHERE id = ? AND state = 'pending' AND expires > ?",
                id,
                now
            ) > 0
        }
    }

    /// Answers a device that asks how its question stands.
    ///
    /// - Returns: its session, this once: the device code is used up then.
    /// - Throws: ``OAuthError``: `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid_grant`.
    package func poll(deviceCode: String, client: OAuthClient) async throws -> IssuedToken {
        let digest = try SHA256.hash(Array(deviceCode.utf8)).bytes
        let token = try sessions.prepare()
        let now = clock.now
        let outcome: PollOutcome = try await database.write { [sessions] session in
            let found = try session.first(
                "SELECT id, client, client_name, state, user, poll_interval, polled, expires FROM device_grants "
                    + "WHERE device_code = ?",
                digest
            )
            guard let row = found, try row.text(1) == client.id else { return .refused(Self.unknownDevice) }
            let id = try row.int(0)
            if try row.int(7) <= now {
                return .refused(OAuthError(.expiredToken, "Nobody answered in time."))
            }
            switch State(rawValue: try row.text(3)) {
            case .denied: return .refused(OAuthError(.accessDenied, "The person said no."))
            case .allowed:
                try session.run("DELETE FROM device_grants WHERE id = ?", id)
                guard let user = try row.optionalInt(4),
                    let member = try User.ableToSignIn(Int(user), session)
                else { return .refused(Self.unknownDevice) }
                return .issued(try sessions.insert(token, of: member, client: try row.text(2), session))
            default:
                return .refused(
                    try Self.wait(id, interval: row.int(5), last: row.optionalInt(6), now, session)
                )
            }
        }
        switch outcome {
        case .issued(let issued): return issued
        case .refused(let error): throw error
        }
    }

    private enum PollOutcome: Sendable {
        case issued(IssuedToken)
        case refused(OAuthError)
    }

    private static let unknownDevice = OAuthError(.invalidGrant, "The device code is unknown or used.")

    /// Notes when a device asked, and what it is to hear: that it waits, or that it asks too often.
    private static func wait(
        _ id: Int64,
        interval: Int64,
        last: Int64?,
        _ now: Int64,
        _ session: any SQLSession
    ) throws -> OAuthError {
        // A clock that was put back makes nobody too quick.
        let isTooSoon = last.map { $0 <= now && now - $0 < interval } ?? false
        try session.run(
            "UPDATE device_grants SET polled = ?, poll_interval = ? WHERE id = ?",
            now,
            isTooSoon ? min(interval + 5, longestInterval) : interval,
            id
        )
        return isTooSoon
            ? OAuthError(.slowDown, "Ask less often: wait five seconds more each time.")
            : OAuthError(.authorizationPending, "Nobody has answered yet.")
    }

    private static func requireRoom(_ origin: String, _ now: Int64, _ session: any SQLSession) throws {
        let here = try session.first(
            // Those that were turned away count too, or whoever begins and refuses in turn would fill the table.
            "SELECT count(*), min(expires) FROM device_grants WHERE origin = ? AND expires > ?",
            origin,
            now
        )
        if let here, try here.int(0) >= devicesPerAddress {
            throw DriveError(.throttled, retryAfter: max(1, try here.int(1) - now))
        }
        let all = try session.first("SELECT count(*) FROM device_grants WHERE expires > ?", now)
        if let all, try all.int(0) >= devicesInAll { throw DriveError(.busy, retryAfter: 60) }
    }

    private func seal(_ code: UserCode) throws -> [UInt8] {
        try HMACSHA256.authenticate(Array("hearth user code ".utf8) + code.bytes, key: secret)
    }
}
