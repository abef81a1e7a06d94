import Glibc
import HearthArguments
import HearthClient
import HearthWire

/// `hearth thumb`: the small picture of a file, and what is known of it.
enum ThumbCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "thumb",
            summary: "Fetch the small picture of a file.",
            discussion: """
                Pictures, clips, documents and sounds with a cover have one; the server makes it when it is first asked \
                for. It goes to standard output unless that is a terminal, or into the file of --output. With --json \
                standard output has what is known of the file instead, and the picture is fetched for --output alone.
                """,
            group: ClientCommands.Group.files,
            options: [
                OptionSpec(
                    "output",
                    short: "o",
                    value: "FILE",
                    completion: .file,
                    help: "Where the picture goes; an existing file is replaced. - is standard output."
                ),
                OptionSpec(
                    "size",
                    choices: Thumbnail.Size.allCases.map { String($0.rawValue) },
                    help: "Pixels of the longer side. Default: 256"
                ),
                OptionSpec(
                    "format",
                    choices: Thumbnail.Format.allCases.map(\.rawValue),
                    help: "How the picture is written. Default: as --output ends, else webp"
                ),
            ],
            arguments: [CommonSpecs.remote("The file.")],
            examples: [
                ExampleSpec("hearth thumb Family/a.heic -o a.jpg", "A small JPEG of a photo."),
                ExampleSpec("hearth thumb --json Family/clip.mp4", "How long and how large a clip is."),
            ]
        )
    ) { context in try await run(context) }

    private static func run(_ context: CommandContext) async throws {
        let text = context.argument(0)
        let place = context.parsed.value("output")
        let isJSON = context.output.isJSON
        if isJSON, place == "-" {
            throw CommandError(
                .usage,
                "--json 和图片不能同时写到标准输出",
                "standard output cannot have both the facts and the picture"
            )
        }
        if place == nil, !isJSON, context.output.standard.isTerminal {
            throw CommandError(
                .usage,
                "不会把图片写到终端，请用 -o 指定文件",
                "a picture is not written to a terminal; say where with --output FILE"
            )
        }
        let size = context.parsed.value("size").flatMap(Int.init).flatMap(Thumbnail.Size.init) ?? .small
        let format =
            context.parsed.value("format").flatMap(Thumbnail.Format.init) ?? Self.format(of: place ?? "")
        let item = try await context.remote(text)
        var image: [UInt8]?
        if place != nil || !isJSON { image = try await picture(of: item, text, size, format, context) }
        if let place, place != "-", let image { try LocalFile.write(image, to: place) }
        if isJSON {
            try await show(item, text, written: image.map { ($0.count, format) }, place, context)
        } else if place == nil || place == "-", let image {
            try context.output.raw(image)
        }
    }

    /// What a local name ends in.
    private static func format(of name: String) -> Thumbnail.Format {
        let name = name.lowercased()
        return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") ? .jpeg : .webp
    }

    private static func picture(
        of item: RemoteItem,
        _ text: String,
        _ size: Thumbnail.Size,
        _ format: Thumbnail.Format,
        _ context: CommandContext
    ) async throws(CommandError) -> [UInt8] {
        do {
            return try await item.drive.call(Thumbnail(item.path, size: size, format: format)).bytes
        } catch  where error.code == .resourceNotFound || error.code == .illegalPath {
            // What is missing, what has no picture, a folder: a person wants to know which.
            guard let entry = try await item.drive.entry(at: item.path) else {
                throw CommandError(.notFound, "不存在", "there is no such file").about(context.output.name(text))
            }
            let (chinese, english) =
                entry.kind == .directory
                ? ("文件夹没有缩略图", "a folder has no small picture")
                : ("这个文件没有缩略图", "there is no small picture of this file")
            throw CommandError(.notFound, chinese, english).about(context.output.name(text))
        }
    }

    /// What is known of the file, as one object.
    private static func show(
        _ item: RemoteItem,
        _ text: String,
        written: (bytes: Int, format: Thumbnail.Format)?,
        _ place: String?,
        _ context: CommandContext
    ) async throws {
        let detail = try await item.drive.call(FileDetails(item.path))
        let remote = await item.drive.text(item.path)
        context.output.object { writer in
            writer.entryMembers(detail.resource, remote: remote)
            if let media = detail.media {
                writer.key("media")
                media.write(to: &writer)
            }
            if let excerpt = detail.resource.excerpt {
                writer.key("excerpt")
                writer.string(excerpt)
            }
            guard let written, let place else { return }
            writer.key("output")
            writer.string(place)
            writer.key("format")
            writer.string(written.format.rawValue)
            writer.key("bytes")
            writer.int(written.bytes)
        }
    }
}
