import HearthDrive
import HearthWire

extension Folder {
    /// A line of the list (wangpan-api, 5.1).
    ///
    /// Our own clients learn what kind of folder it is and whether they may offer to change it.
    func write(to writer: inout JSONWriter, base: APIBase?) {
        writer.beginObject()
        root.writeFolder(path: storagePath, to: &writer)
        writer.key("persons")
        writer.string(persons.joined(separator: "、"))
        writer.key("pool_name")
        writer.string("\(root.pool)-\(root.partition)")
        writer.key("status")
        writer.string(mark?.status ?? "")
        writer.key("task_id")
        writer.string(mark?.taskID ?? "")
        if base == .v1 {
            writer.key("kind")
            writer.string(root.kind.rawValue)
            writer.key("can_manage")
            writer.bool(isManaged)
        }
        writer.endObject()
    }
}

extension FolderDetail {
    /// The whole folder (wangpan-api, 5.3): `path` is always empty; `auth` is null without members where clients
    /// expect it.
    func write(writesNull: Bool, to writer: inout JSONWriter) {
        writer.beginObject()
        root.writeFolder(path: "", to: &writer)
        writer.key("pool_name")
        writer.string(root.pool)
        writer.key("partition_name")
        writer.string(root.partition)
        writer.key("auth")
        if members.isEmpty, writesNull {
            writer.null()
        } else {
            writer.beginArray()
            for member in members { member.write(to: &writer) }
            writer.endArray()
        }
        writer.endObject()
    }
}

extension FolderMember {
    /// One of `auth`, with his name as it is now.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("u_id")
        writer.int(user)
        writer.key("nickname")
        writer.string(nickname)
        writer.key("face")
        writer.string("")
        writer.key("read")
        writer.flag(rights.contains(.read))
        writer.key("write")
        writer.flag(rights.contains(.write))
        writer.key("deleted")
        writer.flag(rights.contains(.delete))
        writer.endObject()
    }
}

extension Root {
    /// What a line of the list and the whole folder begin with.
    fileprivate func writeFolder(path: String, to writer: inout JSONWriter) {
        writer.key("id")
        writer.int(id)
        writer.key("name")
        writer.string(name)
        writer.key("is_encrypt")
        writer.flag(isEncrypted)
        writer.key("mode")
        writer.int(mode)
        writer.key("path")
        writer.string(path)
        writer.key("type")
        writer.int(0)
    }
}
