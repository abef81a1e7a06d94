import CCurl
import Glibc
import HearthClient

// What libcurl calls, on the lane's thread. A callback that ends the exchange leaves its reason in `failure`.
extension CurlExchange {
    /// libcurl's answers for a call that ends the transfer or has to wait.
    enum Signal {
        static let refuse = 0
        static let pauseWriting = Int(CURL_WRITEFUNC_PAUSE)
        static let pauseReading = Int(CURL_READFUNC_PAUSE)
        static let abortReading = Int(CURL_READFUNC_ABORT)
    }

    /// A piece of the response's body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard pace?.allowsReceiving() ?? true else { return Signal.pauseWriting }
        let taken = take(bytes)
        if taken == bytes.count { pace?.received(taken) }
        return taken
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        if usesSink, let sink = request.sink {
            do {
                try sink.write(bytes)
                return bytes.count
            } catch {
                failure = TransportError(.sinkFailed, String(describing: error))
                return Signal.refuse
            }
        }
        if response.push(bytes) { return bytes.count }
        isReceivePaused = true
        return Signal.pauseWriting
    }

    /// One line of a head, with its line end; lines after a complete head are trailers and are dropped.
    func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        let line = bytes.prefix { $0 != 0x0D && $0 != 0x0A }
        guard !isHeadComplete else { return bytes.count }
        if line.starts(with: "HTTP/".utf8), line.count > 5 {
            let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: true)
            let version = String(decoding: words[0].dropFirst(5), as: UTF8.self)
            let status = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) ?? 0 : 0
            head = TransportResponse.Head(status: status, version: version.hasPrefix("2") ? "2" : version)
        } else if line.isEmpty {
            // 1xx are swallowed; 101 cannot come, no request asks for it.
            return head.status >= 200 ? completeHead(bytes.count) : bytes.count
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            let end = value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? value.startIndex
            head.headers.append(
                String(decoding: line[..<colon], as: UTF8.self),
                String(decoding: value[..<end], as: UTF8.self)
            )
        }
        return bytes.count
    }

    /// Fills libcurl's buffer from the request's body.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard pace?.allowsSending() ?? true else { return Signal.pauseReading }
        let before = sent
        defer { pace?.sent(Int(sent - before)) }
        switch request.body {
        case .none: return 0
        case .bytes(let bytes):
            let count = min(buffer.count, bytes.count - Int(sent))
            bytes.withUnsafeBytes { source in
                buffer.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[Int(sent)..<Int(sent) + count])
                )
            }
            sent += Int64(count)
            return count
        case .file(let part): return fill(buffer, from: part)
        case .stream(let stream): return fill(buffer, from: stream)
        }
    }

    /// Sets the request's body back, when libcurl sends it again over a new connection.
    func seek(to offset: Int64) -> Bool {
        switch request.body {
        case .bytes, .file:
            sent = offset
            return true
        case .none: return offset == 0
        case .stream: return false
        }
    }

    /// Bytes of both bodies so far.
    func progress(received: Int64, sent: Int64) {
        note(received + sent)
        report(sent)
    }

    /// Tells the owner of the file what went out since the last time.
    func report(_ sent: Int64) {
        guard case .file(let part) = request.body, let progress = part.progress, sent != reported else {
            return
        }
        progress(Int(sent - reported))
        reported = sent
    }

    /// Notes that bytes moved.
    private func note(_ bytes: Int64) {
        guard bytes != activity else { return }
        activity = bytes
        lastActivity = MonotonicTime.now
    }

    private func completeHead(_ count: Int) -> Int {
        isHeadComplete = true
        lastActivity = MonotonicTime.now
        guard let sink = request.sink, (200..<300).contains(head.status) else { return count }
        do {
            try sink.begin(head)
            usesSink = true
            return count
        } catch {
            failure = TransportError(.sinkFailed, String(describing: error))
            return Signal.refuse
        }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer, from part: FilePart) -> Int {
        let wanted = min(Int64(buffer.count), part.length - sent)
        guard wanted > 0 else { return 0 }
        while true {
            let count = pread(descriptor, buffer.baseAddress, Int(wanted), off_t(part.offset + sent))
            if count > 0 {
                sent += Int64(count)
                return count
            }
            if count < 0, errno == EINTR { continue }
            failure =
                count == 0
                ? TransportError(.sourceChanged, "the file ends \(part.length - sent) bytes early")
                : TransportError(.sinkFailed, "the file cannot be read: errno \(errno)")
            return Signal.abortReading
        }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer, from stream: TransportBodyStream) -> Int {
        let rest = stream.length.map { $0 - sent }
        let room = rest.map { Int(min(Int64(buffer.count), $0)) } ?? buffer.count
        guard room > 0, let upload else { return 0 }
        switch upload.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])) {
        case .bytes(let count):
            sent += Int64(count)
            return count
        case .nothingYet:
            isSendPaused = true
            return Signal.pauseReading
        case .end:
            guard let rest, rest > 0 else { return 0 }
            failure = TransportError(.sinkFailed, "the body's source ended \(rest) bytes early")
            return Signal.abortReading
        case .failure(let reason):
            failure = TransportError(.sinkFailed, reason)
            return Signal.abortReading
        }
    }
}
