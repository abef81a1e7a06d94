import CAVFormat

/// The pixels of one frame, plane after plane and row after row without gaps: a file of the format "rawvideo".
struct RawFrame {
    /// The pixels.
    var bytes: [UInt8]
    /// What they mean.
    var format: AVPixelFormat
    /// Pixels across.
    var width: Int
    /// Pixels down.
    var height: Int
    /// Whether its odd and even rows are of different moments.
    var isInterlaced = false
    /// Whether black is 0 or 16.
    var range = AVCOL_RANGE_UNSPECIFIED
    /// How brightness and colours are mixed.
    var colorSpace = AVCOL_SPC_UNSPECIFIED

    init(bytes: [UInt8], format: AVPixelFormat, width: Int, height: Int) {
        self.bytes = bytes
        self.format = format
        self.width = width
        self.height = height
        expandPalette()
    }

    /// Replaces indexes into a palette by its colours: a palette behind the pixels is read differently by the demuxer.
    private mutating func expandPalette() {
        let pixels = width * height
        guard format == AV_PIX_FMT_PAL8, bytes.count >= pixels + 1024 else { return }
        var colors: [UInt8] = []
        colors.reserveCapacity(pixels * 3)
        for index in bytes[..<pixels] {
            // Four bytes a colour, as a number of the processor: blue first.
            let color = pixels + 4 * Int(index)
            colors.append(bytes[color + 2])
            colors.append(bytes[color + 1])
            colors.append(bytes[color])
        }
        bytes = colors
        format = AV_PIX_FMT_RGB24
    }
}
