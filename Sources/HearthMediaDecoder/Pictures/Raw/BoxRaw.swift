/// Canon's CR3: boxes of ISO 14496-12 with previews in JPEG.
enum BoxRaw {
    /// Finds the previews.
    static func previews(_ source: any ByteSource) -> RawPreviews {
        var previews = RawPreviews(source)
        let window = previews.window
        for box in boxes(window, 0, source.size) {
            switch box.name {
            case "moov":
                for inner in boxes(window, box.start, box.end) {
                    if inner.name == "uuid" { canon(window, inner, &previews) }
                    if inner.name == "trak" { track(window, inner, &previews) }
                }
            case "uuid": picture(window, box, &previews)
            default: break
            }
        }
        if previews.found.isEmpty { previews.search() }
        return previews
    }

    private struct Box {
        let name: String
        /// The contents.
        let start: Int64
        let end: Int64
    }

    private static func boxes(_ window: ByteWindow, _ start: Int64, _ end: Int64) -> [Box] {
        var found: [Box] = []
        var offset = start
        while found.count < 64, offset <= end - 8, let short = window.u32(offset, isBigEndian: true),
            let name = window.bytes(at: offset + 4, count: 4)
        {
            var size = Int64(short)
            var head: Int64 = 8
            if short == 1 {
                guard let high = window.u32(offset + 8, isBigEndian: true), high < 1 << 20,
                    let low = window.u32(offset + 12, isBigEndian: true)
                else { break }
                size = Int64(high) << 32 | Int64(low)
                head = 16
            } else if short == 0 {
                size = end - offset
            }
            guard size >= head, size <= end - offset else { break }
            let text = String(decoding: name, as: UTF8.self)
            found.append(Box(name: text, start: offset + head, end: offset + size))
            offset += size
        }
        return found
    }

    /// Canon's own box: tags of TIFF, and a thumbnail.
    private static func canon(_ window: ByteWindow, _ box: Box, _ previews: inout RawPreviews) {
        for inner in boxes(window, box.start + 16, box.end) {
            switch inner.name {
            case "CMT1", "CMT2":
                guard let file = TagFile(window, at: inner.start) else { break }
                let facts = CameraFacts(file)
                previews.camera.orientation = previews.camera.orientation ?? facts.orientation
                previews.camera.taken = previews.camera.taken ?? facts.taken
            case "THMB": picture(window, inner, &previews)
            default: break
            }
        }
    }

    /// A JPEG picture that begins shortly behind the box's own words.
    private static func picture(_ window: ByteWindow, _ box: Box, _ previews: inout RawPreviews) {
        let head = window.prefix(at: box.start, count: Int(min(96, box.end - box.start)))
        guard head.count > 3 else { return }
        for index in 0..<head.count - 2 where head[index..<index + 3].elementsEqual([0xff, 0xd8, 0xff]) {
            let offset = box.start + Int64(index)
            previews.add(offset, box.end - offset)
            return
        }
    }

    /// A track's only sample, where that is a JPEG picture.
    private static func track(_ window: ByteWindow, _ box: Box, _ previews: inout RawPreviews) {
        var inner = [box]
        for name in ["mdia", "minf", "stbl"] {
            inner = inner.flatMap { boxes(window, $0.start, $0.end).filter { $0.name == name } }
        }
        guard let table = inner.first else { return }
        var offset: Int64?
        var count: Int64?
        for entry in boxes(window, table.start, table.end) {
            switch entry.name {
            case "stco": offset = window.u32(entry.start + 8, isBigEndian: true).map(Int64.init)
            case "co64":
                guard let high = window.u32(entry.start + 8, isBigEndian: true), high < 1 << 20,
                    let low = window.u32(entry.start + 12, isBigEndian: true)
                else { break }
                offset = Int64(high) << 32 | Int64(low)
            case "stsz":
                let fixed = window.u32(entry.start + 4, isBigEndian: true) ?? 0
                count =
                    fixed > 0 ? Int64(fixed) : window.u32(entry.start + 12, isBigEndian: true).map(Int64.init)
            default: break
            }
        }
        if let offset, let count { previews.add(offset, count) }
    }
}
