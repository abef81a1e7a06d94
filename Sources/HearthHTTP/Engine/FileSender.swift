/// Sends stretches of a file.
///
/// Plain connections leave it to the kernel in pieces of 256 KiB, which with `TCP_NOTSENT_LOWAT` of the same size
/// stay in the processor's cache; encrypted ones read and encrypt pieces of that size.
struct FileSender {
    private static let piece = 256 << 10

    let transport: Transport
    let content: any FileContent
    let buffers: BufferPool

    /// Sends the head and every part.
    ///
    /// - Returns: content bytes sent, and whether that is all: a file that has become shorter ends the answer early.
    func send(_ parts: [FilePart], head: [UInt8]) async throws(HTTPError) -> (Int64, Bool) {
        var sent: Int64 = 0
        var sinceYield = 0
        var before = head
        for part in parts {
            try await transport.send(before, part.prefix, isMore: !part.range.isEmpty)
            before = []
            sent += Int64(part.prefix.count)
            var offset = part.range.lowerBound
            while offset < part.range.upperBound {
                let want = Int(min(Int64(Self.piece), part.range.upperBound - offset))
                let count = try await send(at: offset, count: want)
                guard count > 0 else { return (sent, false) }
                offset += Int64(count)
                sent += Int64(count)
                sinceYield += count
                if sinceYield >= 4 << 20 {
                    sinceYield = 0
                    await transport.yieldToOthers()
                }
            }
        }
        if parts.isEmpty { try await transport.send(head) }
        return (sent, true)
    }

    private func send(at offset: Int64, count: Int) async throws(HTTPError) -> Int {
        if transport.tls == nil, let descriptor = content.descriptor {
            return try await transport.sendFile(descriptor, from: offset, count: count)
        }
        let buffer = buffers.lend()
        do { buffer.count = try await content.read(into: buffer.space(count), at: offset) } catch {
            throw HTTPError(.io, "reading a file's content failed: \(error)")
        }
        try await transport.send(buffer)
        return buffer.count
    }
}
