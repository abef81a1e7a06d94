import Glibc
package import HearthConcurrency

/// The two pools of threads on which all of a server runs.
package struct ServicePools: Sendable {
    /// Connections, jobs and short blocking work.
    package let connections: ThreadPool
    /// Long blocking work: fsync, scans, copies, password hashing.
    package let blocking: ThreadPool

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - connections: nil for twice the number of cores.
    ///   - blocking: threads that may wait for the disk at one time.
    package init(connections: Int? = nil, blocking: Int = 16) {
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        self.connections = ThreadPool(name: "hearth", threads: connections ?? 2 * cores)
        self.blocking = ThreadPool(name: "blocking", threads: blocking)
    }

    /// Lets the threads end, after the last task on them.
    package func stop() {
        connections.stop()
        blocking.stop()
    }
}
