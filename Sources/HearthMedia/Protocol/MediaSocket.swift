import CLinux
import Glibc
import HearthConcurrency

/// One end of the socket between the server and a child.
///
/// Blocks its thread; one thread at a time. The other end may be evil: nothing here believes a length before it is
/// compared with a limit, and nothing waits past ``deadline``.
package struct MediaSocket {
    /// What ends a conversation.
    package enum Failure: Error, Sendable, Equatable {
        /// The other end is closed.
        case closed
        /// The time ran out.
        case late
        /// The other end said what it may not say.
        case nonsense(String)
        /// A system call failed with this error number.
        case system(Int32)
    }

    /// The start of a frame.
    package struct Header: Sendable, Equatable {
        /// What it is.
        package var frame: MediaFrame
        /// Bytes of the payload, which come next.
        package var length: Int
    }

    /// Owned by whoever made this.
    package let descriptor: Int32
    /// Until when anything may take (`Uptime.nanoseconds`), nil for ever; needs a socket that does not block.
    package var deadline: Int64?

    /// An end of a pair of stream sockets.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Whether the other end has said something that is not read yet, or has gone.
    package var hasInput: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Ends a conversation whose time has run out: whoever talks without a pause is never waited for.
    package func checkTime() throws(Failure) {
        if let deadline, Uptime.nanoseconds >= deadline { throw .late }
    }

    /// Sends a frame.
    ///
    /// - Parameters:
    ///   - frame: what it is.
    ///   - payload: not retained.
    ///   - passing: an open file that goes along; stays the caller's as well.
    /// - Throws: what ends the conversation.
    package func send(
        _ frame: MediaFrame,
        _ payload: UnsafeRawBufferPointer,
        passing: Int32? = nil
    ) throws(Failure) {
        var header: (UInt32, UInt8) = (UInt32(payload.count).bigEndian, frame.rawValue)
        var failure: Failure?
        // The two lie one after the other: 4 bytes, then 1.
        withUnsafeBytes(of: &header) { bytes in
            let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<MediaFrame.headerBytes])
            do throws(Failure) { try send(all: bytes, passing: passing) } catch { failure = error }
        }
        if let failure { throw failure }
        try send(all: payload, passing: nil)
    }

    /// Sends a frame.
    package func send(_ frame: MediaFrame, _ payload: [UInt8] = [], passing: Int32? = nil) throws(Failure) {
        var failure: Failure?
        payload.withUnsafeBytes { bytes in
            do throws(Failure) { try send(frame, bytes, passing: passing) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Waits for the next frame and reads its start.
    ///
    /// - Parameters:
    ///   - limit: the payload's most bytes.
    ///   - passed: takes a descriptor that comes along, which is then the caller's; nil where none may come.
    /// - Returns: the start; the payload has to be read next.
    /// - Throws: ``Failure/nonsense(_:)`` for a kind that is none or a length above the limit.
    package func receiveHeader(limit: Int, passed: ((Int32) -> Void)? = nil) throws(Failure) -> Header {
        var header: (UInt32, UInt8) = (0, 0)
        var failure: Failure?
        withUnsafeMutableBytes(of: &header) { bytes in
            let bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<MediaFrame.headerBytes])
            do throws(Failure) { try receive(all: bytes, passed: passed) } catch { failure = error }
        }
        if let failure { throw failure }
        guard let frame = MediaFrame(rawValue: header.1) else {
            throw .nonsense("a frame of kind \(header.1)")
        }
        let length = UInt32(bigEndian: header.0)
        guard length <= limit else { throw .nonsense("\(length) bytes at once") }
        return Header(frame: frame, length: Int(length))
    }

    /// Reads a payload, or a part of it, into the caller's memory; fills the buffer.
    package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) {
        try receive(all: buffer, passed: nil)
    }

    /// Reads a payload.
    ///
    /// - Parameter count: what the header said, compared with a limit.
    /// - Returns: exactly so many bytes.
    /// - Throws: what ends the conversation.
    package func receive(_ count: Int) throws(Failure) -> [UInt8] {
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            do throws(Failure) {
                try receive(all: UnsafeMutableRawBufferPointer(buffer), passed: nil)
                initialized = count
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }

    private func send(all bytes: UnsafeRawBufferPointer, passing: Int32?) throws(Failure) {
        var rest = bytes
        var passing = passing
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = hearth_send(descriptor, start, rest.count, passing ?? -1)
            if count > 0 {
                passing = nil
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else {
                try wait(for: Int16(POLLOUT), after: errno)
            }
        }
    }

    private func receive(
        all bytes: UnsafeMutableRawBufferPointer,
        passed: ((Int32) -> Void)?
    ) throws(Failure) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            var received: Int32 = -1
            let count = hearth_receive(descriptor, start, rest.count, &received)
            let error = errno
            if received >= 0 {
                guard let passed else {
                    close(received)
                    throw .nonsense("a descriptor")
                }
                passed(received)
            }
            if count > 0 {
                rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
            } else if count == 0 {
                throw .closed
            } else {
                try wait(for: Int16(POLLIN), after: error)
            }
        }
    }

    /// Sleeps until the socket is ready, if that is all that was wrong.
    private func wait(for events: Int16, after error: Int32) throws(Failure) {
        switch error {
        case EINTR: return
        case EAGAIN: break
        case EPIPE, ECONNRESET: throw .closed
        default: throw .system(error)
        }
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        var timeout: Int32 = -1
        if let deadline {
            let left = deadline - Uptime.nanoseconds
            guard left > 0 else { throw .late }
            timeout = Int32(clamping: left / 1_000_000 + 1)
        }
        poll(&entry, 1, timeout)
    }
}
