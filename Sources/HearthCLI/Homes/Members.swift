package import HearthClient

/// Members of a home by the names that people use for them.
package struct Members: Sendable {
    /// All of them.
    package let list: [Member]

    /// Asks the home.
    package init(_ drive: Drive) async throws(CommandError) {
        list = try await drive.call(ListMembers()).members
    }

    /// The member of an account name, a nickname, or a number.
    ///
    /// - Throws: exit code 3 for nobody, 9 for several.
    package func member(_ name: String) throws(CommandError) -> Member {
        let accounts = list.filter { $0.accountName.lowercased() == name.lowercased() }
        let nicknames = list.filter { $0.nickname == name }
        let numbers = list.filter { String($0.id) == name }
        guard let found = [accounts, nicknames, numbers].first(where: { !$0.isEmpty }) else {
            throw CommandError(.notFound, "没有成员“\(name)”", "there is no member '\(name)'")
        }
        guard found.count == 1, let member = found.first else {
            throw CommandError(
                .clash,
                "有多个成员名为“\(name)”",
                "several members are called '\(name)'; use the account's name"
            )
        }
        return member
    }
}
