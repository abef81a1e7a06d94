import CLinux
import Glibc
import HearthLog
import HearthTesting
import Synchronization
import Testing

@testable import HearthMedia

@Suite("Children that decode", .timeLimit(.minutes(3))) struct MediaDecoderTests {
    private static let made = MediaOutcome.made(MediaFacts(kind: .picture), [])

    /// Outcomes of that many jobs at once.
    private static func outcomes(
        _ decoder: MediaDecoder,
        of sizes: some Sequence<Int64> & Sendable,
        _ urgency: MediaUrgency = .interactive
    ) async -> [Int64: Result<MediaOutcome, MediaError>] {
        await withTaskGroup { group in
            for size in sizes {
                group.addTask { () -> (Int64, Result<MediaOutcome, MediaError>) in
                    do throws(MediaError) {
                        return (size, .success(try await decoder.run(size, urgency)))
                    } catch { return (size, .failure(error)) }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private static func lines(of path: String) -> [Substring] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// The processes that are left of those that a script has written down.
    private static func survivors(of path: String) -> [Substring] {
        lines(of: path).filter { kill(pid_t($0) ?? 0, 0) == 0 }
    }

    @Test func manyJobsAtOnceAreAllDone() async throws {
        let folder = try TemporaryDirectory()
        let pids = folder.appending("pids")
        let decoder = FakeChild.decoder("echo $$ >>\(pids)\n" + FakeChild.ready(), children: 3)
        async let background = Self.outcomes(decoder, of: 1001...1050, .background)
        let interactive = await Self.outcomes(decoder, of: 1...200)
        #expect(interactive.count == 200)
        #expect(interactive.values.allSatisfy { $0 == .success(Self.made) })
        #expect(await background.values.allSatisfy { $0 == .success(Self.made) })
        #expect(1...3 ~= Self.lines(of: pids).count)
        await decoder.stop()
        #expect(Self.survivors(of: pids).isEmpty)
        #expect(decoder.state.withLock { $0.unburied.isEmpty && $0.lanes.isEmpty && $0.starting == 0 })
    }

    @Test func aCrashCostsOneJob() async throws {
        // Every tenth of the 60 jobs ends the child in its own way.
        let decoder = FakeChild.decoder(
            FakeChild.ready(
                special: """
                    000a) kill -SEGV $$ ;;
                    0014) exit 1 ;;
                    001e) printf 'garbage, garbage' >&3 ;;
                    0028) kill -XCPU $$ ;;
                    0032) printf '\\0\\0\\0\\2\\23' >&3; exit 0 ;;
                    """
            )
        )
        let outcomes = await Self.outcomes(decoder, of: 1...60)
        await decoder.stop()
        for (size, outcome) in outcomes {
            switch size {
            case 10, 20, 30, 50: #expect(outcome == .success(.none(.crashed)), "\(size)")
            case 40: #expect(outcome == .success(.none(.timeOut)))
            default: #expect(outcome == .success(Self.made), "\(size)")
            }
        }
    }

    @Test func childrenMayBeKilledAtAnyTime() async throws {
        let folder = try TemporaryDirectory()
        let pids = folder.appending("pids")
        let decoder = FakeChild.decoder("echo $$ >>\(pids)\n" + FakeChild.ready(), children: 3)
        let seed: UInt64 = 0x6b69_6c6c
        var random = SplitMix64(seed: seed)
        for round in 0..<12 {
            async let running = Self.outcomes(decoder, of: 1...20)
            if let victim = Self.lines(of: pids).suffix(3).randomElement(using: &random),
                let pid = pid_t(victim)
            {
                // It has not been waited for if it is a child of ours at all.
                if decoder.state.withLock({ _ in getpgid(pid) == pid }) { kill(pid, SIGKILL) }
            }
            let outcomes = await running
            let crashed = outcomes.values.count { $0 == .success(.none(.crashed)) }
            #expect(crashed <= 1, "round \(round), seed \(seed)")
            #expect(
                outcomes.values.allSatisfy { $0 == .success(Self.made) || $0 == .success(.none(.crashed)) },
                "round \(round), seed \(seed)"
            )
        }
        await decoder.stop()
        #expect(Self.survivors(of: pids).isEmpty)
    }

    @Test func aJobThatTakesTooLongIsKilled() async throws {
        let folder = try TemporaryDirectory()
        let pids = folder.appending("pids")
        let decoder = FakeChild.decoder(
            "echo $$ >>\(pids)\n" + FakeChild.ready(special: "0001) while :; do :; done ;;"),
            children: 1
        ) { $0.jobTime = .milliseconds(1000) }
        #expect(try await decoder.run(1) == .none(.timeOut))
        // The next one may be slow on a busy machine, but a new child does it.
        var outcome = try await decoder.run(2)
        for _ in 0..<20 where outcome != Self.made { outcome = try await decoder.run(2) }
        #expect(outcome == Self.made)
        await decoder.stop()
        #expect(Self.lines(of: pids).count >= 2)
        #expect(Self.survivors(of: pids).isEmpty)
    }

    @Test func whatIsSaidBetweenTwoJobsIsNoAnswer() async throws {
        // A second answer comes right behind the first.
        let decoder = FakeChild.decoder(FakeChild.ready(special: "0001) answer; answer ;;"), children: 1)
        for _ in 0..<5 {
            #expect(try await decoder.run(1) == Self.made)
            // Where the second answer is still on its way this job ends with it; never with an error.
            #expect(try await decoder.run(2) == Self.made)
        }
        await decoder.stop()
    }

    @Test func childrenAreReplacedWhenTheyAreWornOut() async throws {
        let folder = try TemporaryDirectory()
        let pids = folder.appending("pids")
        let decoder = FakeChild.decoder(
            "echo $$ >>\(pids)\n"
                + FakeChild.ready(
                    special: "0063) printf '\\0\\0\\0\\2\\23\\1\\0\\0\\0\\0\\1\\25\\1' >&3 ;;"
                ),
            children: 1
        ) { $0.jobsPerChild = 5 }
        for size in Int64(1)...20 { #expect(try await decoder.run(size) == Self.made) }
        #expect(try await decoder.run(99) == Self.made)
        #expect(try await decoder.run(1) == Self.made)
        // Four have done five jobs each, one says that it has grown, and one is left.
        #expect(Self.lines(of: pids).count == 6)
        await decoder.stop()
        #expect(Self.survivors(of: pids).isEmpty)
    }

    @Test func whatAChildHasReadOfOneFolderComesToNoOther() async throws {
        let folder = try TemporaryDirectory()
        let pids = folder.appending("pids")
        let decoder = FakeChild.decoder("echo $$ >>\(pids)\n" + FakeChild.ready(), children: 1)
        // One child for each stretch: plain files, one encrypted folder, plain files, another one.
        for (index, realm) in [0, 0, 5, 5, 0, 7].enumerated() {
            #expect(try await decoder.run(Int64(index + 1), realm: realm) == Self.made)
        }
        #expect(Self.lines(of: pids).count == 4)
        await decoder.stop()
        #expect(Self.survivors(of: pids).isEmpty)
    }

    @Test func idleChildrenEndButOne() async throws {
        let folder = try TemporaryDirectory()
        let pids = folder.appending("pids")
        let decoder = FakeChild.decoder("echo $$ >>\(pids)\n" + FakeChild.ready(), children: 3) {
            $0.idleTime = .milliseconds(20)
        }
        for _ in 0..<3 {
            #expect(await Self.outcomes(decoder, of: 1...10).values.allSatisfy { $0 == .success(Self.made) })
            await decoder.reaches { $0.lanes.count == 1 && $0.starting == 0 }
        }
        #expect(Self.survivors(of: pids).count == 1)
        await decoder.stop()
    }

    @Test func aProgramThatIsNotThereIsNotTriedAgainAndAgain() async throws {
        let log = MemorySink()
        var configuration = MediaDecoder.Configuration(program: "/nonexistent/hearth-media", children: 4)
        configuration.queue = 1000
        let decoder = MediaDecoder(configuration, logger: Logger(label: "media", level: .info, sink: log))
        for _ in 0..<3 {
            let outcomes = await Self.outcomes(decoder, of: 1...100)
            for outcome in outcomes.values {
                guard case .failure(let error) = outcome else {
                    Issue.record("\(outcome)")
                    continue
                }
                #expect(error.kind == .unavailable)
            }
        }
        await #expect { try await decoder.version() } throws: { ($0 as? MediaError)?.kind == .unavailable }
        // One for each child that was to start before the first had failed, and few after the first second.
        #expect(1...16 ~= log.lines.count)
        await decoder.stop()
    }

    @Test(arguments: [
        ("exit 3", "exit status 3"), ("say 021 'no seccomp'; exit 1", "lock itself down: no seccomp"),
        ("say 025 ''", "it says done first"), ("say 020 ''", "it says ready first"),
        ("say 020 \"$(printf 'a\\033[2J')\"", "a text"), ("cat /dev/zero >&3", "a frame of kind 0"),
        ("echo no library >&2", "no library"), ("read x <&3", "late"),
    ])
    func aChildThatDoesNotGetReady(_ script: String, _ reason: String) async throws {
        let log = MemorySink()
        let decoder = FakeChild.decoder(script, children: 2, log: log) {
            if reason == "late" { $0.startTime = .milliseconds(50) }
        }
        await #expect { try await decoder.run(1) } throws: { error in
            guard let error = error as? MediaError else { return false }
            return error.kind == .unavailable && error.detail.contains(reason)
        }
        await #expect { try await decoder.version() } throws: { ($0 as? MediaError)?.kind == .unavailable }
        #expect(
            log.lines.contains { $0.contains("hearth-media does not start") }
        )
        await decoder.stop()
    }

    @Test func aChildThatNeverWaitsForAJobIsGivenUp() async throws {
        let folder = try TemporaryDirectory()
        let pids = folder.appending("pids")
        let decoder = FakeChild.decoder("echo $$ >>\(pids); say 020 v; say 020 v; take", children: 2)
        for size in Int64(1)...5 {
            do throws(MediaError) {
                // Where the second word was slow the first job meets it.
                #expect(try await decoder.run(size) == .none(.crashed))
            } catch { #expect(error.kind == .unavailable) }
        }
        await decoder.stop()
        #expect(Self.lines(of: pids).count <= 12)
        #expect(Self.survivors(of: pids).isEmpty)
    }

    @Test func tooManyThatWaitAreRefused() async throws {
        let decoder = FakeChild.decoder(FakeChild.ready(special: "*) read x <&3 ;;"), children: 1) {
            $0.queue = 2
        }
        async let first = Self.outcomes(decoder, of: [1])
        await decoder.reaches { $0.isRunning && $0.queue.isEmpty }
        async let second = Self.outcomes(decoder, of: [2, 3])
        await decoder.reaches { $0.queue.eligible == 2 }
        await #expect(throws: MediaError(.busy)) { try await decoder.run(4) }
        await decoder.stop()
        #expect(await first == [1: .failure(MediaError(.stopped))])
        #expect(await second == [2: .failure(MediaError(.stopped)), 3: .failure(MediaError(.stopped))])
    }

    @Test func aCallerThatGivesUpWhileItWaitsIsLetGo() async throws {
        let folder = try TemporaryDirectory()
        let gate = folder.appending("gate")
        try #require(mkfifo(gate, 0o600) == 0)
        let decoder = FakeChild.decoder(
            FakeChild.ready(special: "0001) read x <\(gate); answer ;;"),
            children: 1
        )
        let first = Task { try await decoder.run(1) }
        await decoder.reaches { $0.isRunning && $0.queue.isEmpty }
        let second = Task { try await decoder.run(2) }
        await decoder.reaches { !$0.queue.isEmpty }
        second.cancel()
        await #expect(throws: MediaError(.cancelled)) { try await second.value }
        // One that runs goes on to its end.
        first.cancel()
        // For both directions, so that opening never waits for the other side.
        let opened = open(gate, O_RDWR)
        write(opened, "\n", 1)
        #expect(try await first.value == Self.made)
        close(opened)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await decoder.run(3)
        }
        // Cancelled before it began: it never waits, but a free child may have been quicker.
        if case .success(let outcome) = await late.result { #expect(outcome == Self.made) }
        await decoder.stop()
    }

    @Test func interactiveJobsDoNotWaitForTheBackground() async throws {
        // Jobs of the background never end here, and there are enough for all children.
        let decoder = FakeChild.decoder(FakeChild.ready(special: "1???) read x <&3 ;;"), children: 2)
        async let background = Self.outcomes(decoder, of: 0x1000...0x1009, .background)
        let interactive = await Self.outcomes(decoder, of: 1...20)
        #expect(interactive.values.allSatisfy { $0 == .success(Self.made) })
        await decoder.stop()
        #expect(await background.values.allSatisfy { $0 == .failure(MediaError(.stopped)) })
    }

    @Test func stoppingEndsWhatRunsAndWhatWaits() async throws {
        let folder = try TemporaryDirectory()
        let pids = folder.appending("pids")
        let script = "echo $$ >>\(pids)\n" + FakeChild.ready(special: "*) while :; do sleep 60; done ;;")
        for children in [1, 4] {
            let decoder = FakeChild.decoder(script, children: children)
            async let outcomes = Self.outcomes(decoder, of: 1...10)
            await decoder.reaches { !$0.lanes.isEmpty }
            async let twice: Void = decoder.stop()
            await decoder.stop()
            await twice
            #expect(await outcomes.values.allSatisfy { $0 == .failure(MediaError(.stopped)) })
            await #expect(throws: MediaError(.stopped)) { try await decoder.run(1) }
            #expect(decoder.state.withLock { $0.lanes.isEmpty && $0.unburied.isEmpty })
        }
        #expect(Self.survivors(of: pids).isEmpty)
    }

    @Test func theVersionIsToldByAChild() async throws {
        let decoder = FakeChild.decoder(FakeChild.ready(), children: 2)
        async let others = withTaskGroup { group in
            for _ in 0..<10 { group.addTask { try? await decoder.version() } }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(try await decoder.version() == "fake 1")
        #expect(await others == ["fake 1"])
        #expect(try await decoder.run(1) == Self.made)
        await decoder.stop()
    }

    @Test func aChildGetsNothingOfTheServers() async throws {
        // Something that is not closed by exec, as a library might leave it.
        let leak = dup(STDERR_FILENO)
        defer { close(leak) }
        func version(_ command: String, before: String = ":") async throws -> String {
            let decoder = FakeChild.decoder("\(before); say 020 \"$(\(command))\"; take")
            let version = try await decoder.version()
            await decoder.stop()
            return version
        }
        // The last is the folder itself while it is listed.
        #expect(
            try await version("echo $*", before: "cd /proc/$$/fd; set -- *") == "0 1 2 3 4"
        )
        #expect(try await version("readlink /proc/$$/fd/0 /proc/$$/fd/1 | sort -u") == "/dev/null")
        #expect(
            try await version("tr '\\0' '\\n' </proc/$$/environ | sort | tr '\\n' ' '").hasPrefix(
                "LANG=C.UTF-8 PATH=/usr/bin:/bin"
            )
        )
        let signals = try await version("grep -E 'Sig(Blk|Ign)' /proc/self/status | tr '\\t\\n' '  '")
        // 32 and 33 are glibc's own, which posix_spawn leaves ignored.
        #expect(
            ["0000000000000000", "0000000180000000"].contains {
                signals == "SigBlk: 0000000000000000 SigIgn: \($0) "
            }
        )
        #expect(try await version("set -- $(cat /proc/$$/stat); [ $5 = $$ ] && echo leads") == "leads")
    }

    @Test func aFileThatCouldBeWrittenIsNotHandedOver() async throws {
        let decoder = FakeChild.decoder(FakeChild.ready())
        let job = MediaJob(kind: .picture, fileExtension: "", size: 1, outputs: [])
        try await AnonymousFile.with([1]) { descriptor in
            await #expect {
                try await decoder.run(job, on: .descriptor(descriptor), urgency: .interactive)
            } throws: {
                ($0 as? MediaError)?.kind == .input
            }
            let readOnly = open("/proc/self/fd/\(descriptor)", O_RDONLY)
            defer { close(readOnly) }
            let outcome = try await decoder.run(job, on: .descriptor(readOnly), urgency: .interactive)
            #expect(outcome == Self.made)
        }
        await #expect { try await decoder.run(job, on: .descriptor(-1), urgency: .interactive) } throws: {
            ($0 as? MediaError)?.kind == .input
        }
        await decoder.stop()
    }
}
