import CAVFormat

/// How the pixels of a clip are turned for showing: one of the eight ways a picture can lie.
struct ClipOrientation: Equatable {
    /// Rows become columns, before the flips.
    var isTransposed = false
    /// Left and right change places, as it is shown.
    var flipsColumns = false
    /// Top and bottom change places, as it is shown.
    var flipsRows = false

    /// As it lies.
    static let upright = Self()

    /// The orientation nearest to a display matrix.
    ///
    /// - Parameter matrix: nine numbers, row by row, of which `(x, y, 1) · matrix` is where a pixel is shown
    ///   (libavutil, display.h; ISO/IEC 14496-12, 8.3.2).
    init(matrix: UnsafePointer<Int32>) {
        let (a, b, c, d) = (Int64(matrix[0]), Int64(matrix[1]), Int64(matrix[3]), Int64(matrix[4]))
        if abs(a) + abs(d) >= abs(b) + abs(c) {
            self.init(isTransposed: false, flipsColumns: a < 0, flipsRows: d < 0)
        } else {
            self.init(isTransposed: true, flipsColumns: c < 0, flipsRows: b < 0)
        }
    }

    init(isTransposed: Bool = false, flipsColumns: Bool = false, flipsRows: Bool = false) {
        self.isTransposed = isTransposed
        self.flipsColumns = flipsColumns
        self.flipsRows = flipsRows
    }

    /// The orientation that a stream asks for.
    init(_ stream: UnsafeMutablePointer<AVStream>) {
        var size = 0
        guard let bytes = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
            size >= 9 * MemoryLayout<Int32>.size
        else {
            self = .upright
            return
        }
        self = UnsafeRawPointer(bytes).withMemoryRebound(to: Int32.self, capacity: 9) { Self(matrix: $0) }
    }

    /// Width and height as shown.
    func shown(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        isTransposed ? (height, width) : (width, height)
    }

    /// Turns an image.
    ///
    /// - Parameters:
    ///   - rgb: three bytes a pixel, row by row without gaps.
    ///   - width: pixels across, as it lies.
    ///   - height: pixels down, as it lies.
    /// - Returns: the pixels as shown; as many.
    func apply(to rgb: UnsafeRawBufferPointer, width: Int, height: Int) -> [UInt8] {
        guard self != .upright else { return Array(rgb) }
        let shown = shown(width, height)
        // Bytes from one pixel to the one shown right of it, to the one shown below it, and where the first one lies.
        var across = isTransposed ? width * 3 : 3
        var down = isTransposed ? 3 : width * 3
        var row = 0
        if flipsColumns {
            row += across * (shown.width - 1)
            across = -across
        }
        if flipsRows {
            row += down * (shown.height - 1)
            down = -down
        }
        return [UInt8](unsafeUninitializedCapacity: width * height * 3) { result, count in
            for _ in 0..<shown.height {
                var pixel = row
                for _ in 0..<shown.width {
                    result[count] = rgb[pixel]
                    result[count + 1] = rgb[pixel + 1]
                    result[count + 2] = rgb[pixel + 2]
                    count += 3
                    pixel += across
                }
                row += down
            }
        }
    }
}
