/// The jobs that wait, and which is next; no I/O.
///
/// Interactive jobs go first. Those of the background never hold all children at once where there are several, so that
/// one is at hand for whoever looks. Among interactive jobs goes first whose owner has used the decoders least, and an
/// owner whose files are slow leaves a child to the others: nobody waits behind what one person's files cost.
struct MediaQueue<Job> {
    private struct Entry {
        let id: UInt64
        let job: Job
        let owner: Int
    }

    /// What an owner costs the others; forgotten when none of his jobs waits or runs, unless they are slow.
    private struct Use {
        var running = 0
        /// Seconds used, from where the others were when he came.
        var seconds: Double
        /// About the seconds of one of his last jobs.
        var recent = 0.0

        var isSlow: Bool { recent > 2 }
    }

    private let limit: Int
    /// How many children the background, and an owner whose files are slow, may hold.
    private let shareLimit: Int
    private var interactive: [Entry] = []
    private var background: [Entry] = []
    private var runningBackground = 0
    private var uses: [Int: Use] = [:]

    /// A queue before that many children.
    ///
    /// - Parameters:
    ///   - children: at least 1.
    ///   - limit: jobs of the background that may wait, and interactive ones of each owner.
    init(children: Int, limit: Int) {
        self.limit = limit
        shareLimit = max(1, children - 1)
    }

    /// True when no job waits.
    var isEmpty: Bool { interactive.isEmpty && background.isEmpty }

    /// Jobs that could begin now if there were children for all of them.
    var eligible: Int {
        var counts: [Int: Int] = [:]
        for entry in interactive { counts[entry.owner, default: 0] += 1 }
        return counts.reduce(min(background.count, shareLimit - runningBackground)) { sum, count in
            guard let use = uses[count.key], use.isSlow else { return sum + count.value }
            return sum + min(count.value, max(0, shareLimit - use.running))
        }
    }

    /// Adds a job behind the others of its urgency and owner.
    ///
    /// - Returns: false when too many wait.
    mutating func add(_ job: Job, id: UInt64, urgency: MediaUrgency, owner: Int = 0) -> Bool {
        let entry = Entry(id: id, job: job, owner: owner)
        switch urgency {
        case .interactive:
            guard interactive.count(where: { $0.owner == owner }) < limit else { return false }
            interactive.append(entry)
            if uses[owner] == nil { uses[owner] = Use(seconds: uses.values.map(\.seconds).min() ?? 0) }
        case .background:
            guard background.count < limit else { return false }
            background.append(entry)
        }
        return true
    }

    /// Takes a job out that still waits.
    mutating func remove(id: UInt64) -> Job? {
        if let index = interactive.firstIndex(where: { $0.id == id }) {
            let entry = interactive.remove(at: index)
            if let use = uses[entry.owner], use.running <= 0, !use.isSlow,
                !interactive.contains(where: { $0.owner == entry.owner })
            {
                uses[entry.owner] = nil
            }
            return entry.job
        }
        if let index = background.firstIndex(where: { $0.id == id }) {
            return background.remove(at: index).job
        }
        return nil
    }

    /// The job that ``next()`` would take.
    var first: Job? {
        if let index = nextInteractive() { return interactive[index].job }
        return runningBackground < shareLimit ? background.first?.job : nil
    }

    /// Takes the job that a free child is to do; ``ended(_:owner:seconds:)`` has to follow.
    mutating func next() -> (job: Job, urgency: MediaUrgency)? {
        if let index = nextInteractive() {
            let entry = interactive.remove(at: index)
            uses[entry.owner]?.running += 1
            return (entry.job, .interactive)
        }
        guard runningBackground < shareLimit, !background.isEmpty else { return nil }
        runningBackground += 1
        return (background.removeFirst().job, .background)
    }

    private func nextInteractive() -> Int? {
        var best: (index: Int, seconds: Double)?
        var seen: Set<Int> = []
        for (index, entry) in interactive.enumerated() where seen.insert(entry.owner).inserted {
            let use = uses[entry.owner] ?? Use(seconds: 0)
            if use.isSlow, use.running >= shareLimit { continue }
            if let best, best.seconds <= use.seconds { continue }
            best = (index, use.seconds)
        }
        return best?.index
    }

    /// Says that a job taken by ``next()`` has ended.
    ///
    /// - Parameters:
    ///   - urgency: the job's.
    ///   - owner: the job's.
    ///   - seconds: for how long it held a child.
    mutating func ended(_ urgency: MediaUrgency, owner: Int = 0, seconds: Double = 0) {
        switch urgency {
        case .background: runningBackground -= 1
        case .interactive:
            guard var use = uses[owner] else { return }
            use.running -= 1
            use.seconds += seconds
            use.recent = 0.7 * use.recent + 0.3 * seconds
            let isGone = use.running <= 0 && !interactive.contains { $0.owner == owner }
            uses[owner] = isGone && !use.isSlow ? nil : use
        }
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
