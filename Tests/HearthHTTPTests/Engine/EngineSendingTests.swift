import CLinux
import Glibc
import HearthHTTP
import HearthMetrics
import HearthTesting
import Synchronization
import Testing

@Suite("Engine: sending", .timeLimit(.minutes(10)))
struct EngineSendingTests {
    /// A file whose bytes are their offset modulo 251.
    final class PatternFile: FileContent {
        let size: Int64
        let descriptor: Int32?
        private let directory: TemporaryDirectory
        private let number: Int32

        init(size: Int, isKernelReadable: Bool = true) throws {
            directory = try TemporaryDirectory("engine")
            number = hearth_openat(AT_FDCWD, directory.appending("file"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            self.size = Int64(size)
            descriptor = isKernelReadable ? number : nil
            let block = (0..<(251 * 4096)).map { UInt8($0 % 251) }
            var written = 0
            while written < size {
                written += write(number, block, min(block.count, size - written))
            }
        }

        deinit { close(number) }

        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) async throws -> Int {
            pread(number, buffer.baseAddress, buffer.count, off_t(offset))
        }

        func cut(to size: Int) { ftruncate(number, off_t(size)) }

        static func isRight(_ bytes: some Sequence<UInt8>, from offset: Int) -> Bool {
            var expected = offset % 251
            for byte in bytes {
                if byte != UInt8(expected) { return false }
                expected = expected == 250 ? 0 : expected + 1
            }
            return true
        }
    }

    @Test("parts of a file come with their prefixes, by kernel and by hand", arguments: [true, false])
    func parts(_ isKernelReadable: Bool) async throws {
        let file = try PatternFile(size: 3_000_000, isKernelReadable: isKernelReadable)
        let parts = [
            FilePart(prefix: Array("<a>".utf8), range: 10..<1_000_000),
            FilePart(prefix: Array("<b>".utf8), range: 2_000_000..<2_000_000),
            FilePart(prefix: Array("<c>".utf8), range: 2_999_999..<3_000_000),
            FilePart(prefix: Array("<end>".utf8), range: 0..<0),
        ]
        try await withServer(respond: { _ in HTTPResponse(status: 206, body: .file(file, parts: parts)) }) {
            server in
            let answers = try await HTTPProbe.run(port: server.port) { probe in
                try (0..<2).map { _ in
                    try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    return try probe.answer()
                }
            }
            for answer in answers {
                #expect(answer.isWhole)
                let expected = 999_990 + 1 + 3 * 3 + 5
                #expect(answer.body.count == expected)
                #expect(answer.body.starts(with: "<a>".utf8))
                #expect(PatternFile.isRight(answer.body[3..<999_993], from: 10))
                #expect(answer.body[999_993...].starts(with: "<b><c>".utf8))
                #expect(answer.body.last == UInt8(ascii: ">"))
            }
        }
    }

    @Test("a client that has closed its sending half gets the whole download")
    func halfClosed() async throws {
        let file = try PatternFile(size: 64 << 20)
        let whole = [FilePart(range: 0..<file.size)]
        try await withServer(respond: { _ in HTTPResponse(status: 200, body: .file(file, parts: whole)) }) {
            server in
            let answer = try await HTTPProbe.run {
                let probe = try HTTPProbe(port: server.port, receiveBuffer: 64 << 10)
                try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                probe.closeSending()
                return try probe.answer()
            }
            #expect(answer.isWhole)
            #expect(answer.body.count == 64 << 20)
            #expect(PatternFile.isRight(answer.body, from: 0))
        }
    }

    @Test("a file that becomes shorter cuts the connection", arguments: [true, false])
    func truncated(_ isKernelReadable: Bool) async throws {
        let file = try PatternFile(size: 8 << 20, isKernelReadable: isKernelReadable)
        let whole = [FilePart(range: 0..<file.size)]
        try await withServer(respond: { _ in
            file.cut(to: 5 << 20)
            return HTTPResponse(status: 200, body: .file(file, parts: whole))
        }) { server in
            let answer = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return try probe.answer()
            }
            #expect(answer.field("content-length") == "\(8 << 20)")
            #expect(!answer.isWhole)
        }
    }

    enum Ending: Sendable, CaseIterable { case chunksThrow, lengthThrow, tooShort, tooLong, untilCloseThrow }

    @Test("a stream that fails or breaks its promise is cut, without a clean end", arguments: Ending.allCases)
    func broken(_ ending: Ending) async throws {
        let length: Int64? =
            switch ending {
            case .chunksThrow, .untilCloseThrow: nil
            case .lengthThrow, .tooShort: 100
            case .tooLong: 3
            }
        try await withServer(respond: { _ in
            HTTPResponse(
                status: 200,
                body: .stream(length: length) { writer in
                    try await writer.write(Array("abc".utf8))
                    if ending == .tooLong { try? await writer.write(Array("d".utf8)) }
                    if ending == .chunksThrow || ending == .lengthThrow || ending == .untilCloseThrow {
                        throw CancellationError()
                    }
                }
            )
        }) { server in
            let version = ending == .untilCloseThrow ? "1.0" : "1.1"
            let (answer, wasReset) = try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("GET / HTTP/\(version)\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let answer = try probe.answer()
                return (answer, try probe.receiveAll().isEmpty && probe.wasReset)
            }
            // With HTTP/1.0 only the reset tells that the content is not whole.
            if ending == .tooLong {
                #expect(answer.text == "abc")
            } else if ending != .untilCloseThrow {
                #expect(!answer.isWhole)
            }
            #expect(wasReset)
        }
    }

    @Test("clients that reset in the middle leave nothing behind")
    func resets() async throws {
        let file = try PatternFile(size: 16 << 20)
        let whole = [FilePart(range: 0..<file.size)]
        try await withServer(respond: { _ in HTTPResponse(status: 200, body: .file(file, parts: whole)) }) {
            server in
            let gauge = server.metrics.gauge("hearth_http_connections_open", "Connections that are open.")
            try await HTTPProbe.run {
                for _ in 0..<50 {
                    let probe = try HTTPProbe(port: server.port, receiveBuffer: 16 << 10)
                    try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    _ = try probe.receive(upTo: 1000)
                    probe.reset()
                }
            }
            await server.server.shutdown(grace: .seconds(10))
            #expect(gauge.value == 0)
        }
    }

    @Test("a client that takes nothing is given up")
    func stalled() async throws {
        let file = try PatternFile(size: 64 << 20)
        let whole = [FilePart(range: 0..<file.size)]
        let (ended, finish) = AsyncStream.makeStream(of: Bool.self)
        try await withServer(
            limits: { $0.writeStallTime = .milliseconds(300) },
            respond: { request in
                if request.rawPath == Array("/file".utf8) {
                    return HTTPResponse(status: 200, body: .file(file, parts: whole))
                }
                return HTTPResponse(
                    status: 200,
                    body: .stream(length: nil) { writer in
                        do {
                            while true { try await writer.write([UInt8](repeating: 0, count: 100_000)) }
                        } catch {
                            finish.yield((error as? HTTPError)?.code == .closed)
                            throw error
                        }
                    }
                )
            }
        ) { server in
            let count = try await HTTPProbe.run {
                let stream = try HTTPProbe(port: server.port, receiveBuffer: 16 << 10)
                try stream.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
                let probe = try HTTPProbe(port: server.port, receiveBuffer: 16 << 10)
                try probe.send("GET /file HTTP/1.1\r\nHost: x\r\n\r\n")
                // Both are cut before anything is read here.
                try stream.waitForReset()
                try probe.waitForReset()
                return try probe.countAll()
            }
            #expect(count < 64 << 20)
            for await wasClosed in ended {
                #expect(wasClosed)
                break
            }
        }
    }

    @Test("an event stream learns that its client has hung up while it waits")
    func hangUp() async throws {
        let (ended, finish) = AsyncStream.makeStream(of: Int.self)
        try await withServer(respond: { _ in
            HTTPResponse(
                status: 200,
                body: .stream(length: nil) { writer in
                    let (events, source) = AsyncStream.makeStream(
                        of: Int.self,
                        bufferingPolicy: .bufferingNewest(4)
                    )
                    writer.onHangUp { source.finish() }
                    source.yield(1)
                    source.yield(2)
                    var count = 0
                    for await event in events {
                        count += 1
                        try await writer.write(Array("data: \(event)\n\n".utf8))
                    }
                    finish.yield(count)
                }
            )
        }) { server in
            try await HTTPProbe.run(port: server.port) { probe in
                try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                var seen = 0
                while seen < 2 {
                    seen +=
                        String(decoding: try probe.receive(), as: UTF8.self).split(separator: "data:").count
                        - 1
                }
                probe.close()
            }
            for await count in ended {
                #expect(count == 2)
                break
            }
        }
    }
}
