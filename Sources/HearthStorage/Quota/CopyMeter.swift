/// Counts one copy into a limited partition: every piece before it is written, every file as it turned out.
final class CopyMeter {
    private let quota: Quota
    private var total: Int64 = 0
    private var ofFile: Int64 = 0

    /// Owed a ``finish()`` or an ``undo()``.
    init(_ quota: Quota) {
        self.quota = quota
        quota.begin()
    }

    /// Counts a piece before it is written.
    ///
    /// - Throws: `.noSpace` when it passes the limit.
    func take(_ bytes: Int64) throws(StorageError) {
        let bytes = Blocks.rounded(bytes)
        try quota.copy(bytes)
        total += bytes
        ofFile += bytes
    }

    /// A file is complete and occupies so much.
    func settleFile(_ allocated: Int64) {
        quota.correctCopy(by: allocated - ofFile)
        total += allocated - ofFile
        ofFile = 0
    }

    /// The copy is in its place.
    func finish() {
        quota.finishCopy(total)
        quota.end()
    }

    /// The copy is gone again.
    func undo() {
        quota.correctCopy(by: -total)
        quota.end()
    }
}
