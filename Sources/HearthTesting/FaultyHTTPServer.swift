import Glibc
import Synchronization

/// A small HTTP server that misbehaves on request, for tests of clients.
///
/// The path says what it does:
/// - `/echo` sends the request's body back, `/head` the request's head as text;
/// - `/length/N` and `/chunked/N` send N patterned bytes, `/cut/N/M` announces N and ends after M;
/// - `/chunkcut/M` ends in the middle of a chunked body after M bytes;
/// - `/drop` ends without a response, `/stall` never sends one, `/trickle` sends a head and then nothing;
/// - `/garbage` sends no HTTP, `/status/S` that status, `/redirect` 302, `/cookie` sets a cookie.
package final class FaultyHTTPServer: Sendable {
    /// A request as it arrived.
    package struct Request: Sendable {
        /// The request line and the field lines.
        package var lines: [String]
        /// The body, chunks joined.
        package var body: [UInt8]
        /// The connection's number, from 0.
        package var connection: Int
        /// The path with its query.
        package var target: String {
            lines.first?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        }
        /// The value of a field, by a name in lower case.
        package func field(_ name: String) -> String? {
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else {
                    continue
                }
                return String(line[line.index(after: colon)...].drop { $0 == " " })
            }
            return nil
        }
    }

    /// Why it could not start.
    package struct Failure: Error {}

    private struct State {
        var requests: [Request] = []
        var connections: Set<Int32> = []
        var count = 0
        var isStopped = false
    }

    private let listener: Int32
    private let state = Mutex(State())
    /// Where it listens, on 127.0.0.1.
    package let port: Int

    /// Listens on a free port of the loopback address.
    package init() throws(Failure) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw Failure() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else {
            close(listener)
            throw Failure()
        }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        Self.thread { [self] in accepting() }
    }

    /// `http://127.0.0.1:port`.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Every request so far.
    package var requests: [Request] { state.withLock { $0.requests } }

    /// Ends the listening and every connection.
    package func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            shutdown(listener, Int32(SHUT_RDWR))
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    /// Byte number `index` of every patterned body.
    package static func byte(at index: Int) -> UInt8 { UInt8(truncatingIfNeeded: index &* 31 &+ index >> 8) }

    // MARK: Connections

    private func accepting() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                break
            }
            let number = state.withLock { state -> Int? in
                guard !state.isStopped else { return nil }
                state.connections.insert(connection)
                state.count += 1
                return state.count - 1
            }
            guard let number else {
                close(connection)
                break
            }
            Self.thread { [self] in
                serve(connection, number)
                state.withLock { _ = $0.connections.remove(connection) }
                close(connection)
            }
        }
        close(listener)
    }

    private func serve(_ connection: Int32, _ number: Int) {
        var reader = Reader(connection: connection)
        while let request = reader.request(number) {
            state.withLock { $0.requests.append(request) }
            guard answer(request, connection) else { return }
        }
    }

    /// Answers; false ends the connection.
    private func answer(_ request: Request, _ connection: Int32) -> Bool {
        let words = request.target.split(separator: "?")[0].split(separator: "/").map(String.init)
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch words.first {
        case "echo": return send(connection, head(200, length: request.body.count) + request.body)
        case "head":
            let text = Array(request.lines.joined(separator: "\n").utf8)
            return send(connection, head(200, length: text.count) + text)
        case "length":
            return send(connection, head(200, length: numbers[0])) && pattern(connection, numbers[0])
        case "cut":
            _ = send(connection, head(200, length: numbers[0])) && pattern(connection, numbers[1])
            return false
        case "chunked":
            return send(connection, Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
                && pattern(connection, numbers[0], isChunked: true)
                && send(connection, Array("0\r\n\r\n".utf8))
        case "chunkcut":
            _ =
                send(connection, Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
                && pattern(connection, numbers[0], isChunked: true)
            return false
        case "drop": return false
        case "stall":
            wait(connection)
            return false
        case "trickle":
            _ = send(connection, head(200, length: 1_000) + [1])
            wait(connection)
            return false
        case "garbage":
            _ = send(connection, Array("this is no HTTP at all\r\n\r\n".utf8))
            return false
        case "status":
            let text = numbers[0] == 204 || numbers[0] == 304 ? [] : Array("said \(numbers[0])".utf8)
            return send(connection, head(numbers[0], length: text.count) + text)
        case "redirect": return send(connection, head(302, length: 0, "Location: /echo\r\n"))
        case "cookie": return send(connection, head(200, length: 0, "Set-Cookie: a=b; Path=/\r\n"))
        default: return send(connection, head(404, length: 0))
        }
    }

    private func head(_ status: Int, length: Int, _ more: String = "") -> [UInt8] {
        let size = status == 204 || status == 304 ? "" : "Content-Length: \(length)\r\n"
        return Array("HTTP/1.1 \(status) Status\r\n\(size)X-Twice: 1\r\n\(more)\r\n".utf8)
    }

    private func pattern(_ connection: Int32, _ count: Int, isChunked: Bool = false) -> Bool {
        var sent = 0
        while sent < count {
            let piece = min(64 << 10, count - sent)
            var bytes = (sent..<sent + piece).map(Self.byte)
            if isChunked {
                bytes = Array("\(String(piece, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
            }
            guard send(connection, bytes) else { return false }
            sent += piece
        }
        return true
    }

    /// Waits until the client hangs up.
    private func wait(_ connection: Int32) {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
    }

    private func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    // MARK: Reading

    private struct Reader {
        let connection: Int32
        var buffered: [UInt8] = []

        mutating func request(_ number: Int) -> Request? {
            guard let head = line(endingWith: Array("\r\n\r\n".utf8)) else { return nil }
            let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
            var request = Request(lines: lines, body: [], connection: number)
            if request.field("expect")?.lowercased() == "100-continue" {
                let text = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
                _ = text.withUnsafeBytes {
                    Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
            if request.field("transfer-encoding")?.lowercased() == "chunked" {
                while true {
                    guard
                        let size = line(endingWith: Array("\r\n".utf8)).map({
                            String(decoding: $0, as: UTF8.self)
                        }),
                        let count = Int(size.prefix { $0 != ";" }, radix: 16), let piece = bytes(count)
                    else {
                        return nil
                    }
                    request.body += piece
                    guard line(endingWith: Array("\r\n".utf8)) != nil else { return nil }
                    if count == 0 { return request }
                }
            }
            guard let length = request.field("content-length").flatMap({ Int($0) }) else { return request }
            guard let body = bytes(length) else { return nil }
            request.body = body
            return request
        }

        private mutating func line(endingWith end: [UInt8]) -> [UInt8]? {
            var searched = 0
            while true {
                if buffered.count >= end.count {
                    for start in max(0, searched)...(buffered.count - end.count)
                    where buffered[start..<start + end.count].elementsEqual(end) {
                        defer { buffered.removeFirst(start + end.count) }
                        return Array(buffered[..<start])
                    }
                    searched = buffered.count - end.count + 1
                }
                guard fill() else { return nil }
            }
        }

        private mutating func bytes(_ count: Int) -> [UInt8]? {
            while buffered.count < count { guard fill() else { return nil } }
            defer { buffered.removeFirst(count) }
            return Array(buffered[..<count])
        }

        private mutating func fill() -> Bool {
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0 else { return false }
            buffered += piece[..<count]
            return true
        }
    }

    // MARK: Threads

    private final class Job: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private static func thread(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let job = Unmanaged.passRetained(Job(body))
        let status = pthread_create(&thread, nil, threadMain, job.toOpaque())
        if status == 0 { pthread_detach(thread) } else { job.release() }
    }

    private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        context in
        guard let context else { return nil }
        Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
        return nil
    }
}
