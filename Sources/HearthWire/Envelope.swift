/// The frame of every JSON reply: `{"status":…,"reason":…,"data":…}`.
public enum Envelope {
    /// A success with data.
    ///
    /// - Parameters:
    ///   - reason: the text beside status 0.
    ///   - data: writes exactly one value.
    /// - Returns: UTF-8.
    public static func success(reason: String = "success", _ data: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        begin(.ok, reason, &writer)
        writer.key("data")
        data(&writer)
        writer.endObject()
        return writer.bytes
    }

    /// A success without data.
    public static func success(reason: String = "success") -> [UInt8] { failure(code: .ok, reason: reason) }

    /// A success with one object as its data.
    public static func success(_ data: some JSONWritable) -> [UInt8] { success { data.write(to: &$0) } }

    /// A list: `data` is `{"list":[…],"pager":{…}}`.
    public static func list(_ elements: some Sequence<some JSONWritable>, pager: WirePager) -> [UInt8] {
        success { writer in
            writer.beginObject()
            writer.key("list")
            writer.array(elements)
            writer.key("pager")
            pager.write(to: &writer)
            writer.endObject()
        }
    }

    /// A failure; nothing but the code and its text.
    public static func failure(code: WireCode, reason: String) -> [UInt8] {
        var writer = JSONWriter()
        begin(code, reason, &writer)
        writer.endObject()
        return writer.bytes
    }

    private static func begin(_ code: WireCode, _ reason: String, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("status")
        writer.int(code.rawValue)
        writer.key("reason")
        writer.string(reason)
    }
}
