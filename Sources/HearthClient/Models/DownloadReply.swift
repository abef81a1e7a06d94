#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the head of a download says.
public struct DownloadReply: Sendable, Hashable {
    /// 200 the whole file, 206 a part, 304 unchanged.
    public var status: Int
    /// The first byte of what was sent.
    public var first: Int64
    /// How many bytes were sent; nil where the server did not say.
    public var length: Int64?
    /// The whole file's length; nil where the server did not say.
    public var totalLength: Int64?
    /// The tag, quotes included; weak ones begin with `W/`.
    public var tag: String?
    /// `Last-Modified` as it was sent.
    public var lastModified: String?
    /// SHA-256 of the whole file, where the server knows it (RFC 9530).
    public var sha256: [UInt8]?
    /// The media type.
    public var contentType: String?
    /// The body of a download without a sink.
    public var bytes: [UInt8]

    /// Whether ranges under this tag fit together: a strong one (RFC 9110, section 13.1.5).
    public var strongTag: String? { tag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// Whether the file is the one whose tag was sent; no bytes came.
    public var isUnchanged: Bool { status == 304 }

    /// Reads the head of a reply.
    public init(_ reply: ProviderReply) {
        self.init(reply.head)
        bytes = reply.bytes
    }

    /// Reads a head.
    public init(_ head: TransportResponse.Head) {
        status = head.status
        let length = head.headers["Content-Length"].flatMap { Int64($0) }
        let range = head.headers["Content-Range"].flatMap(Self.range)
        first = range?.first ?? 0
        self.length = length ?? range.map { $0.last - $0.first + 1 }
        totalLength = head.status == 206 ? range?.total : length
        tag = head.headers["ETag"]
        lastModified = head.headers["Last-Modified"]
        sha256 = head.headers["Repr-Digest"].flatMap(Self.digest)
        contentType = head.headers["Content-Type"]
        bytes = []
    }

    /// `bytes 0-9/100`, where the total may be `*`.
    private static func range(_ text: String) -> (first: Int64, last: Int64, total: Int64?)? {
        guard text.hasPrefix("bytes ") else { return nil }
        let halves = text.dropFirst(6).split(separator: "/")
        guard halves.count == 2 else { return nil }
        let ends = halves[0].split(separator: "-").compactMap { Int64($0) }
        guard ends.count == 2, ends[0] <= ends[1], ends[1] < .max else { return nil }
        return (ends[0], ends[1], Int64(halves[1]))
    }

    /// `sha-256=:base64:`, perhaps among others.
    private static func digest(_ text: String) -> [UInt8]? {
        for item in text.split(separator: ",") {
            let item = item.filter { $0 != " " }
            guard item.lowercased().hasPrefix("sha-256=:"), item.hasSuffix(":") else { continue }
            guard let data = Data(base64Encoded: String(item.dropFirst(9).dropLast())), data.count == 32
            else {
                return nil
            }
            return Array(data)
        }
        return nil
    }
}
