import HearthDrive
import HearthHTTP
import HearthWire

/// Long work: what runs, retry and dismissal (wangpan-api, 5.21, 9.5).
struct TaskRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        on([.v1], .get, "/tasks", access: .token, name: "listTasks", "List long work", list)
            + on([.v1], .get, "/tasks/{id}", access: .token, name: "task", "One task", detail)
            + everywhere(
                .put,
                "/tasks/{id}",
                access: .token,
                name: "retryTask",
                "Queue a failed task again",
                retry
            )
            + everywhere(
                .delete,
                "/tasks/{id}",
                access: .token,
                name: "dismissTask",
                "Forget a failed task, or cancel one that has not begun",
                dismiss
            )
    }

    private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
        let rows = try await drive.tasks.list(try request.caller())
        let language = request.language
        return Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            for row in rows { row.write(language, to: &writer) }
            writer.endArray()
            writer.key("pager")
            WirePager(page: 0, pageSize: 0, totalRows: Int64(rows.count)).write(to: &writer)
            writer.endObject()
        }
    }

    private func detail(_ request: HTTPRequest) async throws -> HTTPResponse {
        let row = try await drive.tasks.find(try request.parameters.text("id"), try request.caller())
        let language = request.language
        return Reply.data { row.write(language, to: &$0) }
    }

    private func retry(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await drive.tasks.retry(try request.parameters.text("id"), try request.caller())
        return Reply.empty()
    }

    private func dismiss(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await drive.tasks.dismiss(try request.parameters.text("id"), try request.caller())
        return Reply.empty()
    }
}

extension TaskRow {
    /// As the tasks' routes describe it; `reason` is written in the caller's language.
    func write(_ language: WireLanguage, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("task_id")
        writer.string(taskID)
        writer.key("topic")
        writer.string(topic.rawValue)
        writer.key("state")
        writer.string(state.rawValue)
        writer.key("state_code")
        writer.int(state.number)
        writer.key("status")
        writer.string(status)
        writer.key("subject")
        writer.string(subject)
        writer.key("user_id")
        writer.int(user)
        for (key, value) in [
            ("created", created), ("updated", updated), ("bytes_done", bytes.done),
            ("bytes_total", bytes.total), ("items_done", items.done), ("items_total", items.total),
        ] as [(StaticString, Int64)] {
            writer.key(key)
            writer.int(value)
        }
        writer.key("code")
        writer.int(failure?.code.rawValue ?? 0)
        writer.key("reason")
        writer.string(failure.map { $0.code.reason(language, argument: $0.argument) } ?? "")
        writer.key("result")
        if result.isEmpty { writer.null() } else { writer.raw(Array(result.utf8)) }
        writer.endObject()
    }
}
