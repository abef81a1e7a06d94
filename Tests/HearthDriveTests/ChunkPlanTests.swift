import HearthDrive
import Testing

@Suite("How a file is cut into chunks")
struct ChunkPlanTests {
    private let chunk = ChunkPlan.chunkSize

    @Test("sizes around the border", arguments: [0, 1, (8 << 20) - 1, 8 << 20, (8 << 20) + 1, 5 << 30])
    func borders(size: Int64) throws {
        let plan = try ChunkPlan(size: size, count: nil)
        let count = Int((size + chunk - 1) / chunk)
        #expect(plan.count == count)
        var chunks: [Int: Int64] = [:]
        for n in 0..<count { chunks[n + 1] = try plan.lengths(of: n + 1).upperBound }
        #expect(try plan.finishedSize(chunks) == size)
    }

    @Test("a count that does not fit the size is refused")
    func contradiction() async {
        #expect(await code { _ = try ChunkPlan(size: 20 << 20, count: 2) } == 10_014)
        #expect(await code { _ = try ChunkPlan(size: -1, count: nil) } == 10_004)
        #expect(await code { _ = try ChunkPlan(size: Int64.max, count: nil) } == 10_015)
    }

    @Test("an empty file has no chunk or one of no bytes")
    func empty() throws {
        #expect(try ChunkPlan(size: 0, count: 1).lengths(of: 1) == 0...0)
        #expect(try ChunkPlan(size: 0, count: 0).finishedSize([:]) == 0)
        #expect(try ChunkPlan(size: 0, count: 1).finishedSize([1: 0]) == 0)
    }

    @Test("numbers outside the plan, gaps and short chunks are refused")
    func wrong() async throws {
        let plan = try ChunkPlan(size: 20 << 20, count: 3)
        for n in [0, -1, 4, Int.max] { #expect(await code { _ = try plan.lengths(of: n) } == 10_014) }
        #expect(await code { _ = try plan.finishedSize([1: chunk, 3: 4 << 20]) } == 10_014)
        let open = try ChunkPlan(size: nil, count: 2)
        #expect(await code { _ = try open.finishedSize([1: 5, 2: 5]) } == 10_014)
        #expect(try open.finishedSize([1: chunk, 2: 5]) == chunk + 5)
        let unknown = try ChunkPlan(size: nil, count: nil)
        #expect(await code { _ = try unknown.finishedSize([2: 5]) } == 10_014)
        #expect(try unknown.finishedSize([1: chunk, 2: 0]) == chunk)
    }
}
