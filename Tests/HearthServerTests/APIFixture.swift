import Glibc
import HearthConcurrency
import HearthCrypto
import HearthDrive
import HearthHTTP
import HearthLog
import HearthMedia
import HearthMetrics
import HearthSQL
import HearthServer
import HearthStorage
import HearthTesting
import HearthWire

/// The whole API on a temporary directory, asked without a socket.
final class APIFixture: Sendable {
    let directory: TemporaryDirectory
    let drive: Drive
    let database: SQLiteDatabase
    let api: HearthAPI
    let token: String
    /// The owner's personal folder.
    let home: Int

    private init(
        directory: TemporaryDirectory,
        drive: Drive,
        database: SQLiteDatabase,
        api: HearthAPI,
        token: String,
        home: Int
    ) {
        self.directory = directory
        self.drive = drive
        self.database = database
        self.api = api
        self.token = token
        self.home = home
    }

    /// Makes one with an owner who is signed in; without a `decoder` there are no small pictures,
    /// without `web` no app.
    static func make(
        decoder: (any MediaDecoding)? = nil,
        web: WebAssets? = nil
    ) async throws -> APIFixture {
        let directory = try TemporaryDirectory()
        let log = Logger(label: "test", sink: MemorySink())
        let place = directory.appending("partition")
        _ = mkdir(place, 0o700)
        let database = try SQLiteDatabase(
            path: directory.appending("hearth.sqlite"),
            migrations: Schema.migrations,
            logger: log
        )
        let drive = try await Drive(
            Drive.Parts(
                database: database,
                partition: Partition(path: place, id: "_default_/_default_"),
                secret: [UInt8](repeating: 7, count: 32),
                pool: ThreadPool(name: "test-pool", threads: 2),
                blocking: ThreadPool(name: "test-blocking", threads: 2),
                clock: SystemClock(),
                log: log,
                passwords: Argon2Parameters(memory: 64, passes: 1, lanes: 1),
                vaultCost: ScryptCost(rounds: 2, blockSize: 8),
                decoder: decoder,
                thumbnails: ThumbnailConfiguration(directory: directory.appending("thumbs"))
            )
        )
        let api = try HearthAPI(
            drive: drive,
            metrics: MetricsRegistry(),
            logger: log,
            options: HearthAPI.Options(web: web)
        )
        let owner = try await drive.people.add(
            accountName: "owner",
            password: "correct horse",
            nickname: "Olive",
            isOwner: true
        )
        let token = try await drive.sessions.issue(to: owner, kind: .session, client: "test").token
        let home = try await drive.roots.personalRoot(of: owner).id
        return APIFixture(
            directory: directory,
            drive: drive,
            database: database,
            api: api,
            token: token,
            home: home
        )
    }

    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: [UInt8]

        var json: JSONValue? { try? JSONValue(parsing: body) }
        /// The envelope's code; -1 when the body is no envelope.
        var code: Int { json?["status"]?.int.map(Int.init) ?? -1 }
        var data: JSONValue? { json?["data"] }
    }

    /// Sends a request; `token: ""` sends none.
    func send(
        _ method: HTTPMethod,
        _ target: String,
        token: String? = nil,
        headers: [(String, String)] = [],
        body: [UInt8] = [],
        peer: PeerAddress = .loopback
    ) async throws -> Answer {
        let sent = token ?? self.token
        let fields = HTTPFields((sent.isEmpty ? [] : [("scope-token", sent)]) + headers)
        var request = HTTPRequest(method, target, headers: fields, body: HTTPRequestBody(pieces: [body]))
        request.peer = peer
        let response = await api.respond(to: request)
        return Answer(
            status: response.status,
            headers: response.headers,
            body: try await Self.bytes(of: response.body)
        )
    }

    /// Sends JSON.
    func send(
        _ method: HTTPMethod,
        _ target: String,
        json: String,
        token: String? = nil
    ) async throws -> Answer {
        try await send(
            method,
            target,
            token: token,
            headers: [("Content-Type", "application/json")],
            body: Array(json.utf8)
        )
    }

    /// Sends a form; the file part stands first or last.
    func post(
        _ target: String,
        _ fields: [(String, String)],
        file: [UInt8]? = nil,
        fileFirst: Bool = false
    ) async throws -> Answer {
        let boundary = "boundary-of-the-test"
        var parts: [[UInt8]] = fields.map { name, value in
            Array(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
            )
        }
        if let file {
            let head =
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"uploadfile\"; filename=\"f\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n"
            parts.insert(Array(head.utf8) + file + Array("\r\n".utf8), at: fileFirst ? 0 : parts.count)
        }
        return try await send(
            .post,
            target,
            headers: [("Content-Type", "multipart/form-data; boundary=\(boundary)")],
            body: parts.flatMap { $0 } + Array("--\(boundary)--\r\n".utf8)
        )
    }

    /// The fields of a whole-file upload.
    static func uploadFields(_ bytes: [UInt8]) throws -> [(String, String)] {
        [
            ("action", "upload"), ("hash", try SHA256.hash(bytes).hex), ("total_size", "\(bytes.count)"),
            ("chunk_number", "1"), ("chunk_size", "\(bytes.count)"), ("total_chunks", "1"),
        ]
    }

    private static func bytes(of body: HTTPResponse.Body) async throws -> [UInt8] {
        switch body {
        case .none: return []
        case .bytes(let bytes): return bytes
        case .stream(_, let produce):
            let collector = Collector()
            try await produce(collector)
            return collector.bytes
        case .file(let content, let parts):
            var all: [UInt8] = []
            for part in parts {
                all += part.prefix
                var piece = [UInt8](repeating: 0, count: Int(part.range.upperBound - part.range.lowerBound))
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
                defer { buffer.deallocate() }
                let got = try await content.read(into: buffer, at: part.range.lowerBound)
                piece = Array(buffer[..<got])
                all += piece
            }
            return all
        }
    }
}
