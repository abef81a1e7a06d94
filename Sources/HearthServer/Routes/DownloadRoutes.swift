import HearthCrypto
import HearthDrive
import HearthHTTP
import HearthStorage
import HearthWire

/// `GET download/{path}` (wangpan-api, 4.9 and 8; architecture, 8).
struct DownloadRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        everywhere(
            .get,
            "/download/{path*}",
            old: .download,
            v1: .media,
            name: "download",
            "Download a file",
            download
        )
    }

    private func download(_ request: HTTPRequest) async throws -> HTTPResponse {
        let opened = try await drive.files.open(try request.resourcePath(), try request.caller())
        let name = opened.resource.path.last?.bytes ?? []
        let type = ContentType(fileName: name)
        var headers = MediaHeaders.fields(
            type: type.text,
            policy: type.policy,
            isEncrypted: opened.isEncrypted
        )
        headers.set("Content-Disposition", Disposition.text(name, isInline: type.isInline))
        if let hash = opened.hash { headers.set("Repr-Digest", "sha-256=:\(Base64.encode(hash.bytes)):") }
        let response = fileResponse(
            to: request,
            content: DownloadContent(file: opened.file),
            validators: FileValidators(
                etag: opened.etag,
                lastModified: opened.resource.info.modified.seconds
            ),
            headers: headers
        )
        if opened.isEncrypted { try Self.checkStart(of: response, opened.file) }
        switch response.status {
        case 412: return Self.explained(response, .preconditionFailed, nil, request)
        case 416: return Self.explained(response, .illegalParameter, "Range", request)
        default: return response
        }
    }

    /// Reads the first byte that is to be sent: after the head, damage could only cut the connection.
    private static func checkStart(of response: HTTPResponse, _ file: any ReadableFile) throws {
        guard case .file(_, let parts) = response.body,
            let start = parts.first(where: { !$0.range.isEmpty })?.range.lowerBound
        else { return }
        try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte in
            do {
                _ = try file.read(into: byte, at: start)
            } catch let error as StorageError {
                throw DriveError(error)
            }
        }
    }

    /// Adds an envelope to a refusal that HTTP defines; its fields (Content-Range) stay.
    private static func explained(
        _ response: HTTPResponse,
        _ code: WireCode,
        _ argument: String?,
        _ request: HTTPRequest
    ) -> HTTPResponse {
        var explained = Failure(DriveError(code, argument: argument)).response(to: request)
        explained.status = response.status
        for line in response.headers.lines { explained.headers.set(line.name, line.value) }
        return explained
    }
}

/// An open file as the engine sends it.
private struct DownloadContent: FileContent {
    let file: any ReadableFile
    var size: Int64 { file.info.size }
    var descriptor: Int32? { file.descriptor }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) async throws -> Int {
        try file.read(into: buffer, at: offset)
    }
}
