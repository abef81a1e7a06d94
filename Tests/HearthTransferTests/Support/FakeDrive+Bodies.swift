import Glibc
import HearthClient
import HearthWire

extension FakeDrive {
    /// The bytes of a body, as a transport would send them.
    static func read(_ body: TransportBody) async throws(TransportError) -> [UInt8] {
        switch body {
        case .none: return []
        case .bytes(let bytes): return bytes
        case .file(let part):
            var bytes = [UInt8](repeating: 0, count: Int(part.length))
            let count = bytes.withUnsafeMutableBytes {
                pread(part.descriptor, $0.baseAddress, $0.count, off_t(part.offset))
            }
            guard count == bytes.count else { throw TransportError(.sourceChanged) }
            part.progress?(count)
            return bytes
        case .stream(let stream):
            var bytes: [UInt8] = []
            do {
                while let piece = try await stream.next() { bytes += piece }
            } catch {
                throw error as? TransportError ?? TransportError(.sinkFailed)
            }
            return bytes
        }
    }

    /// The fields of a form; the file under `uploadfile`.
    static func form(_ body: [UInt8], _ type: String) -> [String: [UInt8]] {
        guard let cut = type.firstRange(of: "boundary=") else {
            var fields: [String: [UInt8]] = [:]
            for pair in body.split(separator: UInt8(ascii: "&")) {
                let halves = pair.split(
                    separator: UInt8(ascii: "="),
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                fields[String(decoding: halves[0], as: UTF8.self)] =
                    halves.count > 1 ? PercentEncoding.decode(halves[1]) ?? [] : []
            }
            return fields
        }
        let boundary = Array("--".utf8) + Array(type[cut.upperBound...].utf8)
        var fields: [String: [UInt8]] = [:]
        for part in split(body, boundary) {
            guard let end = index(of: Array("\r\n\r\n".utf8), in: part) else { continue }
            let head = String(decoding: part[..<end], as: UTF8.self)
            guard let name = head.firstRange(of: " name=\"") else { continue }
            fields[String(head[name.upperBound...].prefix { $0 != "\"" })] = Array(
                part[(end + 4)...].dropLast(2)
            )
        }
        return fields
    }

    private static func split(_ bytes: [UInt8], _ separator: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while let found = index(of: separator, in: Array(rest)) {
            parts.append(Array(rest.prefix(found)))
            rest = rest.dropFirst(found + separator.count)
        }
        return parts
    }

    private static func index(of needle: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { hay in
            needle.withUnsafeBytes { needle in
                guard let start = hay.baseAddress, let what = needle.baseAddress, let first = needle.first
                else {
                    return nil
                }
                var position = 0
                while hay.count - position >= needle.count {
                    let rest = hay.count - position - needle.count + 1
                    guard let found = memchr(start + position, Int32(first), rest) else { return nil }
                    position = UnsafeRawPointer(found) - start
                    if memcmp(start + position, what, needle.count) == 0 { return position }
                    position += 1
                }
                return nil
            }
        }
    }
}
