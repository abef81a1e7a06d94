#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import HearthClient

/// Reads a stream such as standard input, which may be silent for as long as it likes, and stops waiting for it when
/// the task is cancelled.
final class StreamReader: Sendable {
    private let descriptor: Int32
    /// A pipe whose reading end becomes readable when nobody waits for the stream any more; -1 where there is none.
    private let wake: (read: Int32, write: Int32)

    /// Takes an open descriptor, which stays the caller's.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        wake = (ends[0], ends[1])
    }

    deinit {
        if wake.read >= 0 { close(wake.read) }
        if wake.write >= 0 { close(wake.write) }
    }

    /// The next bytes, as many as are asked for unless the stream ends; reading waits on a thread of its own.
    ///
    /// - Throws: ``TransferError/Code/cancelled``, with what was read till then lost.
    func read(_ size: Int) async throws(TransferError) -> [UInt8] {
        do {
            return try await withTaskCancellationHandler {
                try await WorkThreads.runAlone("stream") { () throws(TransferError) -> [UInt8] in
                    try self.wait(size)
                }
            } onCancel: {
                var byte: UInt8 = 0
                #if canImport(Glibc)
                _ = Glibc.write(wake.write, &byte, 1)
                #else
                _ = Darwin.write(wake.write, &byte, 1)
                #endif
            }
        } catch {
            throw error as? TransferError ?? TransferError(.cancelled)
        }
    }

    private func wait(_ size: Int) throws(TransferError) -> [UInt8] {
        var number: Int32 = 0
        var isCancelled = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            filled = 0
            while filled < size {
                guard let start = buffer.baseAddress else { return }
                isCancelled = isWoken()
                if isCancelled { return }
                #if canImport(Glibc)
                let count = Glibc.read(descriptor, start + filled, size - filled)
                #else
                let count = Darwin.read(descriptor, start + filled, size - filled)
                #endif
                if count == 0 { return }
                if count < 0 {
                    // A descriptor that does not block had nothing after all.
                    if errno == EINTR || errno == EAGAIN { continue }
                    number = errno
                    return
                }
                filled += count
            }
        }
        guard !isCancelled else { throw TransferError(.cancelled) }
        guard number == 0 else { throw LocalError.make(number, LocalPath("-")) }
        return bytes
    }

    /// Waits until the stream has something, has ended or cannot be waited for.
    ///
    /// - Returns: whether somebody has cancelled instead.
    private func isWoken() -> Bool {
        guard wake.read >= 0 else { return false }
        var watched = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let ready = poll(&watched, nfds_t(watched.count), -1)
            if ready < 0, errno == EINTR { continue }
            return ready > 0 && watched[1].revents != 0
        }
    }
}
