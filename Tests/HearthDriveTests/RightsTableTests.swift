@testable import HearthDrive
import HearthSQL
import HearthStorage
import HearthTesting
import Testing

/// The fixpoint alone, without a disk.
@Suite("The table of rights")
struct RightsTableTests {
    private static func path(_ text: String) throws -> VolumePath {
        try #require(VolumePath(bytes: Array(text.utf8)))
    }

    /// Roots 1…n at the paths given; those below another are shared directories.
    private static func table(
        _ paths: [String],
        members: [(root: Int, user: Int, Rights)],
        shares: [(root: Int, from: Int, to: Int, Rights)]
    ) throws -> RightsTable {
        let roots = try paths.enumerated().map { index, text in
            Root(
                id: index + 1,
                kind: text.contains("/") ? .direct : .managed,
                mode: 2,
                partition: Partitions.Key(pool: "p", name: "q"),
                path: try path(text)
            )
        }
        return RightsTable(
            roots: roots,
            members: members.map { RightsTable.MemberRow(root: $0.root, user: $0.user, rights: $0.2) },
            shares: shares.enumerated().map { index, share in
                RightsTable.ShareRow(
                    id: index + 1,
                    root: share.root,
                    user: share.to,
                    granter: share.from,
                    rights: share.3,
                    created: 0
                )
            }
        )
    }

    @Test("a share counts up to what its granter has, by membership or by another share")
    func chain() throws {
        let shares: [(Int, Int, Int, Rights)] = [(2, 1, 2, .all), (2, 2, 3, .all), (3, 3, 4, .all)]
        for (base, expected) in [
            (Rights.all, Rights.all), ([.read, .write], [.read, .write]), (.read, .read), ([], nil),
            ([.write, .delete], nil),
        ] as [(Rights, Rights?)] {
            let table = try Self.table(["a", "a/x", "a/x/y"], members: [(1, 1, base)], shares: shares)
            #expect(table.rights(of: 2, on: 2) == expected)
            #expect(table.rights(of: 3, on: 2) == expected)
            #expect(table.rights(of: 4, on: 3) == expected)
            #expect(table.rights(of: 4, on: 2) == nil)
            #expect(table.rights(of: 1, on: 1) == base)
        }
    }

    @Test("a circle of shares stands on nothing once its base is gone")
    func circle() throws {
        let shares: [(Int, Int, Int, Rights)] = [
            (2, 1, 2, .all), (2, 2, 3, .all), (2, 3, 2, .all), (2, 3, 4, .read), (2, 4, 3, .all),
        ]
        let standing = try Self.table(["a", "a/x"], members: [(1, 1, .all)], shares: shares)
        #expect(standing.rights(of: 2, on: 2) == .all)
        #expect(standing.rights(of: 3, on: 2) == .all)
        #expect(standing.rights(of: 4, on: 2) == .read)
        let fallen = try Self.table(["a", "a/x"], members: [], shares: shares)
        for user in 1...4 { #expect(fallen.rights(of: user, on: 2) == nil) }
        for share in fallen.shares { #expect(fallen.contribution(of: share).isEmpty) }
    }

    @Test("several granters add up, and what they give one another adds nothing")
    func union() throws {
        let table = try Self.table(
            ["a", "a/x"],
            members: [(1, 1, [.read, .write]), (1, 2, [.read, .delete])],
            shares: [(2, 1, 3, .all), (2, 2, 3, .all), (2, 3, 1, .all)]
        )
        #expect(table.rights(of: 3, on: 2) == .all)
        // The third has both halves and gives them back: on that directory the first has all of them now.
        #expect(table.rights(of: 1, on: 2) == .all)
        #expect(table.rights(of: 1, on: 1) == [.read, .write])
    }

    @Test("siblings with a common beginning and other partitions have nothing to do with one another")
    func siblings() throws {
        let table = try Self.table(
            ["a", "ab", "a_b", "a%b", "a/x", "a/xy", "ab/x"],
            members: [(1, 1, .all)],
            shares: [(5, 1, 2, .all), (6, 1, 2, .read), (7, 1, 2, .all)]
        )
        #expect(table.rights(of: 2, on: 5) == .all)
        #expect(table.rights(of: 2, on: 6) == .read)
        #expect(table.rights(of: 2, on: 7) == nil)
        let inside = RootPlace(
            partition: Partitions.Key(pool: "p", name: "q"),
            path: try Self.path("a/x/deep/er")
        )
        let elsewhere = RootPlace(partition: Partitions.Key(pool: "p", name: "r"), path: try Self.path("a/x"))
        #expect(table.chain(at: inside) == [1, 5])
        #expect(table.folder(around: inside)?.id == 1)
        #expect(table.chain(at: elsewhere).isEmpty)
        #expect(table.rights(of: 2, at: inside) == .all)
        #expect(Set(table.shared(in: try #require(table.roots[1]).place).map(\.id)) == [5, 6])
    }

    @Test("a row without read is a row, and passes nothing on")
    func hidden() throws {
        let table = try Self.table(
            ["a", "a/x"],
            members: [(1, 1, [.write]), (1, 2, .all), (2, 3, [])],
            shares: [(2, 1, 4, .all), (2, 2, 3, .read)]
        )
        #expect(table.rights(of: 1, on: 1) == [.write])
        #expect(table.rights(of: 4, on: 2) == nil)
        #expect(table.rights(of: 3, on: 2) == .read)
    }

    /// The least fixpoint by its definition: grow from nothing until nothing grows.
    @Test("random tables agree with the definition, whatever the order of rows", arguments: 0..<60)
    func random(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let paths = ["a", "a/b", "a/b/c", "a/d", "e", "e/f"]
        let users = 1...6
        func rights() -> Rights { Rights(rawValue: UInt8(random.next() % 8)) }
        func pick(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(random.next() % UInt64(range.count))
        }
        let members = (0..<pick(0...4)).map { _ in
            (root: pick(0...1) == 0 ? 1 : 5, user: pick(users), rights())
        }
        let shares = (0..<pick(0...14)).map { _ in
            (root: pick(1...6), from: pick(users), to: pick(users), rights().union(.read))
        }
        let table = try Self.table(paths, members: members, shares: shares)
        var expected: [[Rights?]] = Array(repeating: Array(repeating: nil, count: 7), count: 7)
        for (root, user, own) in members { expected[user][root] = (expected[user][root] ?? []).union(own) }
        var isChanging = true
        while isChanging {
            isChanging = false
            for (root, from, to, given) in shares {
                var own: Rights = []
                for above in 1...6
                where paths[root - 1] == paths[above - 1] || paths[root - 1].hasPrefix(paths[above - 1] + "/")
                {
                    own.formUnion(expected[from][above]?.effective ?? [])
                }
                let gain = given.intersection(own)
                let old = expected[to][root] ?? []
                if !gain.subtracting(old).isEmpty {
                    expected[to][root] = old.union(gain)
                    isChanging = true
                }
            }
        }
        for user in users {
            for root in 1...6 { #expect(table.rights(of: user, on: root) == expected[user][root]) }
        }
    }

    @Test("a chain of two thousand people is worked out at once", .timeLimit(.minutes(10)))
    func long() throws {
        let shares = (1..<2_000).reversed().map { (root: 2, from: $0, to: $0 + 1, Rights.all) }
        let table = try Self.table(["a", "a/x"], members: [(1, 1, .all)], shares: shares)
        #expect(table.rights(of: 2_000, on: 2) == .all)
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
