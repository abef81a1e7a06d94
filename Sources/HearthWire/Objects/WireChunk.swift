/// One part of an upload that the server has.
public struct WireChunk: Codable, Sendable, Hashable, JSONWritable {
    /// The number, from 1.
    public var id: Int
    /// Length in bytes.
    public var size: Int64

    /// Takes both as they are.
    public init(id: Int, size: Int64) {
        self.id = id
        self.size = size
    }

    /// Appends the object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.int(id)
        writer.key("size")
        writer.int(size)
        writer.endObject()
    }
}
