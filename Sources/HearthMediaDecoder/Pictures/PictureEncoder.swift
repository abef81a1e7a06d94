package import HearthMedia

/// Makes the images of a job from a picture that another part found.
package enum PictureEncoder {
    /// Makes images of pixels.
    ///
    /// - Parameters:
    ///   - rgb: three bytes a pixel, row by row without gaps.
    ///   - width: pixels across.
    ///   - height: pixels down.
    ///   - outputs: the images to make.
    /// - Returns: the images in the order of the outputs.
    package static func encode(
        rgb: UnsafeRawBufferPointer,
        width: Int,
        height: Int,
        outputs: [MediaOutput]
    ) throws(DecodeError) -> [[UInt8]] {
        throw DecodeError(.unknown, "not understood")
    }

    /// Makes images of a picture that lies inside another file, such as a cover.
    ///
    /// - Parameters:
    ///   - embedded: the picture's own file, in any format that ``PictureJob`` understands.
    ///   - outputs: the images to make.
    /// - Returns: the images in the order of the outputs.
    package static func encode(
        embedded: [UInt8],
        outputs: [MediaOutput]
    ) throws(DecodeError) -> [[UInt8]] {
        throw DecodeError(.unknown, "not understood")
    }
}
