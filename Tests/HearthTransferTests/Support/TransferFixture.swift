import Glibc
import HearthClient
import HearthTesting
import HearthTransfer
import HearthWire
import Testing

/// A queue, an engine and a drive in memory.
struct TransferFixture {
    let directory: TemporaryDirectory
    let drive: FakeDrive
    let store: TransferStore
    let engine: TransferEngine
    var configuration = TransferConfiguration()

    init(
        _ drive: FakeDrive = FakeDrive(),
        in directory: TemporaryDirectory? = nil,
        token: String? = nil,
        change: (inout TransferConfiguration) -> Void = { _ in }
    ) throws {
        let directory = try directory ?? TemporaryDirectory("transfer")
        self.directory = directory
        self.drive = drive
        configuration.firstDelay = 0.001
        configuration.largestDelay = 0.01
        configuration.isDurable = false
        change(&configuration)
        store = try TransferStore(path: directory.appending("queue.sqlite"))
        engine = TransferEngine(
            store: store,
            connect: { _ in
                Provider(endpoint: FixedEndpoint("http://drive", token: token), transport: drive)
            },
            configuration: configuration
        )
    }

    /// A file here, with bytes of a seed.
    @discardableResult
    func file(_ name: String, _ count: Int, seed: UInt64 = 1) throws -> [UInt8] {
        let bytes = Self.bytes(count, seed: seed)
        try write(name, bytes)
        return bytes
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let path = directory.appending(name)
        makeParents(of: path)
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failed(errno: errno) }
        defer { Glibc.close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            guard count > 0 else { throw Failed(errno: errno) }
            written += count
        }
    }

    func makeParents(of path: String) {
        var parts = path.split(separator: "/").dropLast().map(String.init)
        var done = ""
        while !parts.isEmpty {
            done += "/" + parts.removeFirst()
            mkdir(done, 0o755)
        }
    }

    func read(_ name: String) -> [UInt8]? {
        let descriptor = Glibc.open(directory.appending(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return count == bytes.count ? bytes : nil
    }

    func local(_ name: String) -> LocalPath { LocalPath(directory.appending(name)) }

    func upload(
        _ name: String,
        to remote: String? = nil,
        _ conflict: WireConflictRule = .rename
    ) throws -> UploadOrder {
        UploadOrder(
            area: "home",
            source: .path(local(name)),
            remote: try Self.remote(remote ?? name),
            conflict: conflict
        )
    }

    func download(
        _ name: String,
        to local: String,
        isFolder: Bool = false,
        _ conflict: WireConflictRule = .rename
    ) throws -> DownloadOrder {
        DownloadOrder(
            area: "home",
            remote: try Self.remote(name),
            local: self.local(local),
            isFolder: isFolder,
            conflict: conflict
        )
    }

    static func remote(_ name: String) throws -> RemotePath {
        guard let path = RemotePath("/s/1/" + name) else { throw Failed(errno: 0) }
        return path
    }

    struct Failed: Error { var errno: Int32 }
}

extension TransferFixture {
    /// A symbolic link here.
    func link(_ target: String, at name: String) throws {
        guard symlink(target, directory.appending(name)) == 0 else { throw Failed(errno: errno) }
    }

    /// Opens a file here for reading.
    func open(_ name: String) throws -> Int32 {
        let descriptor = Glibc.open(directory.appending(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failed(errno: errno) }
        return descriptor
    }

    func close(_ descriptor: Int32) { Glibc.close(descriptor) }

    /// Names in a directory here.
    func names(_ name: String) -> [String] {
        guard let stream = opendir(directory.appending(name)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The time of a file here.
    func modified(_ name: String) -> Int64 {
        var status = stat()
        return stat(directory.appending(name), &status) == 0 ? Int64(status.st_mtim.tv_sec) : -1
    }
}

extension TransferFixture {
    /// Bytes of a seed, no two pages of 4 KiB alike.
    static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = SplitMix64(seed: seed)
        let page = generator.bytes(4_096)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = count
            guard let start = buffer.baseAddress else { return }
            var number: UInt64 = seed << 32
            for offset in stride(from: 0, to: count, by: 4_096) {
                let length = min(4_096, count - offset)
                UnsafeMutableRawBufferPointer(start: start + offset, count: length)
                    .copyBytes(from: page.prefix(length))
                if length >= 8 {
                    UnsafeMutableRawPointer(start + offset).storeBytes(of: number, as: UInt64.self)
                }
                number += 1
            }
        }
    }
}

/// Expects the same bytes; says no more when they are not, since they may be many.
func expectSame(
    _ found: [UInt8]?,
    _ wanted: [UInt8],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let isSame = found.map { found in
        found.count == wanted.count
            && found.withUnsafeBytes { a in
                wanted.withUnsafeBytes { b in
                    guard let a = a.baseAddress, let b = b.baseAddress else { return true }
                    return memcmp(a, b, wanted.count) == 0
                }
            }
    }
    #expect(isSame == true, sourceLocation: sourceLocation)
}
