import Glibc

/// Takes `multipart/form-data` apart (RFC 2046, section 5.1; RFC 7578).
///
/// A delimiter is CRLF, `--`, the boundary, blanks, CRLF; the closing one has `--` behind the boundary. A line that
/// only begins like one is data. Never holds back more than a header section or one delimiter line.
struct MultipartScanner: FormScanner {
    private enum State { case preamble, header, firstData, data, epilogue, end }

    private enum Search {
        case delimiter(at: Int, after: Int, isLast: Bool)
        /// No delimiter begins before this index.
        case clear(until: Int)
    }

    private enum LineEnd { case next(Int), last(Int), undecided, none }

    private let delimiter: [UInt8]
    private let limits: FormLimits
    private var state = State.preamble
    private var isInputOver = false
    // Begins with the line break that the first boundary may lack.
    private var buffer: [UInt8] = [0x0D, 0x0A]
    private var position = 0
    private var headerScanned = 0
    private var padding = 0

    /// - Parameters:
    ///   - boundary: 1 to 70 bytes.
    ///   - limits: of headers and padding; the count of parts is the reader's affair.
    init(boundary: [UInt8], limits: FormLimits) {
        delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
        self.limits = limits
    }

    mutating func append(_ bytes: [UInt8]) {
        if position == buffer.count {
            buffer = bytes
        } else if position == 0 {
            buffer += bytes
        } else {
            var rest: [UInt8] = []
            rest.reserveCapacity(buffer.count - position + bytes.count)
            rest += buffer[position...]
            rest += bytes
            buffer = rest
        }
        position = 0
    }

    mutating func finish() { isInputOver = true }

    mutating func next() throws(HTTPError) -> FormEvent {
        switch state {
        case .preamble: try nextInPreamble()
        case .header: try nextInHeader()
        case .firstData, .data: try nextInData()
        case .epilogue: try nextInEpilogue()
        case .end: .end
        }
    }

    private mutating func nextInPreamble() throws(HTTPError) -> FormEvent {
        switch search() {
        case .delimiter(let start, let after, let isLast):
            try skip(to: start)
            begin(after: after, isLast: isLast)
            return try next()
        case .clear(let end):
            try skip(to: end)
            return try more()
        }
    }

    private mutating func nextInHeader() throws(HTTPError) -> FormEvent {
        var index = position + headerScanned
        // The part may have no header lines at all; otherwise an empty line ends them.
        while index + 1 < buffer.count {
            if buffer[index] == 0x0D, buffer[index + 1] == 0x0A {
                if index == position { throw HTTPError(.badRequest, "a part has no header") }
                if index + 3 >= buffer.count { break }
                if buffer[index + 2] == 0x0D, buffer[index + 3] == 0x0A {
                    guard index - position <= limits.partHeaderBytes else { throw Self.headerTooLarge }
                    let header = try FormPartHeader(lines: buffer[position..<(index + 2)])
                    // The empty line's break may be the one that begins a delimiter: a part without a body.
                    position = index + 2
                    headerScanned = 0
                    state = .firstData
                    return .part(header)
                }
            }
            index += 1
        }
        headerScanned = index - position
        guard headerScanned <= limits.partHeaderBytes else { throw Self.headerTooLarge }
        return try more()
    }

    private mutating func nextInData() throws(HTTPError) -> FormEvent {
        let isFirst = state == .firstData
        switch search() {
        case .delimiter(let start, let after, let isLast):
            if isFirst, start != position { position += 2 }
            state = .data
            if start != position { return data(until: start) }
            begin(after: after, isLast: isLast)
            return .endOfPart
        case .clear(let end):
            if end == position { return try more() }
            if isFirst { position += 2 }
            state = .data
            return end == position ? try more() : data(until: end)
        }
    }

    private mutating func nextInEpilogue() throws(HTTPError) -> FormEvent {
        try skip(to: buffer.count)
        guard isInputOver else { return .needsMore }
        state = .end
        return .end
    }

    private mutating func begin(after: Int, isLast: Bool) {
        position = after
        padding = 0
        state = isLast ? .epilogue : .header
    }

    private mutating func data(until end: Int) -> FormEvent {
        defer { position = end }
        return .data(buffer[position..<end])
    }

    private mutating func skip(to end: Int) throws(HTTPError) {
        padding += end - position
        position = end
        guard padding <= limits.paddingBytes else {
            throw HTTPError(.badRequest, "too many bytes outside the parts of a form")
        }
    }

    private func more() throws(HTTPError) -> FormEvent {
        if isInputOver { throw HTTPError(.badRequest, "a form ends before its last boundary") }
        return .needsMore
    }

    private static var headerTooLarge: HTTPError { HTTPError(.bodyTooLarge, "a part's header is too long") }

    private func search() -> Search {
        buffer.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return .clear(until: 0) }
            var index = position
            while index < bytes.count, let found = memchr(base + index, 0x0D, bytes.count - index) {
                let start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
                index = start + 1
                // Most returns stand alone: a file of nothing else must not cost a comparison each.
                if index < bytes.count, bytes[index] != 0x0A { continue }
                let length = min(delimiter.count, bytes.count - start)
                if memcmp(base + start, delimiter, length) == 0 {
                    switch length < delimiter.count ? .undecided : lineEnd(bytes, start + length) {
                    case .next(let after): return .delimiter(at: start, after: after, isLast: false)
                    case .last(let after): return .delimiter(at: start, after: after, isLast: true)
                    case .undecided: return .clear(until: start)
                    case .none: break
                    }
                }
            }
            return .clear(until: bytes.count)
        }
    }

    private func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> LineEnd {
        let longestBlank = 256
        var index = start
        if index < bytes.count, bytes[index] == 0x2D {
            guard index + 1 < bytes.count else { return .undecided }
            return bytes[index + 1] == 0x2D ? .last(index + 2) : .none
        }
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 {
            index += 1
            if index - start > longestBlank { return .none }
        }
        guard index < bytes.count else { return .undecided }
        guard bytes[index] == 0x0D else { return .none }
        guard index + 1 < bytes.count else { return .undecided }
        return bytes[index + 1] == 0x0A ? .next(index + 2) : .none
    }
}
