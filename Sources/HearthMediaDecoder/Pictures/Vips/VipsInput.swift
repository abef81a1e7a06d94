import CVips
import Glibc
import HearthMedia

/// A file as libvips reads it: small ones from memory, the others piece by piece.
///
/// Neither way uses the file's own descriptor: its offset is shared with the server, and a file that is cut short while
/// it is mapped would end this process.
final class VipsInput {
    /// Files up to this size are read whole.
    static let wholeSize: Int64 = 16 << 20

    private let bytes: any ByteSource
    private let memory: UnsafeMutableRawBufferPointer?

    /// A file.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - readsWhole: false where only little of the file will be read.
    init(_ bytes: any ByteSource, readsWhole: Bool = true) {
        self.bytes = bytes
        guard readsWhole, bytes.size > 0, bytes.size <= Self.wholeSize else {
            memory = nil
            return
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(bytes.size), alignment: 16)
        let count = bytes.read(into: buffer, at: 0)
        // A file that has become shorter ends with zeros; one that cannot be read ends the job anyway.
        buffer[max(0, count)...].initializeMemory(as: UInt8.self, repeating: 0)
        memory = buffer
    }

    deinit { memory?.deallocate() }

    /// A fresh source of the library, to be given back with `hearth_vips_unref`.
    func makeSource() throws(DecodeError) -> UnsafeMutablePointer<VipsSource> {
        guard let made = memory.map(source(of:)) ?? Self.source(of: bytes) else {
            throw DecodeError(.damaged, "no source")
        }
        return made
    }

    /// The library keeps the address for as long as an image lives, and so this object.
    private func source(of memory: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<VipsSource>? {
        guard let source = vips_source_new_from_memory(memory.baseAddress, memory.count) else { return nil }
        hearth_vips_keep(source, Unmanaged.passRetained(self).toOpaque()) { context in
            if let context { Unmanaged<VipsInput>.fromOpaque(context).release() }
        }
        return source
    }

    private static func source(of bytes: any ByteSource) -> UnsafeMutablePointer<VipsSource>? {
        let cursor = Unmanaged.passRetained(SourceCursor(bytes))
        let source = hearth_vips_source_custom(
            { _, buffer, count, context in
                guard let buffer, let context, count > 0 else { return 0 }
                return Unmanaged<SourceCursor>.fromOpaque(context).takeUnretainedValue()
                    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
            },
            { _, offset, whence, context in
                guard let context else { return -1 }
                return Unmanaged<SourceCursor>.fromOpaque(context).takeUnretainedValue()
                    .seek(Int64(offset), whence: whence)
            },
            cursor.toOpaque()
        )
        guard let source else {
            cursor.release()
            return nil
        }
        hearth_vips_keep(source, cursor.toOpaque()) { context in
            if let context { Unmanaged<SourceCursor>.fromOpaque(context).release() }
        }
        return source
    }
}

/// A place in a source, with the piece read last: the library reads a few kilobytes at a time, and each read of the
/// source may be a question to the server.
private final class SourceCursor {
    private static let pieceSize = 256 << 10

    private let source: any ByteSource
    private var position: Int64 = 0
    private var piece: [UInt8] = []
    private var pieceStart: Int64 = 0

    init(_ source: any ByteSource) { self.source = source }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> gint64 {
        guard position < source.size, !buffer.isEmpty else { return 0 }
        if position < pieceStart || position >= pieceStart + Int64(piece.count) {
            piece = [UInt8](readingFrom: source, at: position, count: Self.pieceSize)
            pieceStart = position
            guard !piece.isEmpty else { return -1 }
        }
        let first = Int(position - pieceStart)
        let count = min(buffer.count, piece.count - first)
        piece.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first..<first + count]))
        }
        position += Int64(count)
        return gint64(count)
    }

    func seek(_ offset: Int64, whence: Int32) -> gint64 {
        let base: Int64
        switch whence {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position
        case SEEK_END: base = source.size
        default: return -1
        }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return gint64(target)
    }
}
