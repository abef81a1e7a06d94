import HearthDrive
import HearthWire

extension User {
    /// The member as hub clients read him, followed by what `extra` adds.
    func write(to writer: inout JSONWriter, extra: (inout JSONWriter) -> Void = { _ in }) {
        writer.beginObject()
        writer.key("user_id")
        writer.int(id)
        writer.key("role_infos")
        writer.beginArray()
        writer.beginObject()
        writer.key("id")
        writer.int(isOwner ? 1 : 2)
        writer.key("name")
        writer.string(isOwner ? "owner" : "member")
        writer.endObject()
        writer.endArray()
        writer.key("account_name")
        writer.string(accountName)
        writer.key("nickname")
        writer.string(nickname)
        writer.key("phone")
        writer.string("")
        writer.key("is_set_password")
        writer.bool(true)
        // Android and the web read one, iOS the other (wangpan-api, 6.1).
        writer.key("avatar_url")
        writer.string("")
        writer.key("icon_url")
        writer.string("")
        extra(&writer)
        writer.endObject()
    }

    /// With the flag that our own clients need.
    func writeWithOwner(to writer: inout JSONWriter) {
        write(to: &writer) { writer in
            writer.key("is_owner")
            writer.bool(isOwner)
        }
    }
}

extension Member {
    /// The account with what is happening to it, followed by what `extra` adds.
    func write(to writer: inout JSONWriter, extra: (inout JSONWriter) -> Void = { _ in }) {
        user.write(to: &writer) { writer in
            writer.key("is_owner")
            writer.bool(user.isOwner)
            writer.key("is_disabled")
            writer.bool(user.isDisabled)
            writer.key("state")
            writer.string(state.rawValue)
            writer.key("status")
            writer.string(status)
            writer.key("task_id")
            writer.string(taskID)
            extra(&writer)
        }
    }
}

extension Area {
    /// Counts are 0: a household has no locations or roles to tell of.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("name")
        writer.string(name)
        writer.key("area_type")
        writer.int(kind.rawValue)
        writer.key("is_bind_cloud")
        writer.bool(false)
        for key in ["location_count", "department_count", "role_count"] as [StaticString] {
            writer.key(key)
            writer.int(0)
        }
        writer.endObject()
    }
}
