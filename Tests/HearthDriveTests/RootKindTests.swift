import HearthDrive
import HearthStorage
import HearthTesting
import HearthWire
import Testing

/// Each verb, by each right, on each kind of root.
@Suite("Verbs, rights and kinds of roots", .timeLimit(.minutes(10)))
struct RootKindTests {
    enum Kind: String, CaseIterable, Sendable {
        /// The caller's own personal folder, with a row of the rights given.
        case personal
        case managedPrivate, managedShared, family
        /// A sub-directory shared by the owner, and a whole folder.
        case direct, whole
        /// All rights shared by somebody who has the rights given.
        case clipped

        var isFirstLevel: Bool { self != .direct && self != .clipped }
        /// Whether the caller has it only because somebody shared it.
        var isReceived: Bool { self == .direct || self == .whole || self == .clipped }
    }

    enum Verb: String, CaseIterable, Sendable {
        case list, download, makeDirectory, upload, rename, delete, copyFrom, copyTo, moveFrom, moveTo,
            moveInside
        case share, renameRoot, moveRoot, copyRoot, deleteRoot
    }

    struct Cell: Sendable, CustomTestStringConvertible {
        let kind: Kind
        let rights: Rights
        var testDescription: String { "\(kind.rawValue) with rights \(rights.rawValue)" }

        /// The contract's code; nil is success.
        func expected(_ verb: Verb) -> Int? {
            guard rights.contains(.read) else {
                // Shares without read cannot be; what a share counts for nothing is no row.
                return verb == .share ? 10_017 : kind == .clipped ? 10_018 : 10_019
            }
            let canWrite = rights.contains(.write)
            let canDelete = rights.contains(.delete)
            return switch verb {
            case .list, .download, .copyFrom, .copyRoot: nil
            case .makeDirectory, .upload, .rename: canWrite ? nil : 10_020
            case .delete: canDelete ? nil : 10_021
            case .copyTo: canWrite ? nil : 10_023
            case .moveTo: canWrite ? nil : 10_022
            case .moveFrom: canDelete ? kind.isReceived ? 10_009 : nil : 10_022
            case .moveInside: canWrite && canDelete ? nil : 10_022
            case .share: canWrite ? nil : 10_017
            case .renameRoot: canWrite ? kind.isFirstLevel ? 10_023 : nil : 10_020
            case .deleteRoot: canDelete ? kind.isFirstLevel ? 10_023 : nil : 10_021
            case .moveRoot: kind.isFirstLevel ? 10_023 : canDelete ? 10_009 : 10_022
            }
        }
    }

    static let cells = Kind.allCases.flatMap { kind in
        (0..<8).map { Rights(rawValue: $0) }.compactMap { rights -> Cell? in
            let isShare = kind == .direct || kind == .whole
            return isShare && !rights.contains(.read) ? nil : Cell(kind: kind, rights: rights)
        }
    }

    /// What one cell is tried on.
    private struct Scene {
        let fixture: DriveFixture
        let max: Caller
        let nina: Caller
        let root: Int
        let own: Int
    }

    @Test("every cell of the table", arguments: cells)
    func cell(_ cell: Cell) async throws {
        // One scene for all: each verb has a file of its own, and those that change the root itself come last.
        let scene = try await Self.scene(cell)
        for verb in Verb.allCases {
            let found = await code { try await Self.perform(verb, scene) }
            #expect(found == cell.expected(verb), "\(verb.rawValue)")
        }
    }

    private static func scene(_ cell: Cell) async throws -> Scene {
        let fixture = try await DriveFixture.make()
        let max = try await fixture.member("max")
        let nina = try await fixture.member("nina")
        let own = try await fixture.folder("target", mode: 1, members: [(max, .all)])
        for verb in [Verb.copyTo, .moveTo] {
            try await fixture.upload([2], to: fixture.path(own, verb.rawValue), as: max)
        }
        let owner = fixture.owner
        let rights = cell.rights
        let root: Int
        switch cell.kind {
        case .personal: root = try await fixture.home(of: max)
        case .managedPrivate: root = try await fixture.folder("films", mode: 1)
        case .managedShared: root = try await fixture.folder("films", members: [(nina, .all)])
        case .family: root = try await fixture.drive.roots.familyRoot(for: max).id
        case .direct, .clipped:
            let folder = try await fixture.folder("films", members: [(owner, .all), (nina, .all)])
            try await fixture.makeDirectory(fixture.path(folder, "d"))
            try await fill(fixture, folder, "d/", owner)
            if cell.kind == .direct {
                root = try await fixture.sharedRoot(fixture.path(folder, "d"), with: max, rights)
            } else {
                root = try await fixture.sharedRoot(fixture.path(folder, "d"), with: max, .all, as: nina)
                try await fixture.drive.roots.grant(rights, on: folder, to: nina.user.id)
            }
            return Scene(fixture: fixture, max: max, nina: nina, root: root, own: own)
        case .whole:
            root = try await fixture.folder("films", members: [(owner, .all)])
            try await fixture.share(fixture.path(root), with: max, rights)
        }
        if cell.kind != .whole { try await fixture.drive.roots.grant(.all, on: root, to: max.user.id) }
        try await fill(fixture, root, "", cell.kind == .whole ? owner : max)
        if cell.kind != .whole { try await fixture.drive.roots.grant(rights, on: root, to: max.user.id) }
        return Scene(fixture: fixture, max: max, nina: nina, root: root, own: own)
    }

    private static func fill(
        _ fixture: DriveFixture,
        _ root: Int,
        _ prefix: String,
        _ caller: Caller
    ) async throws {
        try await fixture.makeDirectory(fixture.path(root, prefix + "sub"), as: caller)
        for verb in [Verb.download, .rename, .delete, .copyFrom, .moveFrom, .moveInside] {
            try await fixture.upload([1], to: fixture.path(root, prefix + verb.rawValue), as: caller)
        }
    }

    private static func perform(_ verb: Verb, _ scene: Scene) async throws {
        let (fixture, max, root, own) = (scene.fixture, scene.max, scene.root, scene.own)
        let files = fixture.drive.files
        let file = try fixture.path(root, verb.rawValue)
        let bare = try fixture.path(root)
        switch verb {
        case .list: _ = try await fixture.names(bare, as: max)
        case .download: _ = try await fixture.read(file, as: max)
        case .makeDirectory: try await fixture.makeDirectory(fixture.path(root, "new"), as: max)
        case .upload: try await fixture.upload([3], to: fixture.path(root, "up"), as: max)
        case .rename: _ = try await files.rename(file, max, to: "renamed", policy: .open)
        case .delete: _ = try await files.remove([file], max)
        case .copyFrom: try await copy(file, to: fixture.path(own), scene)
        case .copyTo: try await copy(fixture.path(own, verb.rawValue), to: bare, scene)
        case .copyRoot: try await copy(bare, to: fixture.path(own), scene)
        case .moveFrom: try await fixture.move(file, to: fixture.path(own), as: max)
        case .moveTo: try await fixture.move(fixture.path(own, verb.rawValue), to: bare, as: max)
        case .moveInside: try await fixture.move(file, to: fixture.path(root, "sub"), as: max)
        case .moveRoot: try await fixture.move(bare, to: fixture.path(own), as: max)
        case .renameRoot: _ = try await files.rename(bare, max, to: "renamed", policy: .open)
        case .deleteRoot: _ = try await files.remove([bare], max)
        case .share: try await fixture.share(fixture.path(root, "sub"), with: scene.nina, .read, as: max)
        }
    }

    private static func copy(
        _ source: ResourcePath,
        to destination: ResourcePath,
        _ scene: Scene
    ) async throws {
        _ = try await scene.fixture.drive.files.transfer(
            TransferRequest(action: .copy, destination: destination, sources: [source], conflict: nil),
            scene.max
        )
    }
}
