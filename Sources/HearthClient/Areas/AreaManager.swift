public import HearthWire

/// The homes that are known on this device, which of them is current, and their secrets' fate.
///
/// The storage is the truth: each call reads it, so that several programs can share it.
public actor AreaManager {
    /// Where tokens and passwords are.
    public nonisolated let secrets: any SecretStore

    private let storage: any AreaStorage
    let channels: any ChannelCache
    private var readers: [Int: AsyncStream<AreaEvent>.Continuation] = [:]
    private var nextReader = 0
    private var ending: Set<String> = []

    /// Takes what keeps areas, their secrets, and what was learnt of their channels.
    public init(
        storage: any AreaStorage,
        secrets: any SecretStore,
        channels: any ChannelCache = MemoryChannelCache()
    ) {
        self.storage = storage
        self.secrets = secrets
        self.channels = channels
    }

    deinit {
        for reader in readers.values { reader.finish() }
    }

    /// Every area, in the order in which they were added.
    public var areas: [Area] { get async throws(SessionError) { try await storage.load().areas } }

    /// The area that is meant when none is named; nil when there is none at all.
    public var current: Area? { get async throws(SessionError) { try await storage.load().current } }

    /// The area of an alias or a key.
    ///
    /// - Parameter name: nil for the current one.
    /// - Returns: the area.
    /// - Throws: `.noArea`.
    public func area(named name: String? = nil) async throws(SessionError) -> Area {
        let list = try await storage.load()
        guard let area = name.map({ list.area(named: $0) }) ?? list.current else {
            throw SessionError(.noArea(name: name))
        }
        return area
    }

    /// The token of an area; nil when nobody is signed in.
    public nonisolated func token(of id: String) async throws(SessionError) -> String? {
        try await secrets.text(.token(area: id))
    }

    /// Adds an area after its sign-in succeeded, or replaces the one of the same person in the same home.
    ///
    /// - Parameters:
    ///   - area: its alias is a wish: a number is added when another area has it.
    ///   - token: goes into the store of secrets.
    ///   - cloudSession: the value of the cloud's cookie; goes there too.
    ///   - makesCurrent: whether it becomes the current one; the only area is that anyway.
    /// - Returns: the area as it is kept.
    /// - Throws: with nothing added: an area without its token would be of no use.
    @discardableResult
    public func add(
        _ area: Area,
        token: String,
        cloudSession: String? = nil,
        makesCurrent: Bool = true
    ) async throws(SessionError) -> Area {
        let isNew = try await storage.load().area(named: area.id) == nil
        try await secrets.write(Array(token.utf8), for: .token(area: area.id))
        do throws(SessionError) {
            if let cloudSession {
                try await secrets.write(Array(cloudSession.utf8), for: .cloudSession(area: area.id))
            }
            let kept = try await storage.update { list throws(SessionError) in
                let kept = list.put(area)
                if makesCurrent { list.currentID = kept.id }
                return kept
            }
            tell(isNew ? .added(kept) : .changed(kept))
            if makesCurrent { tell(.currentChanged(kept)) }
            return kept
        } catch {
            if isNew { try? await secrets.removeAll(area: area.id) }
            throw error
        }
    }

    /// Makes an area the current one.
    ///
    /// - Throws: `.noArea`.
    @discardableResult
    public func use(_ name: String) async throws(SessionError) -> Area {
        let area = try await storage.update { list throws(SessionError) in
            guard let area = list.area(named: name) else { throw SessionError(.noArea(name: name)) }
            list.currentID = area.id
            return area
        }
        tell(.currentChanged(area))
        return area
    }

    /// Gives an area another alias.
    ///
    /// - Throws: `.noArea`, `.badAlias`, `.aliasTaken`.
    @discardableResult
    public func rename(_ name: String, to alias: String) async throws(SessionError) -> Area {
        guard AreaList.isAlias(alias) else { throw SessionError(.badAlias(alias)) }
        return try await change(name) { area, list throws(SessionError) in
            guard list.areas.allSatisfy({ $0.alias != alias || $0.id == area.id }) else {
                throw SessionError(.aliasTaken(alias))
            }
            area.alias = alias
        }
    }

    /// Notes what was learnt of an area, such as its address or its wireless network; key and alias stay.
    ///
    /// - Throws: `.noArea`.
    @discardableResult
    public func update(
        _ name: String,
        _ change: @escaping @Sendable (inout Area) -> Void
    ) async throws(SessionError) -> Area {
        try await self.change(name) { area, _ throws(SessionError) in
            let (id, alias) = (area.id, area.alias)
            change(&area)
            (area.id, area.alias) = (id, alias)
        }
    }

    /// Forgets an area with its token, its cloud session, its passwords and its cached channel.
    ///
    /// The area goes from the list first: secrets without an area do no harm, an area without its token does.
    ///
    /// - Throws: `.noArea`; `.secretStore` and its like when the area is gone and a secret is not.
    @discardableResult
    public func remove(_ name: String) async throws(SessionError) -> Area {
        let (area, wasCurrent) = try await storage.update { list throws(SessionError) in
            let current = list.current?.id
            guard let id = list.area(named: name)?.id, let area = list.take(id) else {
                throw SessionError(.noArea(name: name))
            }
            return (area, current == id)
        }
        tell(.removed(area))
        if wasCurrent { tell(.currentChanged(try await storage.load().current)) }
        await channels.remove(area: area.id)
        try await secrets.removeAll(area: area.id)
        return area
    }

    /// Makes the first area that is left the current one, as apps do after a session has ended.
    ///
    /// - Returns: nil when none is left: back to signing in.
    @discardableResult
    public func useFirstRemaining() async throws(SessionError) -> Area? {
        let area = try await storage.update { list throws(SessionError) in
            list.currentID = list.areas.first?.id
            return list.areas.first
        }
        tell(.currentChanged(area))
        return area
    }

    /// Ends the session of a token that the server no longer accepts.
    ///
    /// Forgets the token, the cloud session, the passwords and the cached channel. The area itself stays, so that its
    /// pinned key, its alias and its transfers are there at the next sign-in; an app that wants it gone calls
    /// ``remove(_:)`` and ``useFirstRemaining()``.
    ///
    /// - Parameters:
    ///   - id: the area's key.
    ///   - token: the one that was refused; another one than the area's own is an old session's and means nothing.
    ///   - code: 10016, 2008 or 2009.
    /// - Returns: whether the session ended with this call; only one of any number of equal calls says so.
    @discardableResult
    public func endSession(of id: String, token: String, code: WireCode) async -> Bool {
        let mark = id + "\u{0}" + token
        guard ending.insert(mark).inserted else { return false }
        defer { ending.remove(mark) }
        guard let area = try? await storage.load().area(named: id) else { return false }
        do throws(SessionError) {
            // In one step: a sign-in that ends meanwhile, here or in another program, keeps its token.
            guard try await secrets.removeAll(area: id, whereTokenIs: Array(token.utf8)) else { return false }
        } catch {
            // What cannot be forgotten is of no use all the same, unless it is another one now.
            guard let held = try? await secrets.text(.token(area: id)), held == token else { return false }
        }
        await channels.remove(area: id)
        tell(.sessionEnded(area, code))
        return true
    }

    /// What happens from now on; a reader that is more than 64 events behind loses the oldest.
    public func events() -> AsyncStream<AreaEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AreaEvent.self,
            bufferingPolicy: .bufferingNewest(64)
        )
        nextReader += 1
        let reader = nextReader
        readers[reader] = continuation
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            Task { await self.drop(reader) }
        }
        return stream
    }

    private func change(
        _ name: String,
        _ change: @escaping @Sendable (inout Area, AreaList) throws(SessionError) -> Void
    ) async throws(SessionError) -> Area {
        let area = try await storage.update { list throws(SessionError) in
            guard let id = list.area(named: name)?.id,
                let place = list.areas.firstIndex(where: { $0.id == id })
            else { throw SessionError(.noArea(name: name)) }
            var area = list.areas[place]
            try change(&area, list)
            list.areas[place] = area
            return area
        }
        tell(.changed(area))
        return area
    }

    private func tell(_ event: AreaEvent) {
        for reader in readers.values { reader.yield(event) }
    }

    private func drop(_ reader: Int) { readers[reader] = nil }
}
