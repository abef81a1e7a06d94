/// What a camera wrote beside the pixels (CIPA DC-008, "EXIF").
struct CameraFacts: Equatable {
    /// 1 to 8; nil where it says nothing.
    var orientation: Int?
    /// RFC 3339; without an offset where the camera did not write one.
    var taken: String?

    /// Nothing known.
    init() {}

    /// Reads the block as it lies in JPEG, PNG, WebP and HEIF, with or without the mark before it.
    init(block: [UInt8]) {
        let mark = Array("Exif".utf8)
        let start: Int64 = block.starts(with: mark) ? 6 : 0
        if let file = TagFile(ByteWindow(MemorySource(block)), at: start) {
            self.init(file)
        } else {
            self.init()
        }
    }

    /// Reads a TIFF file's own tags.
    init(_ file: TagFile) {
        guard let main = file.directory(at: file.first) else { return }
        orientation = file.number(Tag.orientation, in: main).flatMap { (1...8).contains($0) ? $0 : nil }
        if let place = file.number(Tag.exif, in: main), let exif = file.directory(at: place) {
            taken = Self.taken(in: exif, of: file)
        }
        if taken == nil { taken = Self.taken(in: main, of: file) }
    }

    /// The time in one directory.
    static func taken(in directory: TagFile.Directory, of file: TagFile) -> String? {
        guard let time = file.text(Tag.dateTimeOriginal, in: directory) else { return nil }
        return rfc3339(time, offset: file.text(Tag.offsetTimeOriginal, in: directory))
    }

    /// `2024:05:01 12:30:00` and `+02:00` as `2024-05-01T12:30:00+02:00`; nil when it is no time.
    static func rfc3339(_ time: String, offset: String?) -> String? {
        let bytes = Array(time.utf8.prefix(19))
        guard bytes.count == 19, matches(bytes, "dddd:dd:dd dd:dd:dd") else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1) - 48 } }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard year >= 1, (1...12).contains(month), (1...days[month - 1]).contains(day), number(11..<13) < 24,
            number(14..<16) < 60, number(17..<19) < 60
        else { return nil }
        var text = bytes
        (text[4], text[7], text[10]) = (0x2d, 0x2d, 0x54)
        return String(decoding: text, as: UTF8.self) + zone(offset)
    }

    private static func zone(_ offset: String?) -> String {
        guard let offset else { return "" }
        if offset == "Z" { return "Z" }
        let bytes = Array(offset.utf8.prefix(6))
        guard bytes.count == 6, bytes[0] == 0x2b || bytes[0] == 0x2d, matches(Array(bytes[1...]), "dd:dd")
        else {
            return ""
        }
        let hours = Int(bytes[1] - 48) * 10 + Int(bytes[2] - 48)
        let minutes = Int(bytes[4] - 48) * 10 + Int(bytes[5] - 48)
        return hours < 24 && minutes < 60 ? String(decoding: bytes, as: UTF8.self) : ""
    }

    private static func matches(_ bytes: [UInt8], _ form: String) -> Bool {
        zip(bytes, form.utf8).allSatisfy { byte, wanted in
            wanted == 0x64 ? (48...57).contains(byte) : byte == wanted
        }
    }

    /// Numbers of the tags.
    enum Tag {
        static let orientation = 274
        static let exif = 34_665
        static let dateTimeOriginal = 36_867
        static let offsetTimeOriginal = 36_881
    }
}
