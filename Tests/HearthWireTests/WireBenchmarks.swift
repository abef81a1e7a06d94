import Glibc
import HearthWire
import Testing

/// Good on one 2 GHz core: a page of 1 000 resources in 0.5 ms.
///
/// `HEARTH_BENCHMARK=1 swift test -c release -Xswiftc -enable-testing --filter WireBenchmarks`
@Suite("Wire speed", .serialized, .enabled(if: getenv("HEARTH_BENCHMARK") != nil))
struct WireBenchmarks {
    @Test("a page of 1 000 resources")
    func page() {
        let resources = (0..<1000).map {
            WireResource(
                id: 1 << 30 + $0,
                name: "照片 IMG_\($0).jpg",
                size: 3_000_000 + Int64($0),
                modified: 1_700_000_000,
                kind: .file,
                path: "/s/12/照片/IMG_\($0).jpg"
            )
        }
        let pager = WirePager(page: 1, pageSize: 1000, totalRows: 100_000)
        var length = 0
        let start = ContinuousClock.now
        for _ in 0..<200 { length = Envelope.list(resources, pager: pager).count }
        print("1 000 resources, \(length) bytes: \((ContinuousClock.now - start) / 200)")
    }

    @Test("reading a body of 200 paths")
    func body() throws {
        let paths = (0..<200).map { "\"/s/12/some/folder/file \($0).txt\"" }.joined(separator: ",")
        let bytes = Array("{\"paths\":[\(paths)]}".utf8)
        let start = ContinuousClock.now
        for _ in 0..<200 { _ = try JSONValue(parsing: bytes) }
        print("200 paths, \(bytes.count) bytes: \((ContinuousClock.now - start) / 200)")
    }
}
