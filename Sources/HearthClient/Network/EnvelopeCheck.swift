#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HearthWire

/// Finds the contract's frame in a body.
struct EnvelopeCheck {
    /// The frame, where the body is one.
    let envelope: JSONValue?
    /// The failure that the frame tells of.
    let refusal: ClientError?
    /// Whether the body begins like a frame and is none: a part of it was lost on the way.
    let isTorn: Bool

    init(_ bytes: [UInt8], _ head: TransportResponse.Head, language: WireLanguage) {
        let value = bytes.isEmpty ? nil : try? JSONValue(parsing: bytes, maximumDepth: 64)
        isTorn = value == nil && bytes.first == UInt8(ascii: "{")
        guard let value, let status = Self.status(value) else {
            envelope = nil
            refusal = nil
            return
        }
        envelope = value
        guard status != 0 else {
            refusal = nil
            return
        }
        refusal = ClientError(
            .server(code: WireCode(rawValue: status), reason: value["reason"]?.string ?? ""),
            httpStatus: head.status,
            retryAfter: Self.retryAfter(head)
        )
    }

    private static func status(_ value: JSONValue) -> Int? {
        guard let status = value["status"] else { return nil }
        return status.int.flatMap { Int(exactly: $0) } ?? status.string.flatMap { Int($0) }
    }

    /// Whether a success of a download can be a refusal instead: 200 with JSON that no file server sent.
    ///
    /// Hearth marks them by `Hearth-Status`. Other servers of the contract send files with `Accept-Ranges` or
    /// validators, and envelopes without (contract, 8).
    static func mayBeRefusal(_ head: TransportResponse.Head) -> Bool {
        let headers = head.headers
        if let mark = headers["Hearth-Status"] { return mark != "0" }
        guard head.status == 200, let type = headers["Content-Type"]?.lowercased() else { return false }
        guard type.hasPrefix("application/json") else { return false }
        let ofFiles = ["Accept-Ranges", "Last-Modified", "ETag", "Content-Disposition", "Content-Range"]
        return ofFiles.allSatisfy { headers[$0] == nil }
    }

    /// Seconds that the server asks to wait: a number, or a date (RFC 9110, section 10.2.3).
    static func retryAfter(
        _ head: TransportResponse.Head,
        now: Double = Date().timeIntervalSince1970
    ) -> Double? {
        guard let text = head.headers["Retry-After"] else { return nil }
        if let seconds = Double(text), seconds.isFinite { return max(0, seconds) }
        return HTTPDate.seconds(text).map { max(0, $0 - now) }
    }
}
