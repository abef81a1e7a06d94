import Testing

@testable import HearthMedia

@Suite("The order of media jobs") struct MediaQueueTests {
    /// A queue at a place of its own: `#expect` looks at copies, which do not change.
    private final class Line<Job> {
        private var queue: MediaQueue<Job>
        init(children: Int, limit: Int) { queue = MediaQueue(children: children, limit: limit) }
        var isEmpty: Bool { queue.isEmpty }
        var eligible: Int { queue.eligible }
        func add(_ job: Job, _ id: UInt64, _ urgency: MediaUrgency, owner: Int = 0) -> Bool {
            queue.add(job, id: id, urgency: urgency, owner: owner)
        }
        func ended(owner: Int, after seconds: Double) {
            queue.ended(.interactive, owner: owner, seconds: seconds)
        }
        func next() -> Job? { queue.next()?.job }
        func ended(_ urgency: MediaUrgency) { queue.ended(urgency) }
        func remove(_ id: UInt64) -> Job? { queue.remove(id: id) }
        func removeAll() -> [Job] { queue.removeAll() }
    }

    @Test func interactiveJobsGoFirst() {
        let queue = Line<String>(children: 1, limit: 10)
        #expect(queue.add("a", 1, .background))
        #expect(queue.add("b", 2, .interactive))
        #expect(queue.add("c", 3, .interactive))
        #expect([queue.next(), queue.next(), queue.next()] == ["b", "c", "a"])
        #expect(queue.isEmpty)
        #expect(queue.next() == nil)
    }

    @Test func whoUsedLessGoesFirst() {
        let queue = Line<String>(children: 1, limit: 10)
        for (id, job) in ["a1", "a2", "a3"].enumerated() {
            #expect(queue.add(job, UInt64(id), .interactive, owner: 1))
        }
        #expect(queue.next() == "a1")
        #expect(queue.add("b1", 10, .interactive, owner: 2))
        #expect(queue.add("b2", 11, .interactive, owner: 2))
        queue.ended(owner: 1, after: 1)
        #expect(queue.next() == "b1")
        queue.ended(owner: 2, after: 0.1)
        #expect(queue.next() == "b2")
        queue.ended(owner: 2, after: 0.1)
        #expect(queue.next() == "a2")
    }

    @Test func slowFilesOfOneOwnerLeaveAChild() {
        let queue = Line<Int>(children: 2, limit: 10)
        for id in 1...6 { #expect(queue.add(id, UInt64(id), .interactive, owner: 1)) }
        #expect(queue.next() == 1)
        #expect(queue.next() == 2)
        queue.ended(owner: 1, after: 10)
        #expect(queue.next() == nil)
        #expect(queue.eligible == 0)
        #expect(queue.add(7, 7, .interactive, owner: 2))
        #expect(queue.eligible == 1)
        #expect(queue.next() == 7)
        queue.ended(owner: 1, after: 10)
        #expect(queue.next() == 3)
        // Quick ones make it good again.
        for _ in 0..<12 { queue.ended(owner: 1, after: 0) }
        #expect(queue.eligible == 3)
    }

    @Test func eachOwnerHasRoom() {
        let queue = Line<Int>(children: 1, limit: 2)
        for id in 1...2 { #expect(queue.add(id, UInt64(id), .interactive, owner: 1)) }
        #expect(!queue.add(3, 3, .interactive, owner: 1))
        #expect(queue.add(4, 4, .interactive, owner: 2))
    }

    @Test func theBackgroundLeavesAChild() {
        let queue = Line<Int>(children: 3, limit: 10)
        for id in 1...5 { #expect(queue.add(id, UInt64(id), .background)) }
        #expect(queue.eligible == 2)
        #expect(queue.next() == 1)
        #expect(queue.next() == 2)
        #expect(queue.next() == nil)
        #expect(queue.eligible == 0)
        #expect(queue.add(6, 6, .interactive))
        #expect(queue.eligible == 1)
        #expect(queue.next() == 6)
        queue.ended(.interactive)
        #expect(queue.next() == nil)
        queue.ended(.background)
        #expect(queue.next() == 3)
    }

    @Test func tooManyAreRefusedForEachUrgency() {
        let queue = Line<Int>(children: 1, limit: 1)
        #expect(queue.add(1, 1, .background))
        #expect(!queue.add(2, 2, .background))
        #expect(queue.add(3, 3, .interactive))
        #expect(!queue.add(4, 4, .interactive))
    }

    @Test func whatWaitsCanBeTakenOut() {
        let queue = Line<Int>(children: 1, limit: 9)
        for id in 1...4 {
            #expect(queue.add(id, UInt64(id), id % 2 == 0 ? .interactive : .background))
        }
        #expect(queue.remove(2) == 2)
        #expect(queue.remove(2) == nil)
        #expect(queue.remove(3) == 3)
        #expect(queue.removeAll() == [4, 1])
        #expect(queue.isEmpty)
    }

    @Test func startsThatFailComeMoreAndMoreRarely() {
        var backoff = StartBackoff()
        #expect(backoff.allows(at: 0))
        var now: Int64 = 0
        var waits: [Int64] = []
        for _ in 0..<12 {
            backoff.failed(at: now, "no")
            var seconds: Int64 = 1
            while !backoff.allows(at: now + seconds * 1_000_000_000) { seconds += 1 }
            waits.append(seconds)
            now += seconds * 1_000_000_000
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
        #expect(backoff.reason == "no")
        backoff.succeeded()
        #expect(backoff.allows(at: now))
        #expect(backoff.reason == nil)
    }
}
