import Glibc
import HearthTesting
import Synchronization
import Testing

@testable import HearthStorage

/// Figures for people; run alone, in release mode, with `HEARTH_MEASURE` set.
@Suite("Throughput", .enabled(if: getenv("HEARTH_MEASURE") != nil, "set HEARTH_MEASURE"), .serialized)
struct ThroughputTests {
    @Test("small files, each durable", arguments: [1, 8])
    func smallFiles(_ threads: Int) throws {
        let place = try TestPartition()
        let volume = try place.root("r")
        let content = [UInt8](repeating: 7, count: 16 << 10)
        let perThread = 4_000 / threads
        let time = Self.time {
            ThreadGroup.run(count: threads) { thread in
                for number in 0..<perThread {
                    #expect(throws: Never.self) {
                        try volume.write(content, to: VolumePath("f\(thread)-\(number)"))
                    }
                }
            }
        }
        print("small files, \(threads) threads: \(Int(4_000 / time)) a second")
    }

    @Test("a tree of 10 000 files: copy, measure, remove")
    func trees() throws {
        let place = try TestPartition()
        let volume = try place.root("r")
        for directory in 0..<100 {
            try volume.makeDirectories(VolumePath("t/\(directory)"))
            for number in 0..<100 { close(creat(place.path("r/t/\(directory)/\(number)"), 0o600)) }
        }
        print(
            "copy",
            try Self.time { try volume.copy(VolumePath("t"), to: VolumePath("c"), on: volume) { _ in } }
        )
        print("size", try Self.time { _ = try volume.treeSize(VolumePath("c")) })
        print("remove", try Self.time { try volume.remove(VolumePath("c")) { _ in } })
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        var (start, end) = (timespec(), timespec())
        clock_gettime(CLOCK_MONOTONIC, &start)
        try body()
        clock_gettime(CLOCK_MONOTONIC, &end)
        return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
    }
}
