import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A `multipart/form-data` body (RFC 7578) that holds no file in memory.
package struct MultipartBody: Sendable {
    /// Stands between the parts; 128 random bits, so that no part can hold it.
    package let boundary: String
    private let segments: [Segment]

    private enum Segment: Sendable {
        case bytes([UInt8])
        case file(FilePart)
        case stream(TransportBodyStream)
    }

    /// Takes parts and chooses a boundary.
    package init(_ parts: [MultipartPart]) {
        self.init(parts, boundary: Self.randomBoundary())
    }

    init(_ parts: [MultipartPart], boundary: String) {
        self.boundary = boundary
        var segments: [Segment] = []
        var text: [UInt8] = []
        for part in parts {
            text += "--\(boundary)\r\n".utf8
            text += part.head
            switch part.content {
            case .bytes(let bytes): text += bytes
            case .file(let file):
                segments += [.bytes(text), .file(file)]
                text = []
            case .stream(let stream):
                segments += [.bytes(text), .stream(stream)]
                text = []
            }
            text += "\r\n".utf8
        }
        text += "--\(boundary)--\r\n".utf8
        self.segments = segments + [.bytes(text)]
    }

    /// The header's value.
    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// In bytes; nil where a part's length is not known.
    package var length: Int64? {
        segments.reduce(Int64?.some(0)) { sum, segment in
            guard let sum else { return nil }
            switch segment {
            case .bytes(let bytes): return sum + Int64(bytes.count)
            case .file(let part): return sum + part.length
            case .stream(let stream): return stream.length.map { sum + $0 }
            }
        }
    }

    /// The body for a transport; files are read while it is sent, on a queue of their own.
    package var transportBody: TransportBody {
        if segments.count == 1, case .bytes(let bytes) = segments[0] { return .bytes(bytes) }
        let reader = Reader(segments)
        return .stream(TransportBodyStream(length: length) { try await reader.next() })
    }

    private static func randomBoundary() -> String {
        var generator = SystemRandomNumberGenerator()
        let halves = [generator.next(), generator.next()].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }
        return "hearth-" + halves.joined()
    }

    /// Hands out one segment after the other; one piece is asked for at a time.
    private final class Reader: Sendable {
        private let rest: Mutex<[Segment]>
        private static let queue = DispatchQueue(label: "hearth.multipart", attributes: .concurrent)

        init(_ segments: [Segment]) { rest = Mutex(segments) }

        func next() async throws -> [UInt8]? {
            while true {
                guard let segment = rest.withLock({ $0.first }) else { return nil }
                switch segment {
                case .bytes(let bytes):
                    advance(to: nil)
                    if !bytes.isEmpty { return bytes }
                case .file(let part):
                    guard part.length > 0 else {
                        advance(to: nil)
                        continue
                    }
                    let piece = try await Self.read(part)
                    var remaining = part
                    remaining.offset += Int64(piece.count)
                    remaining.length -= Int64(piece.count)
                    advance(to: .file(remaining))
                    part.progress?(piece.count)
                    return piece
                case .stream(let stream):
                    if let piece = try await stream.next() { return piece }
                    advance(to: nil)
                }
            }
        }

        private func advance(to segment: Segment?) {
            rest.withLock { rest in
                if let segment { rest[0] = segment } else { rest.removeFirst() }
            }
        }

        private static func read(_ part: FilePart) async throws -> [UInt8] {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    let count = Int(min(part.length, 256 << 10))
                    var failure: Int32 = 0
                    let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                        let got = pread(part.descriptor, buffer.baseAddress, count, off_t(part.offset))
                        failure = got < 0 ? errno : 0
                        filled = max(got, 0)
                    }
                    if failure != 0 {
                        continuation.resume(
                            throwing: TransportError(.sinkFailed, "reading the file failed: errno \(failure)")
                        )
                    } else if piece.isEmpty {
                        continuation.resume(
                            throwing: TransportError(.sourceChanged, "the file became shorter")
                        )
                    } else {
                        continuation.resume(returning: piece)
                    }
                }
            }
        }
    }
}

extension MultipartPart {
    /// The part's headers and the empty line after them.
    fileprivate var head: [UInt8] {
        var text = "Content-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let fileName { text += "; filename=\"\(Self.escaped(fileName))\"" }
        text += "\r\n"
        if let contentType { text += "Content-Type: \(contentType.filter { !$0.isNewline })\r\n" }
        return Array((text + "\r\n").utf8)
    }

    /// As browsers write names (RFC 7578, section 2, and the HTML standard's multipart encoding): UTF-8, with quotes
    /// and line ends percent-encoded and nothing else.
    private static func escaped(_ name: String) -> String {
        var out: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "\""): out += "%22".utf8
            case UInt8(ascii: "\r"): out += "%0D".utf8
            case UInt8(ascii: "\n"): out += "%0A".utf8
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
