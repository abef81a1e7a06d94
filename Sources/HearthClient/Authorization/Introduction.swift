import HearthWire

/// Asks a home, with a new token, where we are and who we have become.
struct Introduction: Sendable {
    let address: ServerAddress
    let trust: ServerTrust
    let transport: any Transport
    let family: APIFamily

    /// The area behind a token.
    ///
    /// - Parameters:
    ///   - token: as it was given.
    ///   - user: the person, where the reply with the token told; nil asks.
    ///   - alias: a wish; empty for the home's name.
    /// - Returns: the area, without anything of the cloud.
    /// - Throws: `.invalidReply` when nobody in the home is the token's; `.server`, `.transport`.
    func area(token: String, user: JSONValue?, alias: String) async throws(SessionError) -> Area {
        let detail = try await me(token, user?["user_id"]?.lenientInt)
        guard let userID = detail["user_id"]?.lenientInt else {
            throw SessionError(.invalidReply("the person has no number"))
        }
        let home = detail["area"] ?? .null
        let name = home["name"]?.string ?? ""
        func text(_ name: String) -> String { detail[name]?.string ?? user?[name]?.string ?? "" }
        return Area(
            homeID: home["id"]?.lenientText ?? "0",
            alias: alias.isEmpty && name.isEmpty ? address.host : alias,
            name: name,
            lanURL: address.description,
            accountName: text("account_name"),
            nickname: text("nickname"),
            userID: userID,
            trust: trust,
            isOwner: detail["is_owner"]?.bool ?? user?["is_owner"]?.bool ?? false,
            family: family
        )
    }

    /// The detail of the person that the token stands for (contract, 6.1.2).
    private func me(_ token: String, _ known: Int?) async throws(SessionError) -> JSONValue {
        if let known { return try await get("/users/\(known)", token) }
        let members = try await get("/users", token)["users"]?.array ?? []
        for member in members {
            guard let id = member["user_id"]?.lenientInt else { continue }
            let detail = try await get("/users/\(id)", token)
            if detail["is_self"]?.bool == true { return detail }
        }
        throw SessionError(.invalidReply("no member of the home is the one that signed in"))
    }

    private func get(_ path: String, _ token: String) async throws(SessionError) -> JSONValue {
        let call = DirectCall(transport: transport, trust: trust)
        // Newer hubs read the second header alone (contract, 6.1).
        let headers: HeaderFields = ["scope-token": token, "smart-assistant-token": token]
        return try await call.send(.get, "\(address)/api\(path)", headers: headers).data()
    }
}
