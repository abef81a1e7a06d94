import HearthArguments
import HearthClient
import HearthWire

/// `hearth stat`: everything known of files and folders.
enum StatCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "stat",
            aliases: ["info"],
            summary: "Show what is known of files and folders.",
            group: ClientCommands.Group.files,
            arguments: [CommonSpecs.remote("The file or folder.", isRepeated: true)]
        )
    ) { context in
        var batch = Batch(context)
        for text in context.parsed.positionals {
            try await batch.perform(text) {
                let item = try await context.remote(text)
                guard let entry = try await item.drive.entry(at: item.path) else {
                    throw CommandError(.notFound, "不存在", "there is no such file or folder")
                }
                try await show(entry, item, context)
            }
        }
        return batch.finish()
    }

    private static func show(
        _ entry: WireResource,
        _ item: RemoteItem,
        _ context: CommandContext
    ) async throws {
        let output = context.output
        let remote = await item.drive.text(item.path)
        let known = entry.kind == .file && entry.canRead ? await facts(of: item) : Facts()
        output.object { writer in
            writer.entryMembers(entry, remote: remote)
            if let tag = known.tag {
                writer.key("etag")
                writer.string(tag)
            }
            if let sha256 = known.sha256 {
                writer.key("sha256")
                writer.string(sha256)
            }
            if let media = known.media {
                writer.key("media")
                media.write(to: &writer)
            }
            if let excerpt = known.excerpt {
                writer.key("excerpt")
                writer.string(excerpt)
            }
        }
        var rows: [(Phrase, String)] = [
            (Phrase("路径", "Path"), output.name(remote)),
            (Phrase("编号路径", "By number"), output.name(entry.path)),
            (
                Phrase("类型", "Type"),
                entry.kind == .directory ? output.text("文件夹", "folder") : output.text("文件", "file")
            ),
        ]
        if entry.kind == .file {
            rows.append((Phrase("大小", "Size"), "\(Amount.bytes(entry.size)) (\(entry.size))"))
        }
        rows.append((Phrase("修改时间", "Modified"), LocalTime.text(entry.modified)))
        rows.append((Phrase("权限", "Rights"), entry.rightsText))
        rows.append(
            (Phrase("加密", "Encrypted"), entry.isEncrypted ? output.text("是", "yes") : output.text("否", "no"))
        )
        rows += Self.rows(of: known.media)
        if let tag = known.tag { rows.append((Phrase("ETag", "ETag"), tag)) }
        if let sha256 = known.sha256 { rows.append((Phrase("SHA-256", "SHA-256"), sha256)) }
        let width = rows.map { DisplayWidth.of($0.0.text(context.language)) }.max() ?? 0
        for (name, value) in rows {
            output.line(DisplayWidth.padded(name.text(context.language), to: width) + "  " + value)
        }
    }

    private struct Facts {
        var tag: String?
        var sha256: String?
        var media: WireMedia?
        var excerpt: String?
    }

    /// What the server knows beside the entry; nothing where it does not say.
    private static func facts(of item: RemoteItem) async -> Facts {
        if item.drive.area.family == .hearth,
            let detail = try? await item.drive.provider.request(FileDetails(item.path))
        {
            return Facts(
                tag: detail.tag,
                sha256: detail.sha256,
                media: detail.media,
                excerpt: detail.resource.excerpt
            )
        }
        // The first byte's reply has the tag and, where the server knows it, the hash of the whole file.
        let reply = try? await item.drive.provider.raw(Download(item.path))
        let head = reply.map { DownloadReply($0.head) }
        reply?.body.cancel()
        return Facts(tag: head?.tag, sha256: head?.sha256.map { SHA256Hasher.hexadecimal($0) })
    }

    private static func rows(of media: WireMedia?) -> [(Phrase, String)] {
        var rows: [(Phrase, String)] = []
        if let width = media?.width, let height = media?.height {
            rows.append((Phrase("尺寸", "Dimensions"), "\(width) × \(height)"))
        }
        if let seconds = media?.duration {
            rows.append((Phrase("时长", "Duration"), Amount.duration(seconds)))
        }
        if let taken = media?.taken {
            rows.append((Phrase("拍摄时间", "Taken"), SafeText.shown(taken.replacing("T", with: " "))))
        }
        return rows
    }
}
