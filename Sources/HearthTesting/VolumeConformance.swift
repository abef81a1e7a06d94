import HearthStorage
import Testing

/// What every volume must do, whatever lies beneath; each implementation's tests run all of it.
///
/// Every part gets volumes of its own. Parts that need the plain files on disk are left out where there are none.
package enum VolumeConformance {
    /// Makes an empty volume with its neighbours.
    package typealias Maker = () throws -> VolumeFixture

    /// One part of the suite, for `@Test(arguments:)`.
    package struct Part: Sendable, CustomTestStringConvertible {
        /// What the part is about.
        package let testDescription: String
        private let body: @Sendable (VolumeFixture) throws -> Void

        init(testDescription: String, run: @escaping @Sendable (VolumeFixture) throws -> Void) {
            self.testDescription = testDescription
            body = run
        }

        /// Runs it on what the maker makes.
        package func run(make: Maker) throws {
            let fixture = try make()
            try withExtendedLifetime(fixture) { try body(fixture) }
        }
    }

    /// All parts.
    package static let parts = [
        Part(testDescription: "keeps every name", run: runNames),
        Part(testDescription: "tells decomposed from composed names", run: runNormalisation),
        Part(testDescription: "reads at offsets", run: runReading),
        Part(testDescription: "goes on reading a replaced file", run: runReadingReplaced),
        Part(testDescription: "creates directories", run: runDirectories),
        Part(testDescription: "stages files", run: runStaging),
        Part(testDescription: "finds staged files again", run: runReopening),
        Part(testDescription: "publishes without overwriting", run: runPublishing),
        Part(testDescription: "replaces only what is expected", run: runReplacing),
        Part(testDescription: "lets one of many publishers win", run: runPublishRace),
        Part(testDescription: "renames", run: runRenaming),
        Part(testDescription: "refuses to move a directory into itself", run: runIntoItself),
        Part(testDescription: "copies trees", run: runCopying),
        Part(testDescription: "leaves nothing of a cancelled copy", run: runCancelledCopy),
        Part(testDescription: "removes trees", run: runRemoving),
        Part(testDescription: "measures trees", run: runTreeSize),
        Part(testDescription: "handles a tree 1 500 levels deep", run: runDeepTree),
        Part(testDescription: "keeps links inside", run: runLinks),
        Part(testDescription: "does not touch special files", run: runSpecialFiles),
    ]

    /// Expects a refusal with a certain code.
    static func expect(
        _ code: StorageError.Code,
        _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) {
        do {
            try body()
            Issue.record("not refused; \(code) expected. \(comment ?? "")", sourceLocation: sourceLocation)
        } catch let error as StorageError {
            #expect(error.code == code, "\(comment ?? "") \(error)", sourceLocation: sourceLocation)
        } catch {
            Issue.record(error, comment, sourceLocation: sourceLocation)
        }
    }
}
