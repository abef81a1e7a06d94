#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HearthClient

/// What the head of a download says about the version that is sent.
struct DownloadHead: Sendable, Hashable {
    /// The first byte that comes.
    var start: Int64
    /// Bytes of the whole file; nil when the server does not say.
    var total: Int64?
    /// The entity tag without the mark of a weak one, with its quotes; nil without one.
    var tag: String?
    /// Whether the file may still change without a change of its tag (RFC 9110, section 8.8.1).
    var isWeak: Bool
    /// The header's text, for `If-Range`.
    var lastModified: String?
    /// Unix seconds of ``lastModified``.
    var modified: Int64?
    /// SHA-256 of the whole file, 64 lower-case hex digits (RFC 9530, `Repr-Digest`).
    var digest: String?

    /// Reads the head of a 200 or 206; nil for anything else, or a range that makes no sense.
    init?(_ head: TransportResponse.Head) {
        let headers = head.headers
        switch head.status {
        case 200:
            start = 0
            total = headers["Content-Length"].flatMap { Int64($0) }
        case 206:
            guard let range = headers["Content-Range"].flatMap(Self.range) else { return nil }
            start = range.start
            total = range.total
        default: return nil
        }
        let text = headers["ETag"]
        isWeak = text?.hasPrefix("W/") ?? false
        tag = text.map { isWeak ? String($0.dropFirst(2)) : $0 }
        lastModified = headers["Last-Modified"]
        modified = lastModified.flatMap { HTTPDate.seconds($0) }.map { Int64($0) }
        digest = headers["Repr-Digest"].flatMap(Self.digest)
    }

    /// What names the version, for the record: `"tag"`, `W/"tag"`, or the time; nil when nothing does.
    var validator: String? {
        if let tag { return (isWeak ? "W/" : "") + tag }
        return lastModified
    }

    /// Whether this head and the recorded validator speak of one version; a tag that was weak counts when it is
    /// strong now, since it is made of the same facts.
    func isSameVersion(as validator: String?) -> Bool {
        guard let validator else { return false }
        if let tag { return tag == (validator.hasPrefix("W/") ? String(validator.dropFirst(2)) : validator) }
        return lastModified == validator
    }

    /// `bytes 0-9/100` (RFC 9110, section 14.4).
    private static func range(_ text: String) -> (start: Int64, total: Int64?)? {
        guard text.hasPrefix("bytes ") else { return nil }
        let halves = text.dropFirst(6).split(separator: "/", maxSplits: 1)
        guard halves.count == 2 else { return nil }
        let ends = halves[0].split(separator: "-", maxSplits: 1).compactMap { Int64($0) }
        guard ends.count == 2, ends[0] >= 0, ends[0] <= ends[1] else { return nil }
        return (ends[0], Int64(halves[1]))
    }

    /// `sha-256=:…:`, perhaps among others.
    private static func digest(_ text: String) -> String? {
        for item in text.split(separator: ",") {
            let item = item.drop { $0 == " " }
            guard item.lowercased().hasPrefix("sha-256=:"), let end = item.lastIndex(of: ":") else {
                continue
            }
            let start = item.index(item.startIndex, offsetBy: 9)
            guard start < end, let data = Data(base64Encoded: String(item[start..<end])), data.count == 32
            else {
                continue
            }
            return SHA256Hasher.hexadecimal(Array(data))
        }
        return nil
    }
}
