import CLinux
import Glibc
import HearthCrypto
import HearthStorage
import HearthTesting
import Synchronization
import Testing

/// A small vault with one of everything, what it must show, and a look at it with fresh eyes.
final class TamperedVault: Sendable {
    private let partition: TestPartition
    private let inner: DirectoryVolume
    private let keys: VaultKeys
    private let records = MemoryVaultRecords()
    private let truth: Mutex<[String: [UInt8]?]>

    /// How much is in it.
    enum Size {
        /// One of everything in as few bytes as can be: each of their bits is tried.
        case tiny
        /// With long files, for blocks and for pairs.
        case full
    }

    init(_ size: Size) throws {
        partition = try TestPartition()
        inner = try partition.root("vault")
        keys = try VaultKeys.random()
        try Vault.create(on: inner, keys: keys)
        let long = String(repeating: "长", count: 80)
        var random = SplitMix64(seed: 7)
        var files: [String: [UInt8]] = [
            "note.txt": Array("old text of the same size".utf8),
            "a/\(long)": Array("long".utf8),
        ]
        var directories = ["a"]
        if size == .full {
            files["empty"] = []
            files["a/b/other"] = Array("other".utf8)
            files["film"] = random.bytes(2 * VaultFormat.blockSize + 100)
            files["second film"] = random.bytes(2 * VaultFormat.blockSize)
            directories += ["a/b", "c", "a/\(long)目录"]
        }
        var truth: [String: [UInt8]?] = files.mapValues { $0 }
        for directory in directories { truth[directory] = .some(nil) }
        self.truth = Mutex(truth)
        let volume = try self.volume()
        for directory in directories { try volume.makeDirectory(VolumePath(directory)) }
        for (path, content) in files { try volume.write(content, to: VolumePath(path)) }
        // Looked at once, all of it is recorded.
        #expect(try differences() == [])
    }

    /// The vault as it is opened anew.
    func volume() throws -> EncryptedVolume {
        try EncryptedVolume(Vault(inner: inner, keys: keys, records: records, epoch: 1))
    }

    /// From now on a file is to have other content.
    func expect(_ content: [UInt8], at path: String) { truth.withLock { $0[path] = content } }

    /// Records an issue for each lie; an error is none, and a listing that says that it lacks something is none.
    func check(_ what: String, mayLack: Bool = false) {
        for difference in (try? differences(mayLack: mayLack, mayFail: true)) ?? [] {
            Issue.record("\(what): \(difference)")
        }
    }

    /// Where the vault tells something else than the truth.
    func differences(mayLack: Bool = false, mayFail: Bool = false) throws -> [String] {
        var found: [String] = []
        let truth = truth.withLock { $0 }
        let volume = try volume()
        var open = [""]
        while let directory = open.popLast() {
            do {
                let (names, isDamaged) = try entries(of: directory, in: volume)
                let paths = names.map { directory.isEmpty ? $0 : "\(directory)/\($0)" }
                for path in paths {
                    guard let expected = truth[path] else {
                        found.append("\(path) is listed")
                        continue
                    }
                    guard let content = expected else {
                        open.append(path)
                        continue
                    }
                    found += difference(at: path, content, volume, mayFail: mayFail)
                }
                let depth = directory.isEmpty ? 0 : directory.split(separator: "/").count
                for path in truth.keys where path.split(separator: "/").count == depth + 1 {
                    guard directory.isEmpty || path.hasPrefix(directory + "/") else { continue }
                    if !paths.contains(path), !isDamaged, !mayLack { found.append("\(path) is not listed") }
                }
            } catch {
                if !mayFail { found.append("\(directory) cannot be listed: \(error)") }
            }
        }
        return found
    }

    private func entries(
        of directory: String,
        in volume: EncryptedVolume
    ) throws -> (names: [String], isDamaged: Bool) {
        var names: [String] = []
        var isDamaged = false
        try volume.forEachEntry(of: VolumePath(directory)) { entry in
            if entry.isDamaged { isDamaged = true }
            if entry.kind != .other { names.append(String(decoding: entry.name, as: UTF8.self)) }
            return true
        }
        return (names, isDamaged)
    }

    private func difference(
        at path: String,
        _ expected: [UInt8],
        _ volume: EncryptedVolume,
        mayFail: Bool
    ) -> [String] {
        do {
            let content = try volume.content(of: VolumePath(path))
            return content == expected ? [] : ["\(path) has other content"]
        } catch {
            return mayFail ? [] : ["\(path) cannot be read: \(error)"]
        }
    }

    // MARK: On the disk

    /// Where the vault's directory is.
    var path: String { partition.path("vault") }
    /// A place outside the vault.
    var aside: String { partition.path("aside") }

    func onDisk(_ location: VolumePath) -> String {
        "\(path)/\(String(decoding: location.bytes, as: UTF8.self))"
    }

    /// All files of the vault, by absolute paths.
    func files() throws -> [String] { try RawFile.walk(path).files }
    /// All directories of the vault but the outermost.
    func directories() throws -> [String] { try RawFile.walk(path).directories }
}

/// What somebody with access to the disk does; flags of renameat2(2): 1 never over something, 2 exchange.
enum RawFile {
    struct Failure: Error {
        let path: String
        let errno: Int32
    }

    static func read(_ path: String) throws -> [UInt8] {
        let descriptor = try open(path, O_RDONLY)
        defer { close(descriptor) }
        var content: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count <= 0 { return content }
            content += piece[..<count]
        }
    }

    static func write(_ bytes: [UInt8], to path: String, at offset: Int) throws {
        let descriptor = try open(path, O_WRONLY)
        defer { close(descriptor) }
        guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw failure(path)
        }
    }

    static func replace(_ path: String, with bytes: [UInt8]) throws {
        let descriptor = try open(path, O_WRONLY | O_TRUNC)
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw failure(path) }
    }

    static func exchange(_ first: String, _ second: String) throws {
        guard hearth_renameat2(AT_FDCWD, first, AT_FDCWD, second, 2) == 0 else {
            throw failure(first)
        }
    }

    /// Whether it was renamed; never over something.
    static func rename(_ path: [UInt8], to other: [UInt8]) -> Bool {
        let from = path.map { CChar(bitPattern: $0) } + [0]
        let to = other.map { CChar(bitPattern: $0) } + [0]
        return hearth_renameat2(AT_FDCWD, from, AT_FDCWD, to, 1) == 0
    }

    static func isEmptyDirectory(_ path: String) throws -> Bool {
        guard let stream = opendir(path) else { return false }
        defer { closedir(stream) }
        var count = 0
        while readdir(stream) != nil { count += 1 }
        return count == 2
    }

    static func walk(_ top: String) throws -> (files: [String], directories: [String]) {
        var files: [String] = []
        var directories: [String] = []
        var open = [top]
        while let directory = open.popLast() {
            guard let stream = opendir(directory) else { throw failure(directory) }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name == "." || name == ".." { continue }
                let path = "\(directory)/\(name)"
                if entry.pointee.d_type == UInt8(DT_DIR) {
                    directories.append(path)
                    open.append(path)
                } else {
                    files.append(path)
                }
            }
        }
        return (files.sorted(), directories.sorted())
    }

    private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = Glibc.open(path, flags)
        if descriptor < 0 { throw failure(path) }
        return descriptor
    }

    private static func failure(_ path: String) -> Failure { Failure(path: path, errno: Glibc.errno) }
}
