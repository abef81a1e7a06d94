import HearthClient

extension TransferEngine {
    /// Does the work of one record.
    nonisolated func perform(
        _ row: TransferRow,
        _ meter: TransferMeter,
        _ stream: Int32?,
        _ runner: Int64?,
        _ selection: Selection?
    ) async -> Result<TransferRow, TransferError> {
        do throws(TransferError) {
            let remote = try await remote(row.area)
            let root = row.root
            var base: RemotePath?
            if selection != nil, row.pid != nil {
                base = try await store.row(root).flatMap { RemotePath(href: $0.remote) }
            }
            let context = TransferContext(
                store: store,
                remote: remote,
                configuration: configuration,
                clock: clock,
                work: work,
                meter: meter,
                runner: runner,
                stream: stream,
                isIncluded: selection,
                base: base,
                onChildren: { await self.childrenAdded(to: root) }
            )
            if row.flags.contains(.isFiltered), row.kind == .folder, selection == nil {
                throw TransferError(
                    .badOrder,
                    "what of the folder was chosen is not known any more; order it again"
                )
            }
            switch (row.direction, row.kind) {
            case (.upload, .file): return .success(try await FileUpload(context: context).run(row))
            case (.upload, .stream): return .success(try await StreamUpload(context: context).run(row))
            case (.upload, .folder): return .success(try await FolderUpload(context: context).run(row))
            case (.download, .file): return .success(try await FileDownload(context: context).run(row))
            case (.download, .folder): return .success(try await FolderDownload(context: context).run(row))
            default: throw TransferError(.badOrder)
            }
        } catch {
            return .failure(error)
        }
    }

    /// A folder that is being listed has new children.
    private func childrenAdded(to root: TransferID) {
        for lane in Drive.working { drive?.roots[root]?.exhausted.remove(lane) }
        wake()
    }
}
