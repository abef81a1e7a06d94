import CLinux
import Glibc
import Testing

@testable import HearthMedia

/// In a process of their own, where nobody else opens files.
@Suite("What is left of children", .timeLimit(.minutes(10))) struct MediaLeakTests {
    private static func names(in folder: String) -> Set<String> {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: Set<String> = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            // The stream's own.
            if !name.hasPrefix("."), name != "\(dirfd(stream))" { names.insert(name) }
        }
        return names
    }

    /// Starts children that end in every way there is.
    private static func useDecoders() async throws {
        let special = "0001) exit 1 ;;\n0002) kill -SEGV $$ ;;\n0003) while :; do :; done ;;"
        for round in 0..<10 {
            let decoder = FakeChild.decoder(FakeChild.ready(special: special), children: 3) {
                $0.jobTime = .milliseconds(round < 2 ? 200 : 60_000)
                $0.jobsPerChild = 4
            }
            await withTaskGroup { group in
                for size in Int64(round < 2 ? 1 : 4)...30 {
                    group.addTask { _ = try? await decoder.run(size % 10 == 3 ? 4 : size) }
                }
            }
            if round < 2 { _ = try? await decoder.run(3) }
            await decoder.stop()
            let broken = FakeChild.decoder("exit 1")
            _ = try? await broken.version()
            await broken.stop()
        }
        var missing = MediaDecoder.Configuration(program: "/nonexistent", children: 2)
        missing.queue = 1
        let none = MediaDecoder(missing, logger: FakeChild.decoder("").logger)
        _ = try? await none.run(1)
        await none.stop()
    }

    @Test func neitherDescriptorsNorProcessesAreLeft() async {
        await #expect(processExitsWith: .success) {
            // Once before, so that whatever the runtime opens for itself is open.
            try await Self.useDecoders()
            let before = Self.names(in: "/proc/self/fd")
            try await Self.useDecoders()
            let after = Self.names(in: "/proc/self/fd")
            // The runtime opens and closes a timer of its own now and then; each of the twenty decoders would leave more.
            guard after.count <= before.count + 2 else {
                print("open before: \(before.sorted()), and after: \(after.sorted())")
                exit(3)
            }
            // No child, ended or not, that nobody has waited for.
            guard waitpid(-1, nil, WNOHANG) == -1, errno == ECHILD else {
                print("a child is left")
                exit(4)
            }
        }
    }
}
