/// Files, directories, uploads.
enum ResourceComponents {
    static let all: [Components.Component] = [
        Components.Component("Resource", "A file or directory.", resource),
        Components.Component(
            "Chunk",
            "One part of an upload that is safely stored.",
            [
                Field("id", .int(1), "The number of the chunk, from 1."),
                Field("size", .bytes, "Its length."),
            ]
        ),
        Components.Component(
            "Upload",
            "An unfinished or finished upload.",
            [
                Field("upload_id", .text(1, 64), "Names the upload in later requests."),
                Field("chunk_size", .bytes, "Length of every chunk but the last: 8 MiB."),
                Field("chunks", .list(.component("Chunk")), "What is safely stored, by ascending number."),
                .maybe("size", .bytes, "The announced length of the file, when it was announced."),
                .maybe("resource", .component("Resource"), "The finished file, once there is one."),
            ]
        ),
        Components.Component(
            "PathReference",
            "A path as text, or an object for names that are not UTF-8.",
            schema: .anyOf([path, .object([Field("href", href, "The percent-encoded path.")])])
        ),
    ]

    /// `/s/{rootId}/…`.
    static let path = Shape.text(matching: "^/s/[1-9][0-9]{0,9}(/|$)").like("/s/12/holiday/a.mov")
    static let href = Shape.text(matching: "^/").like("/s/12/caf%E9.txt")

    private static let resource: [Field] = [
        Field(
            "id",
            .int(0, 2_147_483_647),
            "A key for display, never taken as input: the root's number for roots. 0 in replies to changes."
        ),
        Field("name", .text, "The display name of a root, the name on disk otherwise."),
        Field("size", .bytes, "Length of the content; 0 for roots."),
        Field("mod_time", .time, "When the content changed last; 0 for roots."),
        Field("type", .oneOf([0, 1]), "0 directory, 1 file."),
        Field(
            "path",
            .text(matching: "^(/s/[1-9][0-9]*(/|$)|$)"),
            "Its path; empty while an upload is unfinished."
        ),
        Field("is_encrypt", .flag, "Whether the root is encrypted."),
        Field("read", .flag, "The caller may read. 0 in replies to changes, like the next two."),
        Field("write", .flag, "The caller may create, change and share."),
        Field("deleted", .flag, "The caller may delete and move away."),
        Field(
            "thumbnail_url",
            .text,
            "Where a small picture may be had, relative to the API's base; empty when there is none."
        ),
        .maybe("href", href, "The percent-encoded path, where a name is not UTF-8."),
        .maybe(
            "excerpt",
            .text,
            "The first lines of a text: in details, and in lists with `excerpt=1` as far as they are known."
        ),
    ]
}
