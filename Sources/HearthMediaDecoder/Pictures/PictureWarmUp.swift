import HearthMedia

/// What must have happened once before the lockdown: libraries open their modules, profiles and fonts, build their
/// tables and start their threads when they are first used, and here that is really done.
enum PictureWarmUp {
    /// Encodes and decodes a tiny picture in every format.
    static func run() {
        guard VipsLibrary.isStarted else { return }
        let outputs = [
            MediaOutput(edge: 48, format: .webp), MediaOutput(edge: 40, format: .jpeg),
            MediaOutput(edge: 32, format: .png, isSquare: true),
            MediaOutput(edge: 32, format: .webp, isAnimated: true),
        ]
        // Half transparent, so that nothing is left out.
        let pixels = [UInt8](repeating: 128, count: 64 * 64 * 4)
        let written = pixels.withUnsafeBytes { bytes in
            try? PictureEncoder.encode(
                VipsPicture.pixels(bytes, width: 64, height: 64, bands: 4),
                outputs
            )
        }
        for file in (written ?? []) + WarmUpSamples.files { decode(file, outputs) }
    }

    /// What is missing here is missing later too, and said then.
    private static func decode(_ file: [UInt8], _ outputs: [MediaOutput]) {
        let job = MediaJob(kind: .picture, fileExtension: "", size: Int64(file.count), outputs: outputs)
        _ = try? PictureJob.run(job, MemorySource(file))
        // Large files are read piece by piece.
        _ = try? VipsPicture.header(of: VipsInput(MemorySource(file), readsWhole: false))
    }
}
