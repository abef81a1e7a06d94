/// `Content-Disposition` of content that a member gets (RFC 6266).
enum Disposition {
    /// A plain name that everything understands, and the true one as `filename*`.
    static func text(_ name: [UInt8], isInline: Bool) -> String {
        let plain = String(
            decoding: name.map { byte in
                let isSafe =
                    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                return isSafe && byte != UInt8(ascii: "%") ? byte : UInt8(ascii: "_")
            },
            as: UTF8.self
        )
        let kind = isInline ? "inline" : "attachment"
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.extendedValue(name))"
    }
}
