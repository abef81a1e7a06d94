import HearthDrive
import HearthWire

extension PoolInfo {
    /// In the list: the task stands on the pool, and its partitions say nothing of theirs (wangpan-api, 5.12).
    ///
    /// The old bases know no status but a task's.
    func writeForList(to writer: inout JSONWriter, base: APIBase?) {
        write(partitions.filter { !$0.id.isEmpty }, showsTasks: false, base, to: &writer) { writer in
            writer.key("status")
            writer.string(base == .v1 ? status : mark?.status ?? "")
            writer.key("task_id")
            writer.string(mark?.taskID ?? "")
        }
    }

    /// By itself: tasks stand on the partitions, those being made included (wangpan-api, 5.13).
    ///
    /// The old bases know no status but a task's.
    func writeDetail(to writer: inout JSONWriter, base: APIBase?) {
        write(partitions, showsTasks: true, base, to: &writer) { _ in }
    }

    private func write(
        _ partitions: [PartitionInfo],
        showsTasks: Bool,
        _ base: APIBase?,
        to writer: inout JSONWriter,
        extra: (inout JSONWriter) -> Void
    ) {
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("name")
        writer.string(name)
        writer.key("capacity")
        writer.int(capacity)
        writer.key("use_capacity")
        writer.int(promised)
        extra(&writer)
        writer.key("lv")
        writer.beginArray()
        for partition in partitions { partition.write(showsTask: showsTasks, base, to: &writer) }
        writer.endArray()
        writer.key("pv")
        writer.beginArray()
        for disk in disks {
            writer.beginObject()
            writer.key("id")
            writer.string(disk.id)
            writer.key("name")
            writer.string(disk.name)
            writer.key("capacity")
            writer.int(disk.capacity)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}

extension PartitionInfo {
    fileprivate func write(showsTask: Bool, _ base: APIBase?, to writer: inout JSONWriter) {
        let status = base == .v1 ? status : mark?.status ?? ""
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("name")
        writer.string(name)
        writer.key("capacity")
        writer.int(capacity)
        writer.key("use_capacity")
        writer.int(id.isEmpty ? 0 : used)
        writer.key("status")
        writer.string(showsTask ? status : "")
        writer.key("task_id")
        writer.string(showsTask ? mark?.taskID ?? "" : "")
        writer.endObject()
    }
}
