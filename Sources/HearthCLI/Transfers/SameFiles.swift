import Glibc
import HearthArguments
import HearthClient
import HearthWire

/// Finds out which files need not be moved, because the other side has them.
package struct SameFiles: Sendable {
    private let drive: Drive
    private let comparison: TransferOptions.Comparison
    /// Seconds during which a time says nothing.
    private static let freshness: Int64 = 2

    /// Takes the home and what counts as the same.
    package init(_ drive: Drive, _ comparison: TransferOptions.Comparison) {
        self.drive = drive
        self.comparison = comparison
    }

    /// Whether a local and a remote file are the same.
    ///
    /// A hash that the server does not know counts as another one.
    package func isSame(
        _ path: String,
        _ local: LocalEntry,
        _ remote: RemoteTree.File
    ) async throws(CommandError) -> Bool {
        guard comparison != .none, local.size == remote.size else { return false }
        switch comparison {
        case .none: return false
        case .size: return true
        case .time:
            // Times count whole seconds: a file of the last moments may have changed since within its second.
            return local.modified == remote.modified
                && abs(Int64(time(nil)) - local.modified) > Self.freshness
        case .hash:
            guard let theirs = try await hash(of: remote.path) else { return false }
            return try Self.hash(of: path) == theirs
        }
    }

    /// The SHA-256 that the server knows of a file; nil when it knows none.
    private func hash(of path: RemotePath) async throws(CommandError) -> [UInt8]? {
        do throws(ClientError) {
            let reply = try await drive.provider.raw(Download(path))
            reply.body.cancel()
            return DownloadReply(reply.head).sha256
        } catch {
            if error.code == .resourceNotFound { return nil }
            throw CommandError(error)
        }
    }

    /// The SHA-256 of a local file.
    package static func hash(of path: String) throws(CommandError) -> [UInt8] {
        let descriptor = open(ByteText.path(path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LocalError.failure(path, errno) }
        defer { close(descriptor) }
        let hasher = SHA256Hasher()
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            if Task.isCancelled { throw CommandError(.interrupted, "已中断", "interrupted") }
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw LocalError.failure(path, errno) }
            if count == 0 { return hasher.digest() }
            piece.withUnsafeBytes { hasher.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }
}
