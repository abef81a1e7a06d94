import COpenSSL
import Glibc
import HearthHTTP
import HearthTesting
import Testing

@Suite("Engine: TLS", .timeLimit(.minutes(10)))
struct EngineTLSTests {
    @Test(
        "TLS 1.2 and 1.3 serve requests, ALPN chooses http/1.1",
        arguments: [TLS1_2_VERSION, TLS1_3_VERSION]
    )
    func versions(_ version: Int32) async throws {
        let certificate = try TestCertificate(commonName: "first")
        try await withServer(
            tls: certificate.configuration,
            respond: { request in LiveServer.text("secure \(request.isSecure)") }
        ) { server in
            let (text, chosen) = try await HTTPProbe.run {
                let probe = try TLSProbe(port: server.port, version: version, protocols: ["h2", "http/1.1"])
                try probe.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n")
                try probe.send("Connection: close\r\n\r\n")
                return (String(decoding: try probe.receiveAll(), as: UTF8.self), probe.chosenProtocol)
            }
            #expect(text.split(separator: "secure true", omittingEmptySubsequences: false).count == 3)
            #expect(chosen == "http/1.1")
        }
    }

    @Test("with an answer for them, clients without TLS are told from others by their first byte")
    func besides() async throws {
        let certificate = try TestCertificate(commonName: "first")
        let server = try LiveServer(
            tls: certificate.configuration,
            plainly: { request, isNeighbour in
                LiveServer.text("plain \(request.isSecure) \(isNeighbour)", status: 403)
            },
            limits: { $0.headerTime = .milliseconds(700) },
            respond: { request in LiveServer.text("secure \(request.isSecure)") }
        )
        try await HTTPProbe.run { [port = server.port] in
            let slow = try HTTPProbe(port: port)
            for byte in "GET / HTTP/1.1\r\nHost: x\r\n\r\n" { try slow.send(String(byte)) }
            let plain = try slow.answer()
            #expect(plain.status == 403)
            #expect(String(decoding: plain.body, as: UTF8.self) == "plain false true")
            let probe = try TLSProbe(port: port)
            try probe.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(String(decoding: try probe.receiveAll(), as: UTF8.self).hasSuffix("secure true"))
            // Neither: not answered. Nothing at all: ended like a header section that does not come.
            let odd = try HTTPProbe(port: port)
            try odd.send("\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}")
            #expect(!String(decoding: try odd.receiveAll(), as: UTF8.self).contains("HTTP/1.1"))
            let silent = try HTTPProbe(port: port)
            #expect(try silent.receiveAll().isEmpty)
        }
        await server.stop()
    }

    @Test("TLS 1.1 is refused")
    func oldVersion() async throws {
        let certificate = try TestCertificate(commonName: "first")
        try await withServer(tls: certificate.configuration, respond: echo) { server in
            await #expect(throws: TLSProbe.Failure.self) {
                try await HTTPProbe.run { _ = try TLSProbe(port: server.port, version: TLS1_1_VERSION) }
            }
        }
    }

    @Test("large bodies pass both ways, slow ones included")
    func bodies() async throws {
        let certificate = try TestCertificate(commonName: "first")
        let file = try EngineSendingTests.PatternFile(size: 20 << 20)
        try await withServer(
            tls: certificate.configuration,
            respond: { request in
                if request.method == .get {
                    return HTTPResponse(
                        status: 200,
                        body: .file(file, parts: [FilePart(range: 5..<file.size)])
                    )
                }
                var count = 0
                try await request.body.drain { count += $0.count }
                return LiveServer.text("drained \(count)")
            }
        ) { server in
            let (download, upload) = try await HTTPProbe.run {
                let probe = try TLSProbe(port: server.port)
                try probe.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                let download = try probe.receiveAll()
                let second = try TLSProbe(port: server.port)
                try second.send(
                    "PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(9 << 20)\r\n\r\n"
                )
                try second.send([UInt8](repeating: 3, count: 9 << 20))
                return (download, String(decoding: try second.receiveAll(), as: UTF8.self))
            }
            let length = (20 << 20) - 5
            #expect(EngineSendingTests.PatternFile.isRight(download.suffix(length), from: 5))
            #expect(download.count > length)
            #expect(upload.hasSuffix("drained \(9 << 20)"))
        }
    }

    @Test("a reload serves the new certificate to new connections and keeps the old ones")
    func reload() async throws {
        let certificate = try TestCertificate(commonName: "first")
        try await withServer(tls: certificate.configuration, respond: echo) { server in
            let names = try await HTTPProbe.run {
                let old = try TLSProbe(port: server.port)
                var names = [old.commonName]
                try certificate.write(commonName: "second")
                try server.server.reloadTLS()
                names.append(try TLSProbe(port: server.port).commonName)
                try old.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                names.append(String(decoding: try old.receiveAll(), as: UTF8.self).suffix(8).description)
                return names
            }
            #expect(names == ["first", "second", "GET /  0"])
        }
    }

    @Test("a reload of files that do not fit fails and leaves the old certificate in force")
    func badReload() async throws {
        let certificate = try TestCertificate(commonName: "first")
        let other = try TestCertificate(commonName: "other")
        let mixed = TLSConfiguration(
            certificatePath: certificate.configuration.certificatePath,
            keyPath: other.configuration.keyPath
        )
        #expect(throws: HTTPError.self) { try LiveServer(tls: mixed, respond: echo) }
        try await withServer(tls: certificate.configuration, respond: echo) { server in
            let (name, hasFailed) = try await HTTPProbe.run {
                truncate(certificate.configuration.keyPath, 10)
                var hasFailed = false
                do { try server.server.reloadTLS() } catch { hasFailed = true }
                return (try TLSProbe(port: server.port).commonName, hasFailed)
            }
            #expect(name == "first")
            #expect(hasFailed)
        }
    }

    @Test("plain HTTP on the TLS port, and a handshake that never ends, are dropped")
    func noHandshake() async throws {
        let certificate = try TestCertificate(commonName: "first")
        try await withServer(
            tls: certificate.configuration,
            limits: { $0.headerTime = .milliseconds(300) },
            respond: echo
        ) { server in
            let (plain, silent) = try await HTTPProbe.run {
                let plain = try HTTPProbe(port: server.port)
                try plain.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let silent = try HTTPProbe(port: server.port)
                try silent.send([0x16, 0x03])
                return (try plain.receiveAll(), try silent.receiveAll())
            }
            #expect(!plain.starts(with: "HTTP/1.1 200".utf8))
            #expect(silent.isEmpty)
        }
    }

    @Test("a stream that fails ends without a close notice")
    func brokenStream() async throws {
        let certificate = try TestCertificate(commonName: "first")
        try await withServer(
            tls: certificate.configuration,
            respond: { _ in
                HTTPResponse(
                    status: 200,
                    body: .stream(length: nil) { writer in
                        try await writer.write(Array("abc".utf8))
                        throw CancellationError()
                    }
                )
            }
        ) { server in
            await #expect(throws: TLSProbe.Failure.self) {
                try await HTTPProbe.run {
                    let probe = try TLSProbe(port: server.port)
                    try probe.send("GET / HTTP/1.0\r\n\r\n")
                    _ = try probe.receiveAll()
                }
            }
        }
    }
}
