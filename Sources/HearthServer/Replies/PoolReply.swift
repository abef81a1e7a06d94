import HearthDrive
import HearthWire

extension PoolInfo {
    /// In the list: the task stands on the pool, and its partitions say nothing of theirs (wangpan-api, 5.12).
    func writeForList(to writer: inout JSONWriter) {
        write(partitions.filter { !$0.id.isEmpty }, showsTasks: false, to: &writer) { writer in
            writer.key("status")
            writer.string(status)
            writer.key("task_id")
            writer.string(mark?.taskID ?? "")
        }
    }

    /// By itself: tasks stand on the partitions, those being made included (wangpan-api, 5.13).
    func writeDetail(to writer: inout JSONWriter) {
        write(partitions, showsTasks: true, to: &writer) { _ in }
    }

    private func write(
        _ partitions: [PartitionInfo],
        showsTasks: Bool,
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
        for partition in partitions { partition.write(showsTask: showsTasks, to: &writer) }
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
    fileprivate func write(showsTask: Bool, to writer: inout JSONWriter) {
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
