/// Text inside HTML and XML.
enum Markup {
    /// Without anything that would begin an element or a reference, or end an attribute.
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        // Not by characters: a quote with a combining mark is another one of those, but ends an attribute all the same.
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
