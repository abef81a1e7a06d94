/// What an engine is at while it runs.
struct Drive {
    /// Why a record stops before its end.
    enum Stop {
        /// Somebody paused it.
        case pause
        /// Somebody removed it.
        case remove
        /// This run ends; it goes back into the queue.
        case interrupt
        /// There is no network: it waits for its turn again.
        case wait
        /// It cannot go on until somebody did something: signed out, password needed, no space.
        case halt(TransferFailure)
    }

    /// What was ordered and is leased.
    struct Root {
        let kind: TransferKind
        let direction: TransferDirection
        let size: Int64
        /// Bytes that were there when it was leased.
        let safe: Int64
        var area = ""
        var inFlight = 0
        var cursors: [TransferLane: Int64] = [:]
        var exhausted: Set<TransferLane> = []
        var stop: Stop?
        /// Whether its end is being written: nobody may begin to write it a second time, without the lease.
        var isEnding = false
        var moved: Int64 = 0
        var repeated: Int64 = 0

        var hasChildren: Bool { kind == .folder || kind == .group }
    }

    /// One record at work.
    struct Flight {
        let root: TransferID
        let lane: TransferLane
        let meter: TransferMeter
        /// Whether what was read for it is lost when it stops.
        let isStream: Bool
        var task: Task<Result<TransferRow, TransferError>, Never>?
        var stop: Stop?
        var gauge = SpeedGauge()
    }

    /// Whose turn it is in a lane.
    struct Lane {
        /// The next one last.
        var buffer: [TransferRow] = []
        /// The cursor over what was ordered by itself.
        var after: Int64 = 0
        var isExhausted = false
        var isRefilling = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Somebody who waits for records to end.
    struct Wait {
        var remaining: Set<TransferID>
        var outcome = RunOutcome()
        var continuation: CheckedContinuation<Void, Never>?
    }

    /// Files that were ordered by themselves and folders that have ended, summed up for the progress.
    struct Singles {
        var files = 0
        var finished = 0
        var failed = 0
        var size: Int64 = 0
        var transferred: Int64 = 0
        var inFlight = 0
    }

    let runner: Int64
    var roots: [TransferID: Root] = [:]
    /// Those with children, in order.
    var parents: [TransferID] = []
    var lanes: [TransferLane: Lane] = [.small: Lane(), .large: Lane(), .folder: Lane()]
    var flights: [TransferID: Flight] = [:]
    /// What ended while rows were being read.
    var ended: Set<TransferID> = []
    var singles = Singles()
    var gauge = SpeedGauge()
    /// Bytes of transfers that have ended.
    var moved: Int64 = 0
    /// Calls that are about to add roots: the workers stay.
    var pendingLeases = 0

    init(runner: Int64) { self.runner = runner }

    static let working: [TransferLane] = [.small, .large, .folder]
}
