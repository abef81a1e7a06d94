package import HearthClient
import HearthWire

/// A file of the drive as a stream of bytes: after a broken connection it goes on where it was, as long as the file is
/// the same.
package struct FileStream {
    private let drive: Drive
    private let path: RemotePath
    private let range: Download.Range?
    private static let attempts = 5

    /// Takes the file and which of its bytes are meant.
    package init(_ drive: Drive, _ path: RemotePath, range: Download.Range? = nil) {
        self.drive = drive
        self.path = path
        self.range = range
    }

    /// Reads to the end.
    ///
    /// - Parameter take: is given each piece in order; throws to end it.
    /// - Throws: what the server refuses, and what `take` throws; exit code 9 when the file changed while it was read.
    package func write(_ take: ([UInt8]) throws(CommandError) -> Void) async throws {
        var target = Download(path, range: range)
        var next: Int64 = 0
        var end: Int64?
        var tag: String?
        var failures = 0
        // No failure of the server: asking again is of no use.
        var refusal: CommandError?
        while true {
            do throws(ClientError) {
                let reply = try await drive.provider.raw(target)
                let head = DownloadReply(reply.head)
                if let tag {
                    guard head.strongTag == tag, head.status == 206, head.first == next else {
                        reply.body.cancel()
                        throw ClientError(.server(code: .preconditionFailed, reason: ""))
                    }
                } else {
                    tag = head.strongTag
                    next = head.first
                    end = head.length.map { head.first + $0 }
                }
                let begun = next
                do throws(TransportError) {
                    while let piece = try await reply.body.next() {
                        next += Int64(piece.count)
                        do throws(CommandError) {
                            try take(piece)
                        } catch {
                            reply.body.cancel()
                            refusal = error
                            throw TransportError(.sinkFailed, error.phrase.english)
                        }
                    }
                    return
                } catch {
                    if next > begun { failures = 0 }
                    throw ClientError(error)
                }
            } catch {
                if let refusal { throw refusal }
                failures += 1
                // Weak tags do not promise the same bytes: then nothing can be put together.
                guard error.isRetryable, tag != nil, failures < Self.attempts, !Task.isCancelled else {
                    throw CommandError(error)
                }
                target.range = end.map { .bytes(first: next, last: $0 - 1) } ?? .from(next)
                target.ifRange = tag
                if let end, next >= end { return }
                try await Task.sleep(for: .milliseconds(200 << failures))
            }
        }
    }
}
