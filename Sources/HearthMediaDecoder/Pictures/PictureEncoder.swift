package import HearthMedia

/// Makes the images of a job from a picture that another part found.
package enum PictureEncoder {
    /// Makes images of pixels.
    ///
    /// - Parameters:
    ///   - rgb: three bytes a pixel, row by row without gaps; not kept.
    ///   - width: pixels across.
    ///   - height: pixels down.
    ///   - outputs: the images to make.
    /// - Returns: the images in the order of the outputs.
    /// - Throws: `.damaged` where the bytes are not so many pixels.
    package static func encode(
        rgb: UnsafeRawBufferPointer,
        width: Int,
        height: Int,
        outputs: [MediaOutput]
    ) throws(DecodeError) -> [[UInt8]] {
        guard VipsLibrary.isStarted else { throw DecodeError(.unknown, "libvips does not start") }
        return try encode(VipsPicture.pixels(rgb, width: width, height: height, bands: 3), outputs)
    }

    /// Makes images of a picture that lies inside another file, such as a cover.
    ///
    /// - Parameters:
    ///   - embedded: the picture's own file, in any format that ``PictureJob`` understands.
    ///   - outputs: the images to make.
    /// - Returns: the images in the order of the outputs.
    /// - Throws: what keeps the picture from being decoded.
    package static func encode(
        embedded: [UInt8],
        outputs: [MediaOutput]
    ) throws(DecodeError) -> [[UInt8]] {
        let job = MediaJob(kind: .picture, fileExtension: "", size: Int64(embedded.count), outputs: outputs)
        return try PictureJob.run(job, MemorySource(embedded)).images
    }

    /// Makes images of a picture in sRGB that is upright; large ones first, smaller ones from those.
    static func encode(_ picture: VipsPicture, _ outputs: [MediaOutput]) throws(DecodeError) -> [[UInt8]] {
        var images = [[UInt8]](repeating: [], count: outputs.count)
        var from = picture
        let order = outputs.indices.sorted { outputs[$0].edge > outputs[$1].edge }
        for (place, index) in order.enumerated() {
            let output = outputs[index]
            let shrunk = try from.shrunk(to: output.edge, isSquare: output.isSquare)
            guard place + 1 < order.count else {
                images[index] = try shrunk.encoded(as: output.format)
                break
            }
            let image = try shrunk === from ? from : shrunk.decoded()
            images[index] = try image.encoded(as: output.format)
            // What follows is smaller; a square may need more than another output's shorter side.
            let squares = order[(place + 1)...].contains { outputs[$0].isSquare }
            if !output.isSquare, !squares { from = image }
        }
        return images
    }
}
