import CLinux
import Glibc
import HearthConcurrency
import HearthTesting
import Synchronization
import Testing

@testable import HearthMedia

@Suite("What a child may say", .timeLimit(.minutes(10))) struct MediaExchangeTests {
    typealias Failure = MediaSocket.Failure

    /// Does a job with a thread in the place of the child, which gets the other end of the socket.
    static func exchange(
        _ job: MediaJob = MediaJob(kind: .picture, fileExtension: "", size: 0, outputs: []),
        _ input: MediaInput,
        time: Duration = .seconds(60),
        with child: @escaping @Sendable (MediaSocket) throws -> Void
    ) async throws -> Result<MediaExchange.Result, Failure> {
        var ours: Int32 = -1
        var theirs: Int32 = -1
        try #require(hearth_socket_pair(&ours, &theirs) == 0)
        _ = hearth_fcntl(ours, F_SETFL, O_NONBLOCK)
        let threads = ThreadPool(name: "exchange", threads: 2)
        defer { threads.stop() }
        let (server, other) = (ours, theirs)
        async let childEnds: Void = threads.run {
            defer { close(other) }
            // What cannot be said any more because the server hung up does not matter.
            try? child(MediaSocket(descriptor: other))
        }
        typealias Outcome = Result<MediaExchange.Result, Failure>
        let result = try await threads.run { () -> Outcome in
            defer { close(server) }
            var socket = MediaSocket(descriptor: server)
            socket.deadline = Uptime.nanoseconds + time.nanoseconds
            var exchange = MediaExchange(job: job, input: input, socket: socket)
            do throws(Failure) { return .success(try exchange.run()) } catch { return .failure(error) }
        }
        try await childEnds
        return result
    }

    /// Takes the job off the socket, and the descriptor that came along.
    @discardableResult
    static func takeJob(_ socket: MediaSocket) throws -> (MediaJob, Int32?) {
        let passed = Mutex<Int32?>(nil)
        let header = try socket.receiveHeader(limit: MediaLimits.jobBytes) { descriptor in
            passed.withLock { $0 = descriptor }
        }
        let decoded = try #require(MediaJob.decoded(try socket.receive(header.length)))
        let descriptor = passed.withLock { $0 }
        #expect(decoded.hasDescriptor == (descriptor != nil))
        return (decoded.job, descriptor)
    }

    struct Bytes: MediaReader {
        struct Broken: Error {}
        var bytes: [UInt8]
        var claims: Int?
        var isBroken = false

        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
            if isBroken { throw Broken() }
            let part = bytes.dropFirst(Int(offset)).prefix(buffer.count)
            buffer.copyBytes(from: part)
            return claims ?? part.count
        }
    }

    static func read(_ offset: Int64, _ count: UInt32) -> [UInt8] {
        var payload: [UInt8] = []
        payload.append(number: offset)
        payload.append(number: count)
        return payload
    }

    static let facts = MediaFacts(kind: .picture, width: 3, height: 2)
    static let webp = Array("RIFF\u{4}\0\0\0WEBP".utf8)
    static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0]
    static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    static let outputs = [
        MediaOutput(edge: 9, format: .webp), MediaOutput(edge: 9, format: .jpeg),
        MediaOutput(edge: 9, format: .png, isSquare: true),
    ]
    static let job = MediaJob(kind: .picture, fileExtension: "png", size: 10, outputs: outputs)
    static let nothing = MediaInput.reader(Bytes(bytes: []))

    @Test func factsAndImagesArriveInTheirOrder() async throws {
        try await AnonymousFile.with(Array("0123456789".utf8)) { descriptor in
            // The file is open for writing here, which the decoder itself would refuse.
            let result = try await Self.exchange(Self.job, .descriptor(descriptor)) { socket in
                let (job, passed) = try Self.takeJob(socket)
                #expect(job == Self.job)
                let file = try #require(passed)
                defer { close(file) }
                var digits = [UInt8](repeating: 0, count: 4)
                #expect(pread(file, &digits, 4, 3) == 4)
                #expect(digits == Array("3456".utf8))
                #expect(hearth_fcntl(file, F_GETFD, 0) & FD_CLOEXEC != 0)
                try socket.send(.facts, Self.facts.encoded)
                try socket.send(.image, Self.webp)
                try socket.send(.image)
                try socket.send(.image, Self.png)
                try socket.send(.done, [MediaAfterwards.leaves.rawValue])
            }.get()
            #expect(result.outcome == .made(Self.facts, [Self.webp, [], Self.png]))
            #expect(result.afterwards == .leaves)
        }
    }

    @Test func aRefusalIsHandedOver() async throws {
        for refusal in MediaRefusal.allCases {
            let result = try await Self.exchange(Self.job, Self.nothing) { socket in
                try Self.takeJob(socket)
                try socket.send(.facts, Self.facts.encoded)
                try socket.send(.image, Self.webp)
                try socket.send(.refused, [0, refusal.rawValue] + "no such marker".utf8)
            }.get()
            #expect(result.outcome == .none(refusal))
            #expect(result.afterwards == .stays)
            #expect(result.detail == "no such marker")
        }
    }

    @Test func readsAreAnsweredWithinTheFile() async throws {
        let bytes = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let job = MediaJob(kind: .clip, fileExtension: "", size: Int64(bytes.count) - 5, outputs: [])
        let result = try await Self.exchange(job, .reader(Bytes(bytes: bytes))) { socket in
            try Self.takeJob(socket)
            func ask(_ offset: Int64, _ count: UInt32) throws -> [UInt8] {
                try socket.send(.read, Self.read(offset, count))
                let header = try socket.receiveHeader(limit: MediaLimits.readBytes)
                #expect(header.frame == .data)
                return try socket.receive(header.length)
            }
            #expect(try ask(0, 1) == Array(bytes[..<1]))
            #expect(try ask(1000, 1 << 20) == Array(bytes[1000..<1000 + 1 << 20]))
            // The reader has five bytes more than the file is said to have.
            #expect(try ask(job.size - 2, 100) == Array(bytes[Int(job.size - 2)..<Int(job.size)]))
            #expect(try ask(job.size, 1).isEmpty)
            #expect(try ask(.max, 1 << 20).isEmpty)
            try socket.send(.facts, MediaFacts(kind: .clip).encoded)
            try socket.send(.done, [0])
        }.get()
        #expect(result.outcome == .made(MediaFacts(kind: .clip), []))
    }

    @Test(arguments: [MediaFrame.inputFailed, .done, .refused])
    func bytesThatCannotBeReadAreNotTheFilesFault(_ end: MediaFrame) async throws {
        var reader = Bytes(bytes: [])
        reader.isBroken = true
        let result = try await Self.exchange(
            MediaJob(kind: .picture, fileExtension: "", size: 9, outputs: []),
            .reader(reader)
        ) { socket in
            try Self.takeJob(socket)
            try socket.send(.read, Self.read(0, 9))
            #expect(try socket.receiveHeader(limit: 9) == MediaSocket.Header(frame: .readFailed, length: 0))
            if end == .done { try socket.send(.facts, Self.facts.encoded) }
            try socket.send(end, end == .refused ? [0, 2] : [0])
        }.get()
        #expect(result.outcome == nil)
        #expect(result.detail == "Broken()")
    }

    @Test(arguments: [-7, 0, 4, 5, 1 << 40])
    func aReaderThatMiscountsHarmsNobody(_ claims: Int) async throws {
        var reader = Bytes(bytes: [1, 2, 3, 4])
        reader.claims = claims
        let result = try await Self.exchange(
            MediaJob(kind: .picture, fileExtension: "", size: 4, outputs: []),
            .reader(reader)
        ) { socket in
            try Self.takeJob(socket)
            try socket.send(.read, Self.read(0, 4))
            let header = try socket.receiveHeader(limit: 4)
            #expect(header.length == min(max(0, claims), 4))
            _ = try socket.receive(header.length)
            try socket.send(.inputFailed, [0] + "short".utf8)
        }.get()
        #expect(result.detail == "short")
    }

    struct Nonsense: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var frames: [(MediaFrame, [UInt8])] = []
        var raw: [UInt8] = []
    }

    static let nonsense: [Nonsense] = [
        Nonsense(testDescription: "an unknown kind", raw: [0, 0, 0, 0, 99]),
        Nonsense(testDescription: "kind 0", raw: [0, 0, 0, 0, 0]),
        Nonsense(testDescription: "4 GiB", raw: [255, 255, 255, 255, 20]),
        Nonsense(testDescription: "more than a result", raw: [1, 0, 0, 1, 20]),
        Nonsense(testDescription: "a server's frame", frames: [(.data, [])]),
        Nonsense(testDescription: "ready again", frames: [(.ready, [65])]),
        Nonsense(testDescription: "facts twice", frames: [(.facts, facts.encoded), (.facts, facts.encoded)]),
        Nonsense(testDescription: "facts after an image", frames: [(.image, []), (.facts, facts.encoded)]),
        Nonsense(testDescription: "facts that are none", frames: [(.facts, [9, 9, 9])]),
        Nonsense(testDescription: "long facts", frames: [(.facts, Array(repeating: 1, count: 1025))]),
        Nonsense(
            testDescription: "no facts",
            frames: [(.image, []), (.image, []), (.image, []), (.done, [0])]
        ),
        Nonsense(testDescription: "no images", frames: [(.facts, facts.encoded), (.done, [0])]),
        Nonsense(
            testDescription: "too many images",
            frames: [(.facts, facts.encoded), (.image, []), (.image, []), (.image, []), (.image, [])]
        ),
        Nonsense(testDescription: "HTML for an image", frames: [(.image, Array("<script>".utf8))]),
        Nonsense(testDescription: "another format", frames: [(.image, jpeg)]),
        Nonsense(testDescription: "a cut magic", frames: [(.image, webp.dropLast())]),
        Nonsense(
            testDescription: "more than a result in all",
            frames: [
                (.image, webp + [UInt8](repeating: 0, count: 9 << 20)),
                (.image, jpeg + [UInt8](repeating: 0, count: 9 << 20)),
            ]
        ),
        Nonsense(testDescription: "done with nothing", frames: [(.done, [])]),
        Nonsense(testDescription: "done with too much", frames: [(.done, [0, 0])]),
        Nonsense(testDescription: "an unknown afterwards", frames: [(.done, [7])]),
        Nonsense(testDescription: "a refusal without a reason", frames: [(.refused, [0])]),
        Nonsense(testDescription: "an unknown refusal", frames: [(.refused, [0, 77])]),
        Nonsense(testDescription: "a refusal with an escape", frames: [(.refused, [0, 1, 0x1b])]),
        Nonsense(
            testDescription: "a long refusal",
            frames: [(.refused, [0, 1] + [UInt8](repeating: 65, count: 201))]
        ),
        Nonsense(testDescription: "a read without a length", frames: [(.read, [0, 0])]),
        Nonsense(testDescription: "a read before the start", frames: [(.read, read(-1, 1))]),
        Nonsense(testDescription: "a read of nothing", frames: [(.read, read(0, 0))]),
        Nonsense(testDescription: "a read of too much", frames: [(.read, read(0, (1 << 20) + 1))]),
        Nonsense(testDescription: "a read of 4 GiB", frames: [(.read, read(0, .max))]),
    ]

    @Test(arguments: nonsense) func nonsenseEndsTheConversation(_ item: Nonsense) async throws {
        let result = try await Self.exchange(Self.job, Self.nothing) { socket in
            try Self.takeJob(socket)
            for (frame, payload) in item.frames { try socket.send(frame, payload) }
            _ = item.raw.withUnsafeBytes { hearth_send(socket.descriptor, $0.baseAddress, $0.count, -1) }
            // Only the server may end this.
            while try socket.receiveHeader(limit: MediaLimits.readBytes).frame == .data {}
        }
        guard case .failure(.nonsense) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test func aChildMayNotReadBesideItsDescriptor() async throws {
        try await AnonymousFile.with([1]) { descriptor in
            let result = try await Self.exchange(Self.job, .descriptor(descriptor)) { socket in
                if let file = try Self.takeJob(socket).1 { close(file) }
                try socket.send(.read, Self.read(0, 1))
                _ = try socket.receiveHeader(limit: 1)
            }
            #expect(throws: Failure.nonsense("a read")) { try result.get() }
        }
    }

    @Test func aDescriptorFromAChildIsNotTaken() async throws {
        let result = try await Self.exchange(Self.job, Self.nothing) { socket in
            try Self.takeJob(socket)
            try socket.send(.facts, Self.facts.encoded, passing: socket.descriptor)
            _ = try socket.receiveHeader(limit: 1)
        }
        #expect(throws: Failure.nonsense("a descriptor")) { try result.get() }
    }

    @Test(arguments: [0, 3, 5, 6]) func anEarlyEndIsNoticed(_ bytes: Int) async throws {
        let result = try await Self.exchange(Self.job, Self.nothing) { socket in
            try Self.takeJob(socket)
            let start: [UInt8] = [0, 0, 0, 9, MediaFrame.facts.rawValue, 1, 1]
            _ = start.withUnsafeBytes { hearth_send(socket.descriptor, $0.baseAddress, bytes, -1) }
        }
        #expect(throws: Failure.closed) { try result.get() }
    }

    @Test func silenceAndEndlessTalkEndWithTheTime() async throws {
        let silence = try await Self.exchange(Self.job, Self.nothing, time: .milliseconds(50)) { socket in
            try Self.takeJob(socket)
            _ = try socket.receiveHeader(limit: 1)
        }
        #expect(throws: Failure.late) { try silence.get() }
        let talk = try await Self.exchange(Self.job, Self.nothing, time: .milliseconds(50)) { socket in
            try Self.takeJob(socket)
            while true {
                try socket.send(.read, Self.read(0, 1))
                _ = try socket.receiveHeader(limit: 1)
            }
        }
        #expect(throws: Failure.late) { try talk.get() }
        // One that asks and never listens fills the socket with answers.
        let deaf = try await Self.exchange(
            MediaJob(kind: .picture, fileExtension: "", size: 1 << 30, outputs: []),
            .reader(Bytes(bytes: [UInt8](repeating: 1, count: 1 << 20))),
            time: .milliseconds(50)
        ) { socket in
            for _ in 0..<10 { try socket.send(.read, Self.read(0, 1 << 20)) }
            // Until the server hangs up there is nothing to do but to wait for it.
            var entry = pollfd(fd: socket.descriptor, events: 0, revents: 0)
            poll(&entry, 1, -1)
        }
        #expect(throws: Failure.late) { try deaf.get() }
    }

    @Test func aJobThatIsNeverTakenEndsWithTheTime() async throws {
        let result = try await Self.exchange(Self.job, Self.nothing, time: .milliseconds(20)) { socket in
            var entry = pollfd(fd: socket.descriptor, events: 0, revents: 0)
            poll(&entry, 1, -1)
        }
        #expect(throws: Failure.late) { try result.get() }
    }
}
