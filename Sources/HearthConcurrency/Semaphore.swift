import Glibc

/// Wakes one sleeping thread; at most one waits.
///
/// `@unchecked Sendable`: POSIX semaphores are made for several threads (sem_overview(7)), and the address is fixed.
package final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    /// A semaphore at zero.
    package init() {
        semaphore.initialize(to: sem_t())
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Wakes the thread that waits, or the next one that will.
    package func signal() { sem_post(semaphore) }

    /// Sleeps until somebody signals; each signal lets one call go on.
    package func wait() {
        while sem_wait(semaphore) != 0, errno == EINTR {}
    }
}
