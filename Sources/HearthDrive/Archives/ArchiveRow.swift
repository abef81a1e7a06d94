import HearthArchive
import HearthCrypto
import HearthStorage
import HearthWire

/// What a ticket's row keeps of an archive that was asked for: of encrypted folders nothing that can be read.
struct ArchiveRow: Sendable {
    /// One path after the other, separated by NUL, which no path has: as it is, beginning with a slash, or sealed as
    /// `{root}:{base64url}`.
    let paths: [UInt8]
    /// What the download is to be called: the text, or after U+0001, which no name has, as a sealed path is.
    let name: String

    private static let mark = "\u{1}"

    init(paths: [UInt8], name: String) {
        self.paths = paths
        self.name = name
    }

    /// What to keep of a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - accesses: every root it names.
    /// - Throws: 1 when a path cannot be sealed.
    init(_ request: ArchiveRequest, _ accesses: [Int: RootAccess]) throws {
        let entries = try request.paths.map { resource -> [UInt8] in
            let (root, path) = try resource.requireRoot()
            guard let access = accesses[root], access.seal.isEncrypted else { return resource.bytes }
            return Array(try Self.seal(access.stored(path), access).utf8)
        }
        paths = Array(entries.joined(separator: [0]))
        // A name that was given for several folders is sealed by the first encrypted one of them.
        let seals = accesses.values.filter(\.seal.isEncrypted).sorted { $0.root.id < $1.root.id }
        if let access = seals.first, let text = FileName(request.name) {
            name = Self.mark + (try Self.seal(VolumePath([text]), access))
        } else {
            name = request.name
        }
    }

    /// The request again.
    ///
    /// - Parameters:
    ///   - format: of the archive.
    ///   - access: opens a root for whoever asks.
    /// - Returns: the request as it was made.
    /// - Throws: what `access` throws, 20009 when a root is locked; 1 for a row that was not written here.
    func request(
        _ format: ArchiveFormat,
        _ access: (Int) async throws -> RootAccess
    ) async throws -> ArchiveRequest {
        var resources: [ResourcePath] = []
        for entry in paths.split(separator: 0) {
            if entry.first == UInt8(ascii: "/") {
                resources.append(try ResourcePath(bytes: Array(entry)))
            } else {
                let (root, path) = try await Self.open(String(decoding: entry, as: UTF8.self), access)
                resources.append(.below(root: root, path))
            }
        }
        var name = name
        if name.hasPrefix(Self.mark) {
            name = try await Self.open(String(name.dropFirst()), access).path.last?.display ?? ""
        }
        return ArchiveRequest(paths: resources, format: format, name: name)
    }

    private static func seal(_ path: VolumePath, _ access: RootAccess) throws -> String {
        "\(access.root.id):\(Base64URL.encode(try access.seal.bytes(path)))"
    }

    private static func open(
        _ text: String,
        _ access: (Int) async throws -> RootAccess
    ) async throws -> (root: Int, path: VolumePath) {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let root = Int(parts[0]), let sealed = Base64URL.decode(parts[1]) else {
            throw DriveError(.internalError)
        }
        return (root, try await access(root).seal.path(sealed))
    }
}
