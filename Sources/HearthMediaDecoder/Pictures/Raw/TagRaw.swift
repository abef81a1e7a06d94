/// RAW files that are TIFF files: CR2, NEF, ARW, DNG, PEF, SRW, ORF, RW2 and others.
enum TagRaw {
    /// Finds the previews; nil when the file is no RAW file but a picture itself.
    static func previews(_ source: any ByteSource, isNamedRaw: Bool) -> RawPreviews? {
        var previews = RawPreviews(source)
        guard let file = TagFile(previews.window, at: 0) else { return nil }
        // Olympus and Panasonic have first bytes of their own, Canon a mark behind them.
        let magic = previews.window.u16(2)
        var isRaw = isNamedRaw || (magic != 0x2a && magic != 0x2a00) || previews.window.u16(8) == 0x5243
        var open = [file.first]
        var seen: Set<Int> = []
        while let offset = open.popLast(), seen.count < 32 {
            guard seen.insert(offset).inserted, let directory = file.directory(at: offset) else { continue }
            if directory.next != 0 { open.append(directory.next) }
            open += file.numbers(Tag.subDirectories, in: directory).prefix(16)
            let compression = file.number(Tag.compression, in: directory) ?? 0
            let colours = file.number(Tag.photometric, in: directory) ?? 0
            let isSensor = sensorColours.contains(colours) || sensorCompressions.contains(compression)
            isRaw = isRaw || isSensor || file.number(Tag.dngVersion, in: directory) != nil
            if let width = file.number(Tag.width, in: directory),
                let height = file.number(Tag.height, in: directory)
            {
                previews.noteSize(width, height)
            }
            note(file, directory, compression, in: &previews)
        }
        guard isRaw else { return nil }
        previews.camera = CameraFacts(file)
        if previews.found.isEmpty { previews.search() }
        return previews
    }

    private static func note(
        _ file: TagFile,
        _ directory: TagFile.Directory,
        _ compression: Int,
        in previews: inout RawPreviews
    ) {
        if let offset = file.number(Tag.jpegOffset, in: directory),
            let count = file.number(Tag.jpegCount, in: directory)
        {
            previews.add(file.absolute(offset), Int64(count))
        }
        // A whole JPEG file as the only strip.
        let strips = file.numbers(Tag.stripOffsets, in: directory)
        let counts = file.numbers(Tag.stripCounts, in: directory)
        if compression == 6 || compression == 7, strips.count == 1, counts.count == 1 {
            previews.add(file.absolute(strips[0]), Int64(counts[0]))
        }
        if let place = file.place(Tag.panasonicPreview, in: directory) {
            previews.add(place.offset, place.count)
        }
    }

    /// Filter arrays, and linear sensors (TIFF/EP; DNG 1.7, "PhotometricInterpretation").
    private static let sensorColours: Set<Int> = [32_803, 34_892]
    /// Of Sony, Nikon, Pentax, Kodak and Samsung.
    private static let sensorCompressions: Set<Int> = [
        32_767, 32_769, 32_770, 32_867, 34_713, 65_000, 65_535,
    ]

    private enum Tag {
        static let panasonicPreview = 46
        static let width = 256
        static let height = 257
        static let compression = 259
        static let photometric = 262
        static let stripOffsets = 273
        static let stripCounts = 279
        static let subDirectories = 330
        static let jpegOffset = 513
        static let jpegCount = 514
        static let dngVersion = 50_706
    }
}
