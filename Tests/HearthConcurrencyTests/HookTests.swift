import HearthConcurrency
import Synchronization
import Testing

@Suite("Hooks")
struct HookTests {
    /// A million layers of wrapping would overflow any stack.
    @Test("may be called as often as anybody likes")
    func often() async {
        let count = Mutex(0)
        let hook = Hook<Int>()
        hook(1)
        hook.set { number in count.withLock { $0 += number } }
        for round in 0..<1_000_000 {
            hook(1)
            if round % 10_000 == 0 { await Task.yield() }
        }
        #expect(count.withLock { $0 } == 1_000_000)
    }
}
