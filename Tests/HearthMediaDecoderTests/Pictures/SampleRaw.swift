/// RAW files as far as their previews go.
enum SampleRaw {
    /// An entry of a directory of TIFF; a value that does not fit must be an offset already.
    struct Tag {
        let id: Int
        let type: Int
        let count: Int
        let value: Int

        init(_ id: Int, _ value: Int, type: Int = 4, count: Int = 1) {
            (self.id, self.type, self.count, self.value) = (id, type, count, value)
        }
    }

    static func preview() -> [UInt8] { SamplePicture.quarters.file(".jpg[Q=95]") }

    private static func directory(_ tags: [Tag]) -> [UInt8] {
        var list = ByteList()
        list.little(tags.count, 2)
        for tag in tags {
            list.little(tag.id, 2)
            list.little(tag.type, 2)
            list.little(tag.count, 4)
            list.little(tag.value, 4)
        }
        list.little(0, 4)
        return list.bytes
    }

    private static func head(_ mark: String, first: Int = 8) -> [UInt8] {
        var list = ByteList(Array(mark.utf8))
        list.little(first, 4)
        return list.bytes
    }

    /// As Nikon, Sony and Adobe have it: the sensor and the preview in directories below the first one.
    ///
    /// - Parameter orientation: of the first directory; the preview itself says nothing.
    /// - Returns: the file.
    static func nef(orientation: Int = 6) -> [UInt8] {
        let jpeg = preview()
        let list = 8 + 2 + 4 * 12 + 4
        let sensor = list + 8
        let large = sensor + 2 + 4 * 12 + 4
        let camera = large + 2 + 2 * 12 + 4
        let time = camera + 2 + 12 + 4
        var file = ByteList(head("II*\0"))
        file.bytes += directory([
            Tag(254, 1), Tag(274, orientation, type: 3), Tag(330, list, count: 2), Tag(34_665, camera),
        ])
        file.little(sensor, 4)
        file.little(large, 4)
        file.bytes += directory([
            Tag(256, 6000), Tag(257, 4000), Tag(259, 34_713, type: 3), Tag(262, 32_803, type: 3),
        ])
        file.bytes += directory([Tag(513, time + 20), Tag(514, jpeg.count)])
        file.bytes += directory([Tag(36_867, time, type: 2, count: 20)])
        file.bytes += Array("2024:05:01 12:30:59\0".utf8)
        return file.bytes + jpeg
    }

    /// As Canon had it until 2018: the preview is the only strip of the first directory.
    static func cr2() -> [UInt8] {
        let jpeg = preview()
        var file = head("II*\0", first: 16)
        file += Array("CR\u{2}\0\0\0\0\0".utf8)
        file += directory([
            Tag(256, 300), Tag(257, 200), Tag(259, 6, type: 3), Tag(273, 16 + 2 + 5 * 12 + 4),
            Tag(279, jpeg.count),
        ])
        return file + jpeg
    }

    /// As Panasonic has it.
    static func rw2() -> [UInt8] {
        let jpeg = preview()
        return head("IIU\0") + directory([Tag(46, 8 + 2 + 12 + 4, type: 7, count: jpeg.count)]) + jpeg
    }

    /// As Olympus has it: the preview is where only the maker knows.
    static func orf() -> [UInt8] {
        var file = head("IIRO")
        file += directory([Tag(256, 300), Tag(257, 200)])
        file += [UInt8](repeating: 0, count: 5000)
        return file + preview()
    }

    /// As Minolta has it, whose files are searched.
    static func mrw() -> [UInt8] {
        let head: [UInt8] = [0x00, 0x4d, 0x52, 0x4d]
        return head + [UInt8](repeating: 1, count: 3000) + preview()
    }

    /// As Fujifilm has it.
    static func raf() -> [UInt8] {
        let jpeg = preview()
        var file = ByteList(Array("FUJIFILMCCD-RAW 0201".utf8))
        file.bytes += [UInt8](repeating: 0, count: 84 - file.bytes.count)
        file.big(148, 4)
        file.big(jpeg.count, 4)
        file.bytes += [UInt8](repeating: 0, count: 56)
        return file.bytes + jpeg
    }

    /// As Canon has it today.
    static func cr3(orientation: Int = 8) -> [UInt8] {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            var box = ByteList()
            box.big(content.count + 8, 4)
            return box.bytes + Array(name.utf8) + content
        }
        let tags = head("II*\0") + directory([Tag(274, orientation, type: 3)])
        let canon = [UInt8](repeating: 0x55, count: 16) + box("CMT1", tags)
        let shown =
            [UInt8](repeating: 0, count: 24) + box("PRVW", [UInt8](repeating: 0, count: 16) + preview())
        var file = box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
        file += box("moov", box("uuid", canon))
        file += box("uuid", shown)
        file += box("mdat", [UInt8](repeating: 9, count: 64))
        return file
    }
}
