/// The jobs that wait, and which is next; no I/O.
///
/// Interactive jobs go first. Those of the background never hold all children at once where there are several, so that
/// one is at hand for whoever looks.
struct MediaQueue<Job> {
    private struct Entry {
        let id: UInt64
        let job: Job
    }

    private let limit: Int
    private let backgroundLimit: Int
    private var interactive: [Entry] = []
    private var background: [Entry] = []
    private var runningBackground = 0

    /// A queue before that many children.
    ///
    /// - Parameters:
    ///   - children: at least 1.
    ///   - limit: jobs of each urgency that may wait.
    init(children: Int, limit: Int) {
        self.limit = limit
        backgroundLimit = max(1, children - 1)
    }

    /// True when no job waits.
    var isEmpty: Bool { interactive.isEmpty && background.isEmpty }

    /// Jobs that could begin now if there were children for all of them.
    var eligible: Int { interactive.count + min(background.count, backgroundLimit - runningBackground) }

    /// Adds a job behind the others of its urgency.
    ///
    /// - Returns: false when too many wait.
    mutating func add(_ job: Job, id: UInt64, urgency: MediaUrgency) -> Bool {
        let entry = Entry(id: id, job: job)
        switch urgency {
        case .interactive:
            guard interactive.count < limit else { return false }
            interactive.append(entry)
        case .background:
            guard background.count < limit else { return false }
            background.append(entry)
        }
        return true
    }

    /// Takes a job out that still waits.
    mutating func remove(id: UInt64) -> Job? {
        if let index = interactive.firstIndex(where: { $0.id == id }) {
            return interactive.remove(at: index).job
        }
        if let index = background.firstIndex(where: { $0.id == id }) {
            return background.remove(at: index).job
        }
        return nil
    }

    /// Takes the job that a free child is to do; ``ended(_:)`` has to follow.
    mutating func next() -> (job: Job, urgency: MediaUrgency)? {
        if !interactive.isEmpty { return (interactive.removeFirst().job, .interactive) }
        guard runningBackground < backgroundLimit, !background.isEmpty else { return nil }
        runningBackground += 1
        return (background.removeFirst().job, .background)
    }

    /// Says that a job taken by ``next()`` has ended.
    mutating func ended(_ urgency: MediaUrgency) {
        if urgency == .background { runningBackground -= 1 }
    }

    /// Takes all jobs that wait.
    mutating func removeAll() -> [Job] {
        defer {
            interactive = []
            background = []
        }
        return (interactive + background).map(\.job)
    }
}
