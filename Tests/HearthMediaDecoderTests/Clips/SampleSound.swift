/// Sound that the tests write byte by byte, with covers where the formats keep them.
enum SampleSound {
    /// Half a second of silence at 8 kHz, 8 bits, one channel.
    static var wave: [UInt8] {
        let samples = 4000
        return Array("RIFF".utf8) + little(36 + samples) + Array("WAVEfmt ".utf8) + little(16) + [1, 0, 1, 0]
            + little(8000) + little(8000) + [1, 0, 8, 0] + Array("data".utf8) + little(samples)
            + [UInt8](repeating: 128, count: samples)
    }

    /// An MPEG-1 layer III file of 128 kbit/s at 44.1 kHz, silent, behind an ID3v2.4 tag with covers.
    ///
    /// - Parameters:
    ///   - covers: the kind of each (3 is the front) and its file.
    ///   - frames: of 26 ms each.
    /// - Returns: the file.
    static func mp3(covers: [(kind: UInt8, file: [UInt8])], frames: Int = 40) -> [UInt8] {
        var tag: [UInt8] = []
        for cover in covers {
            let body = [0] + Array("image/jpeg".utf8) + [0, cover.kind, 0] + cover.file
            tag += Array("APIC".utf8) + synchsafe(body.count) + [0, 0] + body
        }
        let head = covers.isEmpty ? [] : Array("ID3".utf8) + [4, 0, 0] + synchsafe(tag.count) + tag
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0xC0] + [UInt8](repeating: 0, count: 413)
        return head + Array(repeating: frame, count: frames).flatMap { $0 }
    }

    /// A FLAC file that says it has one second and holds nothing but a cover.
    static func flac(cover: [UInt8]) -> [UInt8] {
        // RFC 9639, 8.2: block sizes 4096, frame sizes unknown, 44 100 Hz, one channel, 16 bits, 44 100 samples, no MD5.
        let info: [UInt8] =
            [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x40, 0xF0, 0, 0, 0xAC, 0x44]
            + [UInt8](repeating: 0, count: 16)
        // RFC 9639, 8.8.
        let picture =
            big(3) + big(10) + Array("image/jpeg".utf8) + big(0) + big(300) + big(200) + big(24) + big(0)
            + big(cover.count) + cover
        return Array("fLaC".utf8) + [0] + big(info.count).dropFirst() + info + [0x86]
            + big(picture.count).dropFirst()
            + picture
    }

    private static func synchsafe(_ count: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
    }

    private static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

    private static func little(_ value: Int) -> [UInt8] { big(value).reversed() }
}
