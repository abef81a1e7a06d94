import CLinux
import Glibc
import HearthConcurrency

/// A client that sends exactly the bytes it is told to, for tests of an HTTP server.
///
/// Its calls block: scripts run on threads of their own, see ``run(port:_:)``.
package final class HTTPProbe {
    /// Why a step failed.
    package struct Failure: Error, CustomStringConvertible {
        /// What was tried, and the errno.
        package let description: String
    }

    /// An answer, with its content joined.
    package struct Answer: Sendable {
        /// The status code; 0 when the head is unreadable.
        package var status: Int
        /// The status line and field lines, without line ends.
        package var lines: [String]
        /// The content, chunks joined.
        package var body: [UInt8]
        /// Whether the content ended as its framing says.
        package var isWhole: Bool

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

        /// The content as text.
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    private static let pool = ThreadPool(name: "probe", threads: 16)

    private var descriptor: Int32
    private var buffered: [UInt8] = []

    /// True when the server has reset the connection instead of ending it.
    package private(set) var wasReset = false

    /// Connects to a port of the loopback address.
    ///
    /// - Parameters:
    ///   - port: where a server listens.
    ///   - receiveBuffer: bytes of the kernel's receive buffer; small ones make the server wait early.
    ///   - patience: seconds after which a silent server fails the step.
    /// - Throws: when nobody listens there.
    package init(port: Int, receiveBuffer: Int? = nil, patience: Int = 20) throws(Failure) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "socket: errno \(errno)") }
        if let receiveBuffer { set(SO_RCVBUF, Int32(receiveBuffer)) }
        var timeout = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafeBytes(of: &address) { bytes in
            connect(
                descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        // The object is whole here, so its deinit closes the descriptor: a second close would hit somebody else's.
        guard result == 0 else { throw Failure(description: "connect to port \(port): errno \(errno)") }
    }

    deinit { close() }

    /// Runs a script of blocking steps on a thread of the probes' own, with a fresh connection.
    package static func run<T: Sendable>(
        port: Int,
        _ script: @escaping @Sendable (HTTPProbe) throws -> T
    ) async throws -> T {
        try await pool.run { try script(HTTPProbe(port: port)) }
    }

    /// Connects again and again until nobody listens on the port any more.
    ///
    /// - Throws: the failure of the last attempt.
    package static func runUntilRefused(port: Int) async throws {
        try await pool.run { while true { _ = try HTTPProbe(port: port).receiveAll() } }
    }

    /// Runs blocking work on a thread of the probes' own.
    package static func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await pool.run(work)
    }

    // MARK: Sending

    /// Sends text.
    package func send(_ text: String) throws(Failure) { try send(Array(text.utf8)) }

    /// Sends bytes.
    package func send(_ bytes: [UInt8]) throws(Failure) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor,
                    buffer.baseAddress.map { $0 + offset },
                    bytes.count - offset,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { throw Failure(description: "send: errno \(errno)") }
            offset += count
        }
    }

    /// Ends the sending half; answers still come.
    package func closeSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Resets the connection.
    package func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &linger,
            socklen_t(MemoryLayout.size(ofValue: linger))
        )
        close()
    }

    /// Closes the connection.
    package func close() {
        guard descriptor >= 0 else { return }
        _ = Glibc.close(descriptor)
        descriptor = -1
    }

    private func set(_ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    // MARK: Receiving

    /// Receives what there is; empty at the end of the connection, and after a reset.
    package func receive(upTo limit: Int = 256 << 10) throws(Failure) -> [UInt8] {
        if !buffered.isEmpty {
            let piece = Array(buffered.prefix(limit))
            buffered.removeFirst(piece.count)
            return piece
        }
        return try receiveFresh(upTo: limit)
    }

    /// True when bytes, or the end, have come or come within some milliseconds.
    package func isReadable(within milliseconds: Int) throws(Failure) -> Bool {
        if !buffered.isEmpty { return true }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Int32(milliseconds)) > 0
    }

    /// Waits, without receiving, until the server has reset the connection.
    package func waitForReset() throws(Failure) {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        guard poll(&entry, 1, 20_000) > 0 else { throw Failure(description: "no reset within 20 s") }
    }

    private func receiveFresh(upTo limit: Int) throws(Failure) -> [UInt8] {
        var failure: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let received = recv(descriptor, buffer.baseAddress, limit, 0)
            if received < 0 { failure = errno }
            count = max(0, received)
        }
        if failure == ECONNRESET { wasReset = true }
        if failure != 0, failure != ECONNRESET { throw Failure(description: "recv: errno \(failure)") }
        return piece
    }

    /// Everything up to the end of the connection.
    package func receiveAll() throws(Failure) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let piece = try receive()
            if piece.isEmpty { return all }
            all += piece
        }
    }

    /// Counts the bytes up to the end of the connection.
    package func countAll() throws(Failure) -> Int {
        var count = 0
        while true {
            let piece = try receive()
            if piece.isEmpty { return count }
            count += piece.count
        }
    }

    /// The next answer.
    ///
    /// - Parameter isHead: true after a HEAD request: no content follows.
    /// - Returns: the answer; interim answers (1xx) count as answers without content.
    /// - Throws: when the server stays silent.
    package func answer(isHead: Bool = false) throws(Failure) -> Answer {
        guard let head = try take(through: [13, 10, 13, 10]) else {
            return Answer(status: 0, lines: [], body: buffered, isWhole: false)
        }
        let lines = String(decoding: head.dropLast(4), as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        let status =
            lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
        var answer = Answer(status: status, lines: lines, body: [], isWhole: true)
        if isHead || status < 200 || status == 204 || status == 304 { return answer }
        if let length = answer.field("content-length").flatMap({ Int($0) }) {
            answer.body = try take(length)
            answer.isWhole = answer.body.count == length
        } else if answer.field("transfer-encoding") == "chunked" {
            answer.isWhole = try takeChunks(into: &answer.body)
        } else {
            answer.body = try receiveAll()
        }
        return answer
    }

    private func takeChunks(into body: inout [UInt8]) throws(Failure) -> Bool {
        while true {
            guard let line = try take(through: [13, 10]),
                let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16)
            else { return false }
            let chunk = try take(size)
            body += chunk
            guard chunk.count == size, try take(2) == [13, 10] else { return false }
            if size == 0 { return true }
        }
    }

    private func take(_ count: Int) throws(Failure) -> [UInt8] {
        while buffered.count < count {
            let piece = try receiveFresh(upTo: 256 << 10)
            if piece.isEmpty { break }
            buffered += piece
        }
        let piece = Array(buffered.prefix(count))
        buffered.removeFirst(piece.count)
        return piece
    }

    private func take(through mark: [UInt8]) throws(Failure) -> [UInt8]? {
        var searched = 0
        while true {
            while searched + mark.count <= buffered.count {
                if buffered[searched..<(searched + mark.count)].elementsEqual(mark) {
                    return try take(searched + mark.count)
                }
                searched += 1
            }
            let piece = try receiveFresh(upTo: 64 << 10)
            if piece.isEmpty { return nil }
            buffered += piece
        }
    }
}
