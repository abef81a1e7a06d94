import HearthCrypto
import HearthDrive
import HearthHTTP
import HearthMedia
import HearthWire

/// Small pictures: by path for our own clients, by hash for the older ones (wangpan-api, 4.12).
struct ThumbnailRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        on(
            [.v1],
            .get,
            "/thumbnails",
            access: .media,
            name: "thumbnail",
            "A small picture of a file",
            byPath
        )
            + everywhere(
                .get,
                "/file/{ab}/{cd}/{name}",
                old: .download,
                v1: .media,
                name: "classicThumbnail",
                "A small square picture of a content",
                byHash
            )
    }

    private func byPath(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        guard let bytes = request.query.firstBytes("path"), !bytes.isEmpty else {
            throw DriveError(.badRequest, argument: "path")
        }
        let path = try ResourcePath(bytes: bytes)
        _ = try path.requireRoot()
        let choice = try ImageChoice(request)
        let image: ThumbnailImage?
        do {
            image = try await drive.thumbnails.image(path, caller, choice.variant)
        } catch let error as DriveError where error.code == .illegalPath {
            // A directory, or what is no file at all: there is none of it.
            image = nil
        } catch let error as DriveError where error.code == .busy && choice.isMissingEmpty {
            image = nil
        }
        if let image { return Self.reply(image, request) }
        guard choice.isMissingEmpty else { throw DriveError(.resourceNotFound) }
        return HTTPResponse(status: 204, headers: HTTPFields([("Cache-Control", "no-store")]))
    }

    /// Nobody learns from the answer whether a content exists that he may not read.
    private func byHash(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        // What shows pictures looks at the status alone: it is the true one on every base.
        do {
            if let hash = try Self.hash(request.parameters),
                let image = try await drive.thumbnails.classic(hash: hash, caller)
            {
                return Self.reply(image, request)
            }
            return Self.refusal(DriveError(.resourceNotFound), request)
        } catch let error as DriveError {
            return Self.refusal(error, request)
        }
    }

    private static func refusal(_ error: DriveError, _ request: HTTPRequest) -> HTTPResponse {
        var response = Failure(error).response(to: request)
        response.status = StatusTable.status(of: error.code)
        return response
    }

    /// `ab/cd/<64 digits in lower case>.png`, where `ab` and `cd` are the first digits; nil for anything else.
    private static func hash(_ parameters: RouteParameters) throws -> SHA256Digest? {
        let (ab, cd, name) = (
            try parameters.text("ab"), try parameters.text("cd"), try parameters.text("name")
        )
        guard name.hasSuffix(".png") else { return nil }
        let digits = String(name.dropLast(4))
        guard let hash = SHA256Digest(hex: digits), hash.hex == digits,
            digits.hasPrefix(ab + cd), ab.utf8.count == 2, cd.utf8.count == 2
        else { return nil }
        return hash
    }

    private static func reply(_ image: ThumbnailImage, _ request: HTTPRequest) -> HTTPResponse {
        var headers = MediaHeaders.fields(
            type: image.format.contentType,
            policy: MediaHeaders.attachmentPolicy,
            isEncrypted: image.isEncrypted
        )
        headers.set("Vary", "Accept")
        headers.set("ETag", "\"\(image.validator)\"")
        let condition = HTTPRequest(
            method: request.method,
            rawPath: [],
            // There is no date to compare with.
            headers: HTTPFields(
                ["If-None-Match", "If-Match"].flatMap { name in
                    request.headers.values(for: name).map { (name, $0) }
                }
            )
        )
        let validators = FileValidators(etag: "\"\(image.validator)\"", lastModified: 0)
        switch Precondition.check(condition, validators: validators) {
        case .proceed: return HTTPResponse(status: 200, headers: headers, body: .bytes(image.bytes))
        case .notModified:
            headers.remove("Content-Type")
            return HTTPResponse(status: 304, headers: headers)
        case .failed: return Self.refusal(DriveError(.preconditionFailed), request)
        }
    }
}

extension ImageChoice {
    /// As the drive calls it.
    fileprivate var variant: ThumbnailVariant {
        if isAnimated { return .animated }
        return switch size {
        case .small: .small(format)
        case .large: .large(format)
        }
    }
}

extension MediaOutput.Format {
    /// The media type.
    fileprivate var contentType: String {
        switch self {
        case .webp: "image/webp"
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        }
    }
}
