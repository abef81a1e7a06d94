import HearthDrive
import HearthSQL
import HearthTesting
import HearthWire
import Synchronization
import Testing

/// Does what a test wants, and counts.
private final class ScriptedWorker: TaskWorker {
    let topics: [TaskTopic]
    let runs = Mutex<[String]>([])
    let abandoned = Mutex<[String]>([])
    private let script: @Sendable (TaskRun) async throws -> String

    init(_ topics: [TaskTopic], _ script: @escaping @Sendable (TaskRun) async throws -> String) {
        self.topics = topics
        self.script = script
    }

    func run(_ task: TaskRun) async throws -> String {
        runs.withLock { $0.append(task.subject) }
        return try await script(task)
    }

    func abandoned(_ task: TaskRow, _ session: any SQLSession) throws {
        abandoned.withLock { $0.append(task.subject) }
    }
}

@Suite("Tasks", .timeLimit(.minutes(10)))
struct TaskTests {
    private func order(
        _ subject: String,
        sign: String? = nil,
        user: Int = 1,
        _ parameters: String = "{}"
    )
        -> TaskOrder
    {
        TaskOrder(
            topic: .addPartition,
            sign: sign ?? subject,
            subject: subject,
            user: user,
            parameters: parameters
        )
    }

    @Test("tasks run in the order of coming, and a done one is remembered for an hour")
    func order() async throws {
        let fixture = try await DriveFixture.make()
        let tasks = fixture.drive.tasks
        let worker = ScriptedWorker([.addPartition]) { _ in #"{"made":1}"# }
        tasks.register(worker)
        for subject in ["a", "b", "c"] { _ = try await tasks.start(order(subject)) }
        await tasks.drain()
        #expect(worker.runs.withLock { $0 } == ["a", "b", "c"])
        let row = try await tasks.find("TaskAddPartition_b", fixture.owner)
        #expect(row.state == .done && row.result == #"{"made":1}"# && row.status.isEmpty)
        #expect(try await tasks.marks([.addPartition]).isEmpty)
        fixture.clock.advance(by: .seconds(3_500))
        try await tasks.clean()
        #expect(try await tasks.list(fixture.owner).count == 3)
        fixture.clock.advance(by: .seconds(200))
        try await tasks.clean()
        #expect(await code { _ = try await tasks.find("TaskAddPartition_b", fixture.owner) } == 70_000)
    }

    @Test("a failed task keeps its code until it is retried or dismissed")
    func failures() async throws {
        let fixture = try await DriveFixture.make()
        let tasks = fixture.drive.tasks
        let fails = Mutex(true)
        let worker = ScriptedWorker([.addPartition]) { _ in
            if fails.withLock({ $0 }) { throw DriveError(.capacityTooLarge, argument: "1.00GB") }
            return ""
        }
        tasks.register(worker)
        let id = try await tasks.start(order("p/q", sign: "p_q"))
        #expect(try await tasks.marks([.addPartition])["p/q"]?.status == "TaskAddPartition_1")
        #expect(await code { try await tasks.retry(id, fixture.owner) } == 70_001)
        await tasks.drain()
        var row = try await tasks.find(id, fixture.owner)
        #expect(row.state == .failed && row.failure?.code == .capacityTooLarge)
        #expect(row.failure?.argument == "1.00GB")
        #expect(
            try await tasks.marks([.addPartition])["p/q"]
                == TaskMark(status: "TaskAddPartition_0", taskID: "TaskAddPartition_p_q")
        )
        try await tasks.retry(id, fixture.owner)
        fails.withLock { $0 = false }
        await tasks.drain()
        row = try await tasks.find(id, fixture.owner)
        #expect(row.state == .done && row.failure == nil)
        #expect(await code { try await tasks.dismiss(id, fixture.owner) } == 70_001)
        #expect(await code { try await tasks.retry("TaskAddPartition_x", fixture.owner) } == 70_000)
    }

    @Test("a queued task is taken out of the queue, a failed one forgotten; both undo their order")
    func dismissals() async throws {
        let fixture = try await DriveFixture.make()
        let tasks = fixture.drive.tasks
        let worker = ScriptedWorker([.addPartition]) { _ in throw DriveError(.noSpace) }
        tasks.register(worker)
        let id = try await tasks.start(order("queued"))
        try await tasks.dismiss(id, fixture.owner)
        await tasks.drain()
        #expect(worker.runs.withLock { $0.isEmpty })
        let failed = try await tasks.start(order("failed"))
        await tasks.drain()
        try await tasks.dismiss(failed, fixture.owner)
        #expect(worker.abandoned.withLock { $0 } == ["queued", "failed"])
        #expect(try await tasks.list(fixture.owner).isEmpty)
    }

    @Test(
        "a failed task that is ordered again is queued with the new order and its checkpoint, a waiting one stays"
    )
    func repeatedOrders() async throws {
        let fixture = try await DriveFixture.make()
        let tasks = fixture.drive.tasks
        let worker = ScriptedWorker([.addPartition]) { task in
            if task.parameters == "{}" {
                try await task.save(checkpoint: "half")
                throw DriveError(.noSpace)
            }
            return "\"\(task.checkpoint)\""
        }
        tasks.register(worker)
        let id = try await tasks.start(order("a"))
        #expect(try await tasks.start(order("a", #"{"other":1}"#)) == id)
        #expect(try await tasks.find(id, fixture.owner).parameters == "{}")
        await tasks.drain()
        #expect(try await tasks.find(id, fixture.owner).checkpoint == "half")
        #expect(try await tasks.start(order("a", user: 7, #"{"other":1}"#)) == id)
        await tasks.drain()
        let row = try await tasks.find(id, fixture.owner)
        #expect(row.state == .done && row.result == "\"half\"" && row.user == 7)
        #expect(try await tasks.start(order("a", #"{"other":1}"#)) == id)
    }

    @Test("two subjects with one sign are told apart")
    func ambiguousSigns() async throws {
        let fixture = try await DriveFixture.make()
        let tasks = fixture.drive.tasks
        #expect(try await tasks.start(order("a/b_c", sign: "a_b_c")) == "TaskAddPartition_a_b_c")
        #expect(try await tasks.start(order("a_b/c", sign: "a_b_c")) == "TaskAddPartition_a_b_c~2")
        #expect(try await tasks.marks([.addPartition])["a_b/c"]?.taskID == "TaskAddPartition_a_b_c~2")
    }

    @Test("a task that nobody knows fails and is not lost")
    func withoutWorker() async throws {
        let fixture = try await DriveFixture.make()
        let id = try await fixture.drive.tasks.start(order("a"))
        await fixture.drive.tasks.drain()
        let row = try await fixture.drive.tasks.find(id, fixture.owner)
        #expect(row.state == .failed && row.failure?.code == .internalError)
    }

    @Test("a stop leaves the task as it is, and the next life goes on from the checkpoint")
    func stops() async throws {
        let fixture = try await DriveFixture.make()
        let (reached, announce) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        fixture.drive.tasks.register(
            ScriptedWorker([.addPartition]) { task in
                #expect(task.checkpoint.isEmpty)
                try await task.save(checkpoint: "halfway")
                announce.yield()
                while true {
                    try task.checkStopped()
                    await Task.yield()
                }
            }
        )
        let drive = fixture.drive
        let jobs = Task { await drive.tasks.run() }
        let id = try await drive.tasks.start(order("a"))
        for await _ in reached { break }
        #expect(await code { try await drive.tasks.dismiss(id, fixture.owner) } == 70_001)
        jobs.cancel()
        await jobs.value
        #expect(try await drive.tasks.find(id, fixture.owner).state == .running)
        let again = try await fixture.restarted()
        again.drive.tasks.register(ScriptedWorker([.addPartition]) { "\"\($0.checkpoint)\"" })
        await again.drive.tasks.drain()
        #expect(try await again.drive.tasks.find(id, again.owner).result == "\"halfway\"")
    }

    @Test("a member sees and touches only his own tasks and those of folders he made")
    func visibility() async throws {
        let fixture = try await DriveFixture.make()
        let tasks = fixture.drive.tasks
        let (ann, bob) = (try await fixture.member("ann"), try await fixture.member("bob"))
        let id = try await tasks.start(order("a", user: ann.user.id))
        #expect(try await tasks.list(ann).map(\.taskID) == [id])
        #expect(try await tasks.list(bob).isEmpty)
        #expect(try await tasks.list(fixture.owner).count == 1)
        for act in [tasks.retry, tasks.dismiss] {
            #expect(await code { try await act(id, bob) } == 70_000)
        }
        let root = try await fixture.home(of: bob)
        _ = try await fixture.database.write {
            try $0.run("UPDATE roots SET creator = ? WHERE id = ?", bob.user.id, root)
        }
        let move = TaskOrder(topic: .moveFolder, sign: "\(root)", subject: "\(root)", user: 1)
        _ = try await tasks.start(move)
        #expect(try await tasks.list(bob).map(\.subject) == ["\(root)"])
        #expect(try await tasks.list(ann).count == 1)
    }

    @Test("the move of a folder is shown before its removal")
    func marks() async throws {
        let fixture = try await DriveFixture.make()
        let tasks = fixture.drive.tasks
        for topic in [TaskTopic.deleteFolder, .moveFolder] {
            _ = try await tasks.start(TaskOrder(topic: topic, sign: "5", subject: "5", user: 1))
        }
        #expect(
            try await tasks.marks([.moveFolder, .deleteFolder])["5"]
                == TaskMark(status: "TaskMovingFolder_1", taskID: "TaskMovingFolder_5")
        )
        let mark = try await fixture.database.read {
            try Tasks.mark(of: "5", topics: [.moveFolder, .deleteFolder], $0)
        }
        #expect(mark?.taskID == "TaskMovingFolder_5")
    }
}
