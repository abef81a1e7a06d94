import Glibc
import HearthMedia

/// A file whose bytes the server reads, and unseals, as they are asked for.
///
/// Decoders read small pieces, often the same ones: a few blocks are kept.
final class AskedSource: ByteSource {
    let size: Int64
    var descriptor: Int32? { nil }
    /// Why bytes could not be had.
    private(set) var failure: MediaSocket.Failure?
    /// Whether the server could not read them.
    private(set) var isUnreadable = false

    private static let blockBytes = 256 << 10
    private static let blockLimit = 8

    private struct Block {
        var number: Int64
        var bytes: [UInt8]
    }

    private let socket: MediaSocket
    /// The one used last comes last.
    private var blocks: [Block] = []

    init(socket: MediaSocket, size: Int64) {
        self.socket = socket
        self.size = size
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        var done = 0
        while done < buffer.count, offset + Int64(done) < size {
            let position = offset + Int64(done)
            guard let bytes = block(position / Int64(Self.blockBytes)) else { return -1 }
            let start = Int(position % Int64(Self.blockBytes))
            let count = min(bytes.count - start, buffer.count - done)
            guard count > 0 else { break }
            bytes.withUnsafeBytes { block in
                UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[start..<start + count]))
            }
            done += count
        }
        return done
    }

    private func block(_ number: Int64) -> [UInt8]? {
        if let index = blocks.lastIndex(where: { $0.number == number }) {
            if index != blocks.count - 1 { blocks.append(blocks.remove(at: index)) }
            return blocks.last?.bytes
        }
        guard failure == nil, !isUnreadable else { return nil }
        do throws(MediaSocket.Failure) {
            guard let bytes = try ask(for: number) else {
                isUnreadable = true
                return nil
            }
            if blocks.count == Self.blockLimit { blocks.removeFirst() }
            blocks.append(Block(number: number, bytes: bytes))
            return bytes
        } catch {
            failure = error
            return nil
        }
    }

    /// The block's bytes, fewer at the end of the file; nil when the server cannot read them.
    private func ask(for number: Int64) throws(MediaSocket.Failure) -> [UInt8]? {
        let start = number * Int64(Self.blockBytes)
        let count = Int(min(Int64(Self.blockBytes), size - start))
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let part = try ask(at: start + Int64(bytes.count), count: count - bytes.count) else {
                return nil
            }
            // The file has become shorter than the job said.
            guard !part.isEmpty else { break }
            bytes += part
        }
        return bytes
    }

    private func ask(at offset: Int64, count: Int) throws(MediaSocket.Failure) -> [UInt8]? {
        var request: [UInt8] = []
        withUnsafeBytes(of: UInt64(offset).bigEndian) { request.append(contentsOf: $0) }
        withUnsafeBytes(of: UInt32(count).bigEndian) { request.append(contentsOf: $0) }
        try socket.send(.read, request)
        let header = try socket.receiveHeader(limit: count)
        switch header.frame {
        case .data: return try socket.receive(header.length)
        case .readFailed: return nil
        default: throw .nonsense("\(header.frame) instead of data")
        }
    }
}
