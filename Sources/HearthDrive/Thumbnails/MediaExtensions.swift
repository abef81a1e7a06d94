package import HearthMedia
import HearthStorage

/// What a file is by the extension of its name: what is asked for, what is queued, what lists point to.
///
/// The decoder looks at the bytes and may find otherwise.
package enum MediaExtensions {
    /// What a name promises.
    ///
    /// - Parameter name: the bytes of a name; need not be UTF-8.
    /// - Returns: nil for what nothing can be made of.
    package static func kind(of name: [UInt8]) -> MediaKind? {
        if let ending = endingKey(of: name) { return kinds[ending] }
        // `Makefile`, `README`: whole names.
        guard name.count <= longest, let whole = key(of: name, from: 0) else { return nil }
        return bareNames.contains(whole) ? .text : nil
    }

    /// Whether the older bases show a thumbnail for it: photos and videos of the contract (wangpan-api, 9.6).
    package static func isContractKind(_ name: [UInt8]) -> Bool {
        endingKey(of: name).map { contract.contains($0) } ?? false
    }

    /// Whether an image may be had of it: everything of a kind but text.
    package static func promisesImage(_ name: [UInt8]) -> Bool {
        kind(of: name).map { $0 != .text } ?? false
    }

    /// The extension in lower case without its dot; empty for none, and for one that no list knows.
    ///
    /// A leading dot is none (server decisions, 6).
    package static func ending(of name: [UInt8]) -> String {
        guard endingKey(of: name) != nil, let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(decoding: name[(dot + 1)...].map(lowered), as: UTF8.self)
    }

    /// Whether a camera's own format is promised, of which the preview inside is shown.
    static func isRaw(_ ending: String) -> Bool { raw.contains(ending) }

    /// Whether decoding costs about the same whatever the size of the image, so that one decoding makes all of them.
    ///
    /// JPEG and WebP are not among them: they are decoded small.
    static func isCostly(_ kind: MediaKind, _ ending: String) -> Bool {
        switch kind {
        case .clip: true
        case .picture: costly.contains(ending) || raw.contains(ending)
        case .audio, .text: false
        }
    }

    /// The longest extension that is looked at.
    private static let longest = 16

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// A word as a number: lists ask for every row, and a text would cost an allocation each time.
    private typealias Key = UInt128

    /// The extension of a name; nil where ``ending(of:)`` is empty.
    private static func endingKey(of name: [UInt8]) -> Key? {
        var index = name.count - 1
        let lowest = max(1, name.count - longest - 1)
        while index >= lowest {
            if name[index] == UInt8(ascii: ".") { return key(of: name, from: index + 1) }
            index -= 1
        }
        return nil
    }

    /// At most ``longest`` bytes in lower case; nil for none, and for what is not ASCII.
    private static func key(of bytes: [UInt8], from start: Int) -> Key? {
        if start >= bytes.count { return nil }
        var key: Key = 0
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 { return nil }
            key = key << 8 | Key(lowered(byte))
        }
        return key
    }

    private static func keys(_ words: Set<String>) -> Set<Key> {
        Set(words.compactMap { key(of: Array($0.utf8), from: 0) })
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private static let contractPhotos = words(
        """
        heic jpg jpeg png gif psd pdd psdt psb bmp rle dib dcm dc3 dic eps iff tdi jpf jpx jp2 j2c j2k jpc jps pcx
        pdp raw pxr pbm pgm ppm pnm pfm pam sct tga vda icb vst tif tiff mpo webp ico
        """
    )
    private static let contractVideos = words(
        "mp4 m4v avi mkv mov mpg mpeg vob ram rm rmvb asf wmv webm m2ts movie"
    )
    private static let contract = keys(contractPhotos.union(contractVideos))

    private static let raw = words(
        """
        3fr arw cr2 cr3 crw dcr dng erf gpr iiq kdc mef mos mrw nef nrw orf pef raf raw rw2 rwl sr2 srf srw x3f
        """
    )
    private static let costly = words("avif heic heif hif jxl pdf svg svgz tif tiff psd psb jp2 jpf jpx j2k")
    private static let pictures = contractPhotos.union(raw).union(costly).union(words("apng jfif jpe"))
    private static let clips = contractVideos.union(
        words("3g2 3gp 3gpp divx dv f4v flv m2p m2v mpe mts mxf ogm ogv qt")
    )
    private static let audio = words(
        "aac ac3 aif aifc aiff amr ape au caf dsf flac m4a m4b m4r mka mp2 mp3 mpc oga ogg opus tta wav wma wv"
    )
    private static let texts = words(
        """
        adoc asm ass bash bat bib c cc cfg cjs clj cmake cmd conf cpp cs css csv cxx dart diff env erl ex exs fish go
        gradle groovy h hh hpp hs htm html hxx ini ipynb java jl js json jsonl jsx kt kts less log lua m makefile
        markdown md mjs mk mm nim nix patch php pl pm properties proto ps1 py r rb rs rst rtf sass scala scss sh sql
        srt sub svelte swift tex text toml ts tsv tsx txt vb vim vtt vue xhtml xml yaml yml zig zsh
        """
    )
    private static let bareNames = keys(
        words(
            "authors changelog contributing copying dockerfile license makefile notice readme todo"
        )
    )

    private static let kinds: [Key: MediaKind] = {
        var kinds: [Key: MediaKind] = [:]
        for (words, kind) in [
            (texts, MediaKind.text), (audio, .audio), (clips, .clip), (pictures, .picture),
        ] {
            for key in keys(words) { kinds[key] = kind }
        }
        return kinds
    }()
}
