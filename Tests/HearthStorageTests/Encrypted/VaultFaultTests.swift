import HearthCrypto
import HearthStorage
import HearthTesting
import Testing

@Suite("A change of a vault that fails at any step", .timeLimit(.minutes(20)))
struct VaultFaultTests {
    /// A change, with the names that it needs.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (EncryptedVolume, DirectoryVolume) throws -> Void
    }

    static let long = String(repeating: "l", count: 200)
    static let other = String(repeating: "o", count: 201)

    static func rename(_ from: String, _ to: String, replace: Bool = false) -> Change {
        Change(testDescription: "rename \(from.prefix(6)) to \(to.prefix(6))\(replace ? ", replacing" : "")")
        {
            volume,
            _ in
            try volume.rename(VolumePath(from), to: VolumePath(to), on: volume, replace: replace)
        }
    }

    static let changes: [Change] =
        [
            Change(testDescription: "make a directory") { volume, _ in
                try volume.makeDirectory(VolumePath("new"))
            },
            Change(testDescription: "make a directory with a long name") { volume, _ in
                try volume.makeDirectory(VolumePath("d/\(other)"))
            },
            Change(testDescription: "publish") { volume, _ in try volume.write("new", to: "d/new") },
            Change(testDescription: "publish under a long name") { volume, _ in
                try volume.write("new", to: "d/\(other)")
            },
            Change(testDescription: "replace") { volume, _ in
                try volume.write("new", to: "f", mode: .replace(expecting: nil))
            },
            Change(testDescription: "replace the expected") { volume, _ in
                try volume.write("new", to: long, mode: .replace(expecting: volume.info(VolumePath(long))))
            },
            Change(testDescription: "remove a file") { volume, _ in
                try volume.remove(VolumePath("f")) { _ in }
            },
            Change(testDescription: "remove a file with a long name") { volume, _ in
                try volume.remove(VolumePath(long)) { _ in }
            },
            Change(testDescription: "remove a tree") { volume, _ in
                try volume.remove(VolumePath("d")) { _ in }
            },
            Change(testDescription: "remove a tree with a long name") { volume, _ in
                try volume.remove(VolumePath("D\(long)")) { _ in }
            },
            Change(testDescription: "copy a file") { volume, _ in
                try volume.copy(VolumePath("f"), to: VolumePath("d/\(other)"), on: volume) { _ in }
            },
            Change(testDescription: "copy a tree") { volume, _ in
                try volume.copy(VolumePath("d"), to: VolumePath("copy"), on: volume) { _ in }
            },
            Change(testDescription: "copy a plain tree") { volume, plain in
                try plain.copy(VolumePath("p"), to: VolumePath(other), on: volume) { _ in }
            },
        ] + [
            rename("f", "g"), rename("f", other), rename(long, "g"), rename(long, "d/\(other)"),
            rename("f", "d/k", replace: true), rename("f", long, replace: true),
            rename(long, "f", replace: true),
            rename("d", "e"), rename("d", other), rename("D\(long)", "e"), rename("D\(long)", other),
            rename("d", "D\(long)/e"), rename("D\(long)", "empty", replace: true),
            rename("d", "empty", replace: true),
        ]

    @Test("leaves the old state or the new one", arguments: changes, FaultyVolume.Mode.allCases)
    func everyStep(_ change: Change, _ mode: FaultyVolume.Mode) throws {
        let (old, new) = try outcomes(of: change)
        #expect(old != new)
        var isReached = true
        var call = 1
        var site = try Site()
        while isReached {
            let faulty = FaultyVolume(site.vault.inner)
            let losesAll = mode == .killed && call.isMultiple(of: 2)
            let records = FaultyRecords(site.vault.records, volume: faulty, losesAll: losesAll)
            let volume = try EncryptedVolume(
                Vault(inner: faulty, keys: site.vault.keys, records: records, epoch: 2)
            )
            faulty.fail(at: call, mode)
            var failure: (any Error)?
            do { try change.run(volume, site.plain) } catch { failure = error }
            isReached = faulty.isDown
            if !isReached { #expect(failure == nil) }
            if mode != .killed { #expect(try volume.tree() == (try site.vault.volume().tree())) }
            faulty.mend()
            let again = try site.vault.reopened()
            let state = try again.tree()
            #expect(state == old || state == new, "call \(call): \(state.keys.sorted())")
            if failure == nil { #expect(state == new, "call \(call)") }
            #expect(try DirectoryIndex().page(of: .root, on: again).damaged == 0)
            #expect(try site.vault.temporary().isEmpty, "call \(call)")
            try useEveryName(of: again)
            site = try Site()
            call += 1
        }
        #expect(call > 2)
    }

    /// A vault with something of every kind, and a plain tree beside it.
    private struct Site {
        let vault: TestVault
        let plain: DirectoryVolume

        init() throws {
            vault = try TestVault()
            let volume = try vault.volume()
            try volume.write("file", to: "f")
            try volume.write("long", to: VaultFaultTests.long)
            try volume.makeDirectory(VolumePath("d"))
            try volume.write("below", to: "d/k")
            try volume.makeDirectory(VolumePath("D\(VaultFaultTests.long)"))
            try volume.write("below", to: "D\(VaultFaultTests.long)/k")
            try volume.makeDirectory(VolumePath("empty"))
            plain = try vault.partition.root("plain")
            try plain.makeDirectory(VolumePath("p"))
            try plain.write("plain", to: "p/f")
        }
    }

    private func outcomes(of change: Change) throws -> (old: [String: [UInt8]?], new: [String: [UInt8]?]) {
        let site = try Site()
        let old = try site.vault.volume().tree()
        try change.run(site.vault.volume(), site.plain)
        return (old, try site.vault.reopened().tree())
    }

    /// Whatever records were left: every name that was concerned can be used as if nothing had been there.
    private func useEveryName(of volume: EncryptedVolume) throws {
        for name in try volume.listing() { try volume.remove(VolumePath(name)) { _ in } }
        #expect(try volume.listing().isEmpty)
        for name in ["f", Self.long, "g", Self.other, "D\(Self.long)", "e", "new", "copy"] {
            try volume.write("again", to: name)
            #expect(try volume.text(of: name) == "again")
        }
    }
}
