import HearthClient
import HearthWire

extension TransferEngine {
    /// What calls beside transfers need: lists, folders, hashes of an area.
    func calls(_ area: String) async throws(TransferError) -> TransferContext {
        let row = TransferRow(
            direction: .download,
            kind: .group,
            lane: .none,
            area: area,
            user: 0,
            local: LocalPath(bytes: []),
            remote: "",
            name: [],
            conflict: .fail
        )
        return TransferContext(
            store: store,
            remote: try await remote(area),
            configuration: configuration,
            clock: clock,
            work: work,
            meter: TransferMeter(row)
        )
    }
}

extension TransferContext {
    /// Executes a target of the client layer, again after faults that pass.
    func request<T: Target>(_ target: T) async throws(TransferError) -> T.Response
    where T.Response: Sendable {
        try await Retrier.run(self) { () async throws(ClientError) in
            try await remote.provider.request(target)
        }
    }

    /// Makes a folder with its parents; folders that are there are fine.
    func makeFolders(_ path: RemotePath) async throws(TransferError) {
        guard let root = path.rootID else { return }
        var names: [[UInt8]] = []
        for name in path.components {
            names.append(name)
            guard let folder = RemotePath(rootID: root, components: names) else { continue }
            try await makeFolder(folder)
        }
    }

    /// Makes a folder in one that is there; one that is there is fine.
    func makeFolder(_ path: RemotePath) async throws(TransferError) {
        try await Retrier.run(self) { () async throws(ClientError) in try await remote.makeDirectory(path) }
    }

    /// Deletes for good; what is not there is fine.
    ///
    /// - Parameters:
    ///   - paths: of one area.
    ///   - areFolders: long work: it is waited for.
    /// - Throws: what the server refuses.
    func delete(_ paths: [RemotePath], areFolders: Bool) async throws(TransferError) {
        guard !paths.isEmpty else { return }
        let isTask = areFolders && remote.family == .hearth
        do throws(TransferError) {
            let started = try await request(DeleteResources(.paths(paths), prefersTask: isTask))
            var pause = 0.05
            while !started.taskID.isEmpty {
                let task: DriveTask
                do throws(TransferError) {
                    task = try await request(TaskByID(started.taskID))
                } catch  where error.wireCode == .taskNotFound {
                    return
                }
                if task.state == "failed" {
                    let code = WireCode(rawValue: task.code)
                    throw TransferError(ClientError(.server(code: code, reason: task.reason)))
                }
                if task.hasEnded { return }
                try await self.pause(pause)
                pause = min(pause * 1.5, 1)
            }
        } catch  where error.wireCode == .notFound || error.wireCode == .resourceNotFound {
            // Gone by itself, or with a try whose answer was lost; of several one by one.
            guard paths.count > 1 else { return }
            for path in paths { try await delete([path], areFolders: areFolders) }
        }
    }
}
