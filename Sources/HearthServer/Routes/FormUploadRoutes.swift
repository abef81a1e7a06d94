import HearthDrive
import HearthHTTP
import HearthStorage
import HearthWire

/// `POST resources/{path}`: make a directory, or one of the old door's three actions (wangpan-api, 4.2–4.5).
struct FormUploadRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        everywhere(
            .post,
            "/resources/{path*}",
            access: .write,
            name: "postResource",
            "Make a directory, or upload",
            post
        )
    }

    private func post(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let path = try request.resourcePath()
        // Rights, names and space first: a refusal comes before "100 Continue", and so before the body.
        let (access, destination) = try await drive.uploads.destination(
            path,
            caller,
            policy: request.namePolicy
        )
        if let length = request.body.length, length > 0 {
            try drive.uploads.checkSpace(access, for: length)
        }
        var form = UploadForm(request)
        let reader = try FormReader(request: request)
        var spooled: Uploads.Spooled?
        do {
            while let part = try await reader.next() {
                guard part.name == "uploadfile" else {
                    form.set(part.name, try await part.text())
                    continue
                }
                if form.isReadyForChunk {
                    // The fields came first: the bytes go straight to their place.
                    let chunk = try form.chunk()
                    return try await store(
                        chunk,
                        FormPartSource(part, length: chunk.size),
                        access,
                        destination,
                        caller,
                        form
                    )
                }
                if spooled != nil { throw DriveError(.badRequest) }
                if form.isDirectory {
                    // iOS makes directories with an empty file part; what it holds does not matter.
                    try await part.drain { _ in }
                } else {
                    spooled = try await drive.uploads.spool(
                        FormPartSource(part, length: nil),
                        on: access,
                        size: form.wholeSize
                    )
                }
            }
            return try await finish(form, spooled, access, destination, path, caller, request)
        } catch {
            if let spooled { await drive.uploads.drop(spooled) }
            throw error
        }
    }

    /// All fields are known.
    private func finish(
        _ form: UploadForm,
        _ spooled: Uploads.Spooled?,
        _ access: RootAccess,
        _ destination: VolumePath,
        _ path: ResourcePath,
        _ caller: Caller,
        _ request: HTTPRequest
    ) async throws -> HTTPResponse {
        switch form.action {
        case "":
            // Bytes without a word about what they are: a directory in their place would throw them away.
            if let spooled, spooled.size > 0 { throw DriveError(.illegalParameter, argument: "action") }
            if let spooled { await drive.uploads.drop(spooled) }
            let resource = try await drive.files.makeDirectory(
                path,
                caller,
                policy: request.namePolicy,
                autoRename: form.isAutoRename
            )
            return try await reply(resource, access, request)
        case "merge":
            if let spooled { await drive.uploads.drop(spooled) }
            let (key, count) = try form.keyAndCount()
            let resource = try await drive.uploads.merge(
                key,
                totalChunks: count,
                to: access,
                destination,
                caller,
                try form.attributes(ChunkPlan(size: nil, count: nil))
            )
            return try await reply(resource, access, request)
        case "upload":
            let chunk = try form.chunk()
            guard let spooled else { throw DriveError(.noFileChosen) }
            try Self.requireBytes(spooled.size, form)
            let plan = try ChunkPlan(size: form.totalSize ?? spooled.size, count: chunk.count)
            guard chunk.number == 1, chunk.count <= 1, chunk.size == spooled.size else {
                throw DriveError(.chunksIncomplete)
            }
            let resource = try await drive.uploads.publish(
                spooled,
                chunk.key,
                to: access,
                destination,
                caller,
                try form.attributes(plan)
            )
            return try await reply(resource, access, request)
        case "chunk":
            let chunk = try form.chunk()
            guard let spooled else { throw DriveError(.noFileChosen) }
            try Self.requireBytes(spooled.size, form)
            let response = try await store(
                chunk,
                drive.uploads.source(of: spooled),
                access,
                destination,
                caller,
                form
            )
            await drive.uploads.drop(spooled)
            return response
        default:
            throw DriveError(.illegalParameter, argument: "action")
        }
    }

    private func store(
        _ chunk: UploadForm.Chunk,
        _ source: any ByteSource,
        _ access: RootAccess,
        _ destination: VolumePath,
        _ caller: Caller,
        _ form: UploadForm
    ) async throws -> HTTPResponse {
        let plan = try ChunkPlan(size: form.totalSize, count: chunk.count)
        do {
            let chunks = try await drive.uploads.chunk(
                chunk.number,
                size: chunk.size,
                of: chunk.key,
                to: access,
                destination,
                source,
                caller,
                try form.attributes(plan)
            )
            return Self.reply(chunks: chunks) { Resource.writeEmpty(to: &$0) }
        } catch let error as DriveError where error.code == .chunksIncomplete {
            if let part = source as? FormPartSource, part.isRead {
                try Self.requireBytes(part.received, form)
            }
            throw error
        }
    }

    /// 10010 for an empty part of a file that is not empty.
    private static func requireBytes(_ received: Int64, _ form: UploadForm) throws {
        if received == 0, let size = form.totalSize, size > 0 { throw DriveError(.noFileChosen) }
    }

    /// The finished file or directory.
    private func reply(
        _ resource: Resource,
        _ access: RootAccess,
        _ request: HTTPRequest
    ) async throws -> HTTPResponse {
        let links = ThumbnailLinks(drive, request.base)
        // The bytes have just been hashed, whichever door they came by.
        let hash =
            links == .byHash
            ? try await drive.files.hashes(of: [resource.info], in: access).first ?? nil : nil
        return Self.reply(chunks: [:]) { resource.write(links, hash: hash, to: &$0) }
    }

    private static func reply(
        chunks: [Int: Int64],
        _ resource: (inout JSONWriter) -> Void
    ) -> HTTPResponse {
        Reply.data { writer in
            writer.beginObject()
            writer.key("resource")
            resource(&writer)
            writer.key("chunks")
            chunks.write(to: &writer)
            writer.endObject()
        }
    }
}

/// A form's file part as the drive pulls it.
private final class FormPartSource: ByteSource {
    private let part: FormPart
    let length: Int64?
    /// Bytes handed on so far.
    private(set) var received: Int64 = 0
    /// Whether anybody asked for them; a refusal before that says nothing about the part.
    private(set) var isRead = false

    init(_ part: FormPart, length: Int64?) {
        self.part = part
        self.length = length
    }

    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        isRead = true
        try await part.drain { piece in
            received += Int64(piece.count)
            try sink(piece)
        }
    }
}
