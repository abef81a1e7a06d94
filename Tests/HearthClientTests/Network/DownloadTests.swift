import HearthClient
import HearthWire
import Synchronization
import Testing

@Suite("Downloads", .timeLimit(.minutes(1)))
struct DownloadTests {
    private final class File: Sendable {
        let bytes = Mutex<[UInt8]>([])
        let begun = Mutex(0)
        var sink: TransportSink {
            TransportSink(
                begin: { _ in self.begun.withLock { $0 += 1 } },
                write: { piece in self.bytes.withLock { $0 += piece } }
            )
        }
    }

    private func download(
        _ response: StubResponse,
        _ family: APIFamily,
        _ file: File
    ) async throws -> DownloadReply {
        let endpoint = FixedEndpoint("http://h", token: "t", family: family)
        let provider = Provider(endpoint: endpoint, transport: StubTransport([response]))
        return try await provider.request(Download(RemotePath(rootID: 1), sink: file.sink))
    }

    private static let envelope = #"{"status":20009,"reason":"no"}"#

    @Test("a refusal in a 200 never reaches the file", arguments: APIFamily.allCases)
    func refusal(_ family: APIFamily) async throws {
        for mark in [nil, "20009"] {
            let file = File()
            var response = StubResponse.json(Self.envelope)
            response.headers["Hearth-Status"] = mark
            let error = await #expect(throws: ClientError.self) { try await download(response, family, file) }
            #expect(error?.code == .folderPasswordWrong)
            #expect(file.begun.withLock { $0 } == 0 && file.bytes.withLock { $0.isEmpty })
        }
    }

    @Test(
        "a JSON file that looks like a refusal is a file",
        arguments: ["Last-Modified", "ETag", "Accept-Ranges"]
    )
    func jsonFile(_ header: String) async throws {
        let file = File()
        var response = StubResponse.json(Self.envelope)
        response.headers[header] = "x"
        let reply = try await download(response, .wangpan, file)
        #expect(reply.status == 200 && file.bytes.withLock { $0 } == Array(Self.envelope.utf8))
    }

    @Test("a JSON file without any mark reaches its sink, whatever its size")
    func unmarked() async throws {
        for text in ["[1]", "[" + String(repeating: "1,", count: 1 << 20) + "1]"] {
            let file = File()
            _ = try await download(.json(text), .plugin, file)
            #expect(file.bytes.withLock { $0 } == Array(text.utf8) && file.begun.withLock { $0 } == 1)
        }
    }

    @Test("the head tells range, tag and hash")
    func head() {
        let reply = DownloadReply(
            TransportResponse.Head(
                status: 206,
                headers: [
                    "Content-Length": "10", "Content-Range": "bytes 5-14/100", "ETag": "\"a\"",
                    "Repr-Digest": "sha-512=:AA==:, sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:",
                ]
            )
        )
        #expect(
            reply.first == 5 && reply.length == 10 && reply.totalLength == 100 && reply.strongTag == "\"a\""
        )
        #expect(reply.sha256 == SHA256Hasher.digest(of: Array("abc".utf8)))
        let weak = DownloadReply(
            TransportResponse.Head(status: 200, headers: ["ETag": "W/\"a\"", "Content-Length": "3"])
        )
        #expect(weak.strongTag == nil && weak.totalLength == 3)
    }

    @Test("SHA-256 in pieces and in Swift alone are the known ones")
    func hashes() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let hasher = SHA256Hasher()
        hasher.update(Array("a".utf8))
        let other = hasher.copy()
        hasher.update(Array("bc".utf8))
        #expect(hasher.hexadecimal() == expected && hasher.hexadecimal() == expected)
        other.update(Array("bc".utf8))
        #expect(other.hexadecimal() == expected)
        for count in [0, 1, 55, 56, 63, 64, 65, 200] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
            var portable = PortableSHA256()
            for byte in bytes { [byte].withUnsafeBytes { portable.update($0) } }
            #expect(portable.digest() == SHA256Hasher.digest(of: bytes))
        }
    }
}
