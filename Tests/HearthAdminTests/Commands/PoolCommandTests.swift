import HearthArguments
import Testing

@testable import HearthAdmin

@Suite("Pools on the command line")
struct PoolCommandTests {
    @Test("sizes are read with their unit")
    func sizes() throws {
        for (text, megabytes) in [
            ("500GB", 512_000), ("1.5TB", 1_572_864), ("800mb", 800), ("2T", 2_097_152), ("1 GB", 1_024),
            ("0.5GB", 512),
        ] as [(String, Int64)] {
            #expect(try PoolCommand.megabytes(text) == megabytes, "\(text)")
        }
        for text in [
            "", "GB", "5", "5KB", "-5GB", "0GB", "0.1MB", "1e3GB", "five GB", "1..5GB", "9999999999999TB",
        ] {
            #expect(throws: UsageError.self, "\(text)") { try PoolCommand.megabytes(text) }
        }
    }

    @Test("requests come through the socket as they are")
    func requests() {
        let requests: [PoolRequest] = [
            .list, .scan, .addDirectory(name: "films", path: "/mnt/\"films\""),
            .rename(name: "a", newName: "b"),
            .remove(name: "a"), .addPartition(pool: "a", name: "p", megabytes: 1_024),
            .growPartition(pool: "a", name: "p", megabytes: 2_048),
            .renamePartition(pool: "a", name: "p", newName: "q"), .removePartition(pool: "a", name: "p"),
        ]
        for request in requests {
            #expect(AdminRequest(line: AdminRequest.pool(request).line) == .pool(request))
        }
    }

    @Test("removing asks for --yes")
    func confirmation() throws {
        for arguments in [["pool", "remove", "a"], ["pool", "remove-partition", "a", "p"]] {
            guard case .run(let plain) = try CommandTable.root.parse(arguments),
                case .run(let meant) = try CommandTable.root.parse(arguments + ["--yes"])
            else {
                Issue.record("not understood")
                continue
            }
            #expect(throws: UsageError.self) { try PoolCommand.request(plain) { $0 } }
            #expect(try PoolCommand.request(meant) { $0 } != nil)
        }
    }
}
