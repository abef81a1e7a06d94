package import HearthClient
import HearthWire

/// Waits for long work of the server and shows how far it is.
package struct TaskWaiter {
    private let drive: Drive
    private let output: Output

    /// Takes the home and where to show progress.
    package init(_ drive: Drive, _ output: Output) {
        self.drive = drive
        self.output = output
    }

    /// Waits until a task has ended.
    ///
    /// Cancelling ends the waiting; the work goes on.
    ///
    /// - Parameter id: of the task; an empty one has ended already.
    /// - Returns: the task as it ended; nil when there was none, or it was forgotten meanwhile.
    /// - Throws: what the task failed with.
    @discardableResult
    package func wait(for id: String) async throws(CommandError) -> DriveTask? {
        guard !id.isEmpty else { return nil }
        var pause = 0.05
        defer { output.status(nil) }
        while true {
            let task: DriveTask
            do {
                task = try await drive.call(TaskByID(id))
            } catch  where error.code == .taskNotFound {
                return nil
            }
            if task.state == "failed" {
                let code = WireCode(rawValue: task.code)
                throw CommandError(ClientError(.server(code: code, reason: task.reason)))
            }
            if task.hasEnded { return task }
            output.status { Self.line(task).text(columns: $0) }
            do {
                try await Task.sleep(for: .seconds(pause))
            } catch {
                output.note(
                    Phrase("服务器仍在继续：任务 \(id)", "the server goes on with it: task \(id)")
                )
                throw CommandError(.interrupted, "已中断", "interrupted")
            }
            pause = min(pause * 1.5, 1)
        }
    }

    private static func line(_ task: DriveTask) -> ProgressLine {
        ProgressLine(
            done: task.bytesDone,
            total: task.bytesTotal > 0 ? task.bytesTotal : nil,
            files: task.itemsDone,
            allFiles: task.itemsTotal > 0 ? task.itemsTotal : nil
        )
    }
}
