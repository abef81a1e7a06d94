import Glibc
import HearthTesting
import Testing

@testable import HearthStorage

@Suite("A directory of 100 000 entries", .timeLimit(.minutes(10)), .serialized)
struct LargeDirectoryTests {
    static let count = 100_000
    let place: TestPartition
    let volume: DirectoryVolume
    let path: String

    init() throws {
        place = try TestPartition()
        volume = try place.root("r")
        path = place.path("r")
        for number in 0..<Self.count {
            let file = creat("\(path)/IMG_\(number).jpg", 0o600)
            try #require(file >= 0)
            close(file)
        }
    }

    @Test("the first page takes about as long as looking at every entry; later ones next to nothing")
    func pages() throws {
        let reference = (0..<5).map { _ in Self.time { Self.readAndStat(path) } }.min() ?? 0
        var cold = Double.infinity
        var warm = Double.infinity
        for _ in 0..<5 {
            let index = DirectoryIndex()
            cold = try min(cold, Self.time { try check(index) })
            warm = try min(warm, Self.time { try check(index) })
        }
        print("100 000 entries: reference \(reference) s, cold \(cold / reference), warm \(warm / reference)")
        #if !DEBUG
        #expect(cold <= 1.3 * reference)
        #expect(warm <= 0.05 * reference)
        #endif
    }

    @Test("every key and a filter go through all of it")
    func orders() throws {
        let index = DirectoryIndex()
        for key in [SortOrder.Key.mtime, .size, .type] {
            let order = SortOrder(key: key)
            let time = try Self.time {
                let page = try index.page(of: .root, on: volume, order: order, offset: 99_990, limit: 30)
                #expect(page.total == Self.count && page.items.count == 10)
            }
            print("100 000 entries: by \(key) \(time) s")
        }
        var page = try index.page(of: .root, on: volume, limit: 1)
        let filter = Array("img_9999".utf8)
        let time = try Self.time {
            page = try index.page(of: .root, on: volume, nameFilter: filter, limit: 5)
        }
        print("100 000 entries: filter \(time) s")
        #expect(page.total == 11)
        #expect(
            page.items.map { String(decoding: $0.entry.name, as: UTF8.self) }.prefix(2) == [
                "IMG_9999.jpg", "IMG_99990.jpg",
            ]
        )
    }

    @Test("reading it costs at most 20 MiB at the peak")
    func memory() throws {
        // Other tests run in the same process: the best of a few tries is ours.
        let peaks = try (0..<5).map { _ in
            Self.resetPeak()
            let before = Self.kibibytes("VmRSS")
            let index = DirectoryIndex()
            try check(index)
            #expect(index.memory < 8 << 20)
            return Self.kibibytes("VmHWM") - before
        }
        print("100 000 entries: peak \(peaks) KiB above idle")
        #expect(peaks.contains { $0 <= 20 << 10 })
    }

    private func check(_ index: DirectoryIndex) throws {
        let page = try index.page(of: .root, on: volume, limit: 30)
        #expect(page.total == Self.count)
        #expect(page.items.count == 30)
        #expect(page.items.last.map { String(decoding: $0.entry.name, as: UTF8.self) } == "IMG_29.jpg")
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        var (start, end) = (timespec(), timespec())
        clock_gettime(CLOCK_MONOTONIC, &start)
        try body()
        clock_gettime(CLOCK_MONOTONIC, &end)
        return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
    }

    private static func readAndStat(_ path: String) {
        guard let stream = opendir(path) else { return }
        defer { closedir(stream) }
        var status = stat()
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    _ = fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW)
                }
            }
        }
    }

    /// A number of `/proc/self/status`.
    private static func kibibytes(_ key: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        while fgets(&line, 200, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix(key) else { continue }
            return Int(text.filter(\.isWholeNumber)) ?? 0
        }
        return 0
    }

    /// Makes `VmHWM` count from now on (proc(5), `clear_refs`).
    private static func resetPeak() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }
}
