import HearthMedia

/// The pictures that cameras put into their RAW files beside what the sensor saw.
///
/// RAW itself is not developed: the previews are what the camera's own screen shows, and their format is one that is
/// decoded safely.
struct RawPreviews {
    /// One JPEG picture in the file.
    struct Preview {
        let offset: Int64
        let count: Int64
        let width: Int
        let height: Int
        var edge: Int { max(width, height) }
    }

    private let source: any ByteSource
    let window: ByteWindow
    private(set) var found: [Preview] = []
    /// What the file says of the picture as a whole.
    var camera = CameraFacts()
    /// Pixels of the sensor's own picture.
    var fullSize: (width: Int, height: Int)?

    init(_ source: any ByteSource) {
        self.source = source
        window = ByteWindow(source)
    }

    /// Notes a preview, if there is really one.
    mutating func add(_ offset: Int64, _ count: Int64) {
        guard found.count < 64, offset > 0, offset < source.size, count > 0,
            let size = JPEGFrame.size(window, at: offset)
        else { return }
        let rest = source.size - offset
        let preview = Preview(offset: offset, count: min(count, rest), width: size.width, height: size.height)
        if !found.contains(where: { $0.offset == offset }) { found.append(preview) }
    }

    /// Notes how large the sensor's picture is; the largest counts.
    mutating func noteSize(_ width: Int, _ height: Int) {
        guard (1...100_000).contains(width), (1...100_000).contains(height) else { return }
        if width * height > (fullSize.map { $0.width * $0.height } ?? 0) { fullSize = (width, height) }
    }

    /// Looks for JPEG pictures in the first bytes of a file whose shape is not known.
    mutating func search() {
        let step = 1 << 20
        for start in stride(from: Int64(0), to: min(source.size, 24 << 20), by: step) {
            // The piece's last bytes come again with the next one.
            let piece = [UInt8](readingFrom: source, at: start, count: step + 3)
            var index = 0
            while index + 3 < piece.count {
                defer { index += 1 }
                guard piece[index] == 0xff, piece[index + 1] == 0xd8, piece[index + 2] == 0xff,
                    piece[index + 3] >= 0xc0
                else { continue }
                let offset = start + Int64(index)
                add(offset, source.size - offset)
            }
        }
    }

    /// The smallest preview that is large enough for the images, else the largest; nil when there is none.
    func picture(for outputs: [MediaOutput]) -> FilePicture? {
        // Small ones often have black bars, so that even a small image takes a larger one.
        let edge = outputs.map { $0.isSquare ? $0.edge * 2 : $0.edge }.reduce(256, max)
        let large = found.filter { $0.edge >= edge }.min { $0.edge < $1.edge }
        guard let best = large ?? found.max(by: { $0.edge < $1.edge }),
            let slice = SourceSlice(source, at: best.offset, count: best.count)
        else { return nil }
        var picture = FilePicture(source: slice, format: .jpeg)
        picture.camera = camera
        let largest = found.max { $0.width * $0.height < $1.width * $1.height } ?? best
        picture.fullSize = (largest.width, largest.height)
        if let fullSize, fullSize.width * fullSize.height > largest.width * largest.height {
            picture.fullSize = fullSize
        }
        return picture
    }
}
