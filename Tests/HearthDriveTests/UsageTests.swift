import HearthTesting
import Testing

@testable import HearthDrive

@Suite("Use of storage by member", .timeLimit(.minutes(10)))
struct UsageTests {
    /// Anna has 5 bytes of her own and 3 in a private folder, the owner 2; 7 lie in a shared folder.
    private func scene() async throws -> (fixture: DriveFixture, anna: Caller) {
        let fixture = try await DriveFixture.make()
        let anna = try await fixture.member("anna")
        let folders = fixture.drive.folders
        try await fixture.upload([1, 2, 3, 4, 5], to: fixture.path(fixture.home(of: anna), "f"), as: anna)
        try await fixture.upload(
            [1, 2],
            to: fixture.path(fixture.home(of: fixture.owner), "f"),
            as: fixture.owner
        )
        let draft = fixture.draft("Papers", [anna], mode: 1)
        let papers = try await folders.create(draft, fixture.owner, policy: .open).id
        try await fixture.upload([1, 2, 3], to: fixture.path(papers, "f"), as: anna)
        let films = try await fixture.folder("Films", [anna, fixture.owner])
        try await fixture.upload([1, 2, 3, 4, 5, 6, 7], to: fixture.path(films, "f"), as: anna)
        return (fixture, anna)
    }

    @Test("private folders count for their member, shared ones for all")
    func sums() async throws {
        let (fixture, anna) = try await scene()
        let usage = fixture.drive.usage
        let first = try await usage.report(fixture.owner)
        #expect(first.counted == 0 && first.isCounting && first.members.allSatisfy { $0.sum == Usage.Sum() })
        await usage.settle()
        let report = try await usage.report(fixture.owner)
        #expect(!report.isCounting && report.counted == fixture.clock.now)
        #expect(report.members.map(\.user) == [fixture.owner.user.id, anna.user.id])
        #expect(report.members.map(\.sum.bytes) == [2, 8] && report.members.map(\.sum.files) == [1, 2])
        #expect(report.shared == Usage.Sum(bytes: 7, files: 1))
        #expect(report.folders.map(\.sum.bytes) == [5, 2, 3, 7])
    }

    @Test("an encrypted folder counts what lies in it, not what its format adds")
    func encrypted() async throws {
        let fixture = try await DriveFixture.make()
        let vault = try await fixture.openVault()
        let long = String(repeating: "long name ", count: 20)
        for name in ["a", "below/b", "below/below/c", long] {
            try await fixture.upload([1], to: fixture.path(vault, name))
        }
        _ = try await fixture.drive.usage.report(fixture.owner)
        await fixture.drive.usage.settle()
        let report = try await fixture.drive.usage.report(fixture.owner)
        let sum = try #require(report.folders.first { $0.id == vault }?.sum)
        // Their ciphertext, and what the format adds, takes room all the same.
        #expect(sum.files == 4 && sum.bytes > 4)
    }

    @Test("a member learns of nobody else")
    func rights() async throws {
        let (fixture, anna) = try await scene()
        _ = try await fixture.drive.usage.report(anna)
        await fixture.drive.usage.settle()
        let report = try await fixture.drive.usage.report(anna)
        #expect(report.members.map(\.user) == [anna.user.id] && report.members.map(\.sum.bytes) == [8])
        #expect(report.shared == nil)
        #expect(report.folders.map(\.sum.bytes) == [5, 3, 7])
    }

    @Test("sums stand for a while, and are taken again when they are old or of the future")
    func age() async throws {
        let (fixture, anna) = try await scene()
        let usage = fixture.drive.usage
        func sum() async throws -> Int64? {
            _ = try await usage.report(anna)
            await usage.settle()
            return try await usage.report(anna).members.first?.sum.bytes
        }
        #expect(try await sum() == 8)
        try await fixture.upload([1], to: fixture.path(fixture.home(of: anna), "g"), as: anna)
        #expect(try await sum() == 8)
        fixture.clock.advance(by: .seconds(Usage.lifetime))
        #expect(try await sum() == 9)
        try await fixture.upload([1], to: fixture.path(fixture.home(of: anna), "h"), as: anna)
        fixture.clock.set(fixture.clock.now - 10)
        #expect(try await sum() == 10)
    }
}
