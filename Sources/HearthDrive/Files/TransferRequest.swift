import HearthWire

/// A copy or a move of several entries into one directory (wangpan-api, 4.7).
package struct TransferRequest: Sendable, Hashable {
    /// What to do.
    package enum Action: String, Sendable {
        /// Leave the sources where they are.
        case copy
        /// Take them away.
        case move
    }

    /// Copy or move.
    package let action: Action
    /// An existing directory.
    package let destination: ResourcePath
    /// What is copied or moved.
    package let selection: ResourceSelection
    /// What to do with a name that is taken; nil is the contract's refusal (10001).
    package let conflict: ConflictPolicy?
    /// `If-Match` tags, one of which every replaced file must have; empty = no condition.
    package let expected: [String]

    /// All parts are required.
    package init(
        action: Action,
        destination: ResourcePath,
        selection: ResourceSelection,
        conflict: ConflictPolicy?,
        expected: [String] = []
    ) {
        self.action = action
        self.destination = destination
        self.selection = selection
        self.conflict = conflict
        self.expected = expected
    }

    /// The same for paths one by one.
    package init(
        action: Action,
        destination: ResourcePath,
        sources: [ResourcePath],
        conflict: ConflictPolicy?,
        expected: [String] = []
    ) {
        self.init(
            action: action,
            destination: destination,
            selection: .paths(sources),
            conflict: conflict,
            expected: expected
        )
    }
}

/// What came of a copy or move.
package struct TransferOutcome: Sendable {
    /// The entries at their new places, without those that were skipped; of a whole directory the first thousand.
    package internal(set) var resources: [Resource] = []
    /// How many entries are at a new place.
    package internal(set) var count = 0
    /// Shared directories among what was moved that are no longer shared.
    package internal(set) var endedShares: [EndedShare] = []
}
