import Glibc

/// Plain threads for tests of blocking code, all begun at once and waited for.
package enum ThreadGroup {
    private final class Job: Sendable {
        let number: Int
        let body: @Sendable (Int) -> Void
        init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
            self.number = number
            self.body = body
        }
    }

    /// Runs the body on that many threads, with their numbers from 0, and returns when all have ended.
    package static func run(count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        var threads: [pthread_t] = []
        for number in 0..<count {
            var thread = pthread_t()
            let job = Unmanaged.passRetained(Job(number, body))
            let status = pthread_create(&thread, nil, threadMain, job.toOpaque())
            if status == 0 { threads.append(thread) } else { job.release() }
        }
        for thread in threads { pthread_join(thread, nil) }
    }

    private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        context in
        guard let context else { return nil }
        let job = Unmanaged<Job>.fromOpaque(context).takeRetainedValue()
        job.body(job.number)
        return nil
    }
}
