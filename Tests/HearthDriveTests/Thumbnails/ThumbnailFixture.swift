import HearthMedia
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire

@testable import HearthDrive

extension DriveFixture {
    /// An image as text; nil for none.
    ///
    /// Waits until what was made is kept.
    func thumbnail(
        _ path: ResourcePath,
        _ variant: ThumbnailVariant = .small(.webp),
        as caller: Caller? = nil
    ) async throws -> String? {
        let image = try await drive.thumbnails.image(path, caller ?? owner, variant)
        await drive.thumbnails.flights.idle()
        return image.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// What the double makes of a content.
    func expected(_ content: [UInt8], _ variant: ThumbnailVariant = .small(.webp)) -> String {
        String(decoding: FakeDecoder.image(variant.output, of: content), as: UTF8.self)
    }

    /// What an open file is known to be.
    func facts(_ path: ResourcePath, as caller: Caller? = nil) async throws -> MediaFacts? {
        let caller = caller ?? owner
        let opened = try await drive.files.open(path, caller)
        let facts = await drive.thumbnails.facts(of: opened, caller, patience: .seconds(60))
        await drive.thumbnails.flights.idle()
        return facts
    }

    /// Where the owner's personal folder is on this machine.
    func homePlace() async throws -> String { try await place(of: home()) }

    /// Images of plain files on the disk.
    func keptFiles() -> [String] { Disk.files(below: directory.path + "/thumbs") }

    /// Runs the background work while `body` runs.
    func working<T: Sendable>(_ body: @Sendable @escaping () async throws -> T) async throws -> T {
        try await withThrowingTaskGroup(of: T?.self) { group in
            group.addTask {
                await self.drive.thumbnails.run()
                return nil
            }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    /// How many rows of thumbnails there are.
    func thumbnailRows(_ condition: String = "1") async throws -> Int {
        try await database.read { session in
            Int(try session.first("SELECT count(*) FROM thumbnails WHERE \(condition)")?.int(0) ?? 0)
        }
    }
}
