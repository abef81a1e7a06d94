import HearthStorage
import Testing

/// Expects a refusal with a certain code.
func expect(
    _ code: StorageError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    do {
        try body()
        Issue.record("not refused; \(code) expected", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? StorageError)?.code == code, "\(error)", sourceLocation: sourceLocation)
    }
}
