import HearthTesting
import HearthTransfer
import Testing

/// Plans, applied to trees in memory.
@Suite struct MirrorPlannerTests {
    private static func bytes(_ path: String) -> [UInt8] { Array(path.utf8) }

    /// A tree: files with length and time, folders as nil.
    private static func tree(_ entries: [String: (Int64, Int64)?]) -> TreeListing {
        var listing = TreeListing()
        for (path, file) in entries {
            listing.add(
                TreeEntry(
                    path: bytes(path),
                    kind: file == nil ? .folder : .file,
                    size: file?.0 ?? 0,
                    modified: file?.1 ?? 0
                )
            )
        }
        return listing
    }

    private static func plan(
        _ source: TreeListing,
        _ target: TreeListing,
        _ comparison: TreeComparison = .sizeAndTime,
        deletes: Bool = true
    ) -> MirrorPlan {
        MirrorPlanner(source: source, target: target, comparison: comparison, deletes: deletes).plan()
    }

    private static func texts(_ entries: [TreeEntry]) -> [String] { entries.map(\.text) }

    @Test func tellsWhatIsMissingWhatDiffersAndWhatIsTooMuch() {
        let source = Self.tree(["a": (1, 10), "b": (2, 20), "d": nil, "d/c": (3, 30), "empty": nil])
        let target = Self.tree(["a": (1, 10), "b": (2, 21), "x": nil, "x/y": (1, 1), "z": (1, 1)])
        let plan = Self.plan(source, target)
        #expect(Self.texts(plan.folders) == ["d", "empty"])
        #expect(Self.texts(plan.copies) == ["d/c"])
        #expect(Self.texts(plan.replacements) == ["b"])
        #expect(plan.equal == 1)
        #expect(plan.deletions.map(\.entry.text) == ["x", "z"])
        #expect(plan.deletions.map(\.count) == [2, 1])
        #expect(Self.plan(source, target, deletes: false).deletions.isEmpty)
        #expect(Self.plan(source, target, .size).replacements.isEmpty)
        #expect(Self.texts(Self.plan(source, target, .checksum).undecided) == ["a", "b"])
    }

    @Test func twinsOfOneLookAreTwoNames() {
        let composed = Self.tree(["\u{E9}": (1, 1)])
        let decomposed = Self.tree(["e\u{301}": (1, 1)])
        let plan = Self.plan(composed, decomposed)
        #expect(plan.copies.count == 1)
        #expect(plan.deletions.count == 1)
        #expect(plan.equal == 0)
    }

    @Test func whatCouldNotBeReadGuardsWhatLiesThere() {
        var source = Self.tree(["a": nil, "b": (1, 1)])
        source.close(Self.bytes("a/locked"), TransferError(.localRefused))
        let target = Self.tree([
            "a": nil, "a/locked": nil, "a/locked/old": (1, 1), "a/gone": (1, 1), "b": (1, 1), "c": (1, 1),
        ])
        let plan = Self.plan(source, target)
        #expect(plan.deletions.map(\.entry.text) == ["a/gone", "c"])
        #expect(plan.kept == 2)
        // The folder above it is not in the source at all: it stays for what is not known.
        var bare = TreeListing()
        bare.close(Self.bytes("a/locked"), TransferError(.localRefused))
        #expect(Self.plan(bare, target).deletions.map(\.entry.text) == ["a/gone", "b", "c"])
    }

    @Test func whatIsLeftOutHoldsTheFoldersAboveIt() {
        var target = Self.tree(["a": nil, "a/b": nil, "a/b/c": (1, 1), "a/d": (1, 1)])
        target.leave(Self.bytes("a/b/secret"))
        let plan = Self.plan(Self.tree(["k": (1, 1)]), target)
        #expect(plan.deletions.map(\.entry.text) == ["a/b/c", "a/d"])
    }

    @Test func kindsThatClashGiveWayOnlyWhereDeletingIsAllowed() {
        let source = Self.tree(["a": nil, "a/x": (1, 1), "b": (2, 2)])
        let target = Self.tree(["a": (1, 1), "b": nil, "b/y": (1, 1)])
        let careful = Self.plan(source, target, deletes: false)
        #expect(careful.obstacles.map(\.reason) == [.fileInTheWay, .folderInTheWay])
        #expect(careful.copies.isEmpty)
        let plan = Self.plan(source, target)
        #expect(plan.clashes.map(\.deletion.count) == [1, 2])
        #expect(Self.texts(plan.laterCopies) == ["a/x"])
        #expect(plan.deletions.isEmpty)
        #expect(plan.deletionCount == 3)
        var held = target
        held.leave(Self.bytes("b/hidden"))
        #expect(Self.plan(source, held).obstacles.map(\.reason) == [.holdsOthers])
    }

    @Test(arguments: 0..<40) func aPlanThatWasDoneLeavesNothingToDo(_ seed: UInt64) async {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<10 {
            let source = Self.random(&generator)
            var target = Self.random(&generator)
            let plan = Self.plan(source, target)
            Self.apply(plan, to: &target)
            #expect(target.entries == source.entries)
            #expect(Self.plan(source, target).isEmpty)
            await Task.yield()
        }
    }

    @Test(arguments: 0..<40) func nothingThatIsGuardedGoes(_ seed: UInt64) async {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<10 {
            let whole = Self.random(&generator)
            var source = TreeListing()
            let names = ["a", "b", "c"]
            let closed = Self.bytes("\(names[Int(generator.next() % 3)])/\(names[Int(generator.next() % 3)])")
            for entry in whole.sorted where !Self.isBelow(entry.path, closed) { source.add(entry) }
            source.close(closed, TransferError(.localRefused))
            let before = Self.random(&generator)
            var target = before
            Self.apply(Self.plan(source, target), to: &target)
            for (path, entry) in before.entries where Self.isBelow(path, closed) {
                #expect(target.entries[path] == entry)
            }
            await Task.yield()
        }
    }

    private static func isBelow(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
        path == folder || path.starts(with: folder + [UInt8(ascii: "/")])
    }

    /// A tree of up to three levels over few names, so that trees meet.
    private static func random(_ generator: inout SplitMix64) -> TreeListing {
        var listing = TreeListing()
        var folders = [""]
        while let folder = folders.popLast() {
            for name in ["a", "b", "c", "a-b"] {
                let path = folder.isEmpty ? name : folder + "/" + name
                switch generator.next() % 5 {
                case 0, 1:
                    listing.add(
                        TreeEntry(
                            path: bytes(path),
                            kind: .file,
                            size: Int64(generator.next() % 2),
                            modified: Int64(generator.next() % 2)
                        )
                    )
                case 2 where path.utf8.count < 7:
                    listing.add(TreeEntry(path: bytes(path), kind: .folder))
                    folders.append(path)
                default: break
                }
            }
        }
        return listing
    }

    private static func apply(_ plan: MirrorPlan, to target: inout TreeListing) {
        for entry in plan.folders + plan.copies + plan.replacements { target.add(entry) }
        let deletions = plan.clashes.map(\.deletion) + plan.deletions
        for deletion in deletions {
            for entry in deletion.contents + [deletion.entry] { target.entries[entry.path] = nil }
        }
        for entry in plan.clashes.map(\.entry) + plan.laterFolders + plan.laterCopies { target.add(entry) }
    }
}
