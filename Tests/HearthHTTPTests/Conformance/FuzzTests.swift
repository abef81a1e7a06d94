import Glibc
import HearthConcurrency
import HearthHTTP
import HearthTesting
import Synchronization
import Testing

/// Damaged requests against a live server, from a printed seed.
///
/// `HEARTH_FUZZ_SECONDS` says how long (5 unless set), `HEARTH_FUZZ_SEED` repeats a run.
@Suite("Fuzzed requests", .timeLimit(.minutes(15)))
struct FuzzTests {
    private static let workers = 6

    @Test("are answered or cut off, and never handled twice")
    func fuzz() async throws {
        let seconds = Int64(Self.environment("HEARTH_FUZZ_SECONDS") ?? "") ?? 5
        let seed = UInt64(Self.environment("HEARTH_FUZZ_SEED") ?? "") ?? UInt64.random(in: 0 ... .max)
        print("fuzzing for \(seconds) s, HEARTH_FUZZ_SEED=\(seed)")
        fflush(nil)
        var limits = HTTPLimits()
        limits.headerTime = .seconds(3)
        limits.idleTime = .seconds(3)
        limits.bodyIdleTime = .seconds(3)
        limits.lingerTime = .seconds(1)
        let complaints = try await ConformanceServer.run(limits: limits, clients: Self.workers) { server in
            let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
            return try await withThrowingTaskGroup(of: (rounds: Int, complaint: String?).self) { group in
                for worker in 0..<Self.workers {
                    group.addTask { try await Self.work(server, worker: worker, seed: seed, until: deadline) }
                }
                var complaints: [String] = []
                var rounds = 0
                for try await result in group {
                    rounds += result.rounds
                    if let complaint = result.complaint { complaints.append(complaint) }
                }
                print("fuzzed \(rounds) connections")
                return complaints
            }
        }
        for complaint in complaints { Issue.record("HEARTH_FUZZ_SEED=\(seed) \(complaint)") }
    }

    @Test("start from sound requests", arguments: RequestMutator.corpus)
    func corpus(_ text: String) {
        let sentinel = "GET /sentinel HTTP/1.1\r\nHost: x\r\n\r\n"
        let requests = RequestModel.read(Array((text + sentinel).utf8))
        #expect(requests.map(\.target).last == "/sentinel")
        #expect(requests.count == 2 && requests.allSatisfy { $0.body != nil })
    }

    private static func work(
        _ server: ConformanceServer,
        worker: Int,
        seed: UInt64,
        until deadline: ContinuousClock.Instant
    ) async throws -> (rounds: Int, complaint: String?) {
        // An address per connection tells them apart at the server: 127.<worker>.x.y.
        let plans = PlanSource(seed: seed &+ UInt64(worker) &* 0x9E37_79B9)
        var round = 0
        while ContinuousClock.now < deadline {
            round += 1
            let address = UInt32(0x7F01_0001) + UInt32(worker) << 16 + UInt32(round % 0xFFF0)
            let plan = plans.next()
            let peer = "127.\(address >> 16 & 0xFF).\(address >> 8 & 0xFF).\(address & 0xFF)"
            let exchange: FuzzVerdict.Exchange
            do {
                exchange = try await server.client { try plan.run(port: $0, from: address) }
            } catch {
                return (round, "worker \(worker), round \(round): \(error)\n\(plan.description)")
            }
            if let complaint = FuzzVerdict.complaint(exchange, seen: server.takeSeen(from: peer)) {
                let received = String(decoding: exchange.received, as: UTF8.self).debugDescription
                return (
                    round,
                    "worker \(worker), round \(round): \(complaint)\n\(plan.description)\nanswer: \(received)"
                )
            }
            if round % 50 == 0 {
                let health = try await server.client { port in
                    let connection = try RawConnection(port: port)
                    connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
                    return try connection.receive(answersTo: ["GET"]).map(\.status)
                }
                if health != [200] { return (round, "health is \(health) after\n\(plan.description)") }
                _ = server.takeSeen(from: "127.0.0.1")
            }
        }
        return (round, nil)
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// Makes the plans of one worker.
final class PlanSource: Sendable {
    private let mutator: Mutex<RequestMutator>

    init(seed: UInt64) { mutator = Mutex(RequestMutator(seed: seed)) }

    func next() -> FuzzPlan { mutator.withLock { FuzzPlan(&$0) } }
}

/// What one client sends over one connection.
struct FuzzPlan: Sendable, CustomStringConvertible {
    /// Well-formed requests whose answers are awaited one by one before the rest is sent.
    let opening: [[UInt8]]
    let pieces: [[UInt8]]
    let isClean: Bool
    /// Otherwise the server has to give up by itself.
    let isHalfClosed: Bool

    init(_ mutator: inout RequestMutator) {
        var opening: [[UInt8]] = []
        if mutator.once(in: 4) { for _ in 0...mutator.number(below: 3) { opening.append(mutator.request()) } }
        // The reading of the answers goes by lengths; Expect on /skip would close the connection early.
        self.opening = opening
        isClean = mutator.once(in: 6)
        var stream: [UInt8] = []
        for _ in 0...mutator.number(below: 4) {
            var message = mutator.request()
            if !isClean, !mutator.once(in: 3) { mutator.mutate(&message) }
            stream += message
        }
        if !isClean, mutator.once(in: 4) { mutator.mutate(&stream) }
        stream += Array("GET /sentinel HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        pieces = mutator.pieces(of: stream)
        isHalfClosed = !mutator.once(in: 400)
    }

    /// The bytes as a Swift literal, piece by piece.
    var description: String {
        let all = (opening + pieces).map { String(decoding: $0, as: UTF8.self).debugDescription }
        return all.joined(separator: "\n") + "\nbytes: \(pieces)"
    }

    /// Blocking.
    func run(port: Int, from address: UInt32) throws -> FuzzVerdict.Exchange {
        let connection = try RawConnection(port: port, from: address)
        var received: [UInt8] = []
        for request in opening {
            guard connection.send(request) else { break }
            let method = RequestModel.read(request).map(\.method)
            var answer: [UInt8] = []
            while RawResponse.parse(answer, methods: method, isClosed: false).responses.isEmpty {
                guard let bytes = try connection.receive() else { break }
                answer += bytes
            }
            received += answer
        }
        for piece in pieces where !connection.send(piece) { break }
        if isHalfClosed { connection.halfClose() }
        received += try connection.receiveAll(within: 20_000)
        return FuzzVerdict.Exchange(
            sent: (opening + pieces).flatMap { $0 },
            received: received,
            isClean: isClean,
            isHalfClosed: isHalfClosed
        )
    }
}
