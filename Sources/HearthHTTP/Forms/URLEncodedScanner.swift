/// Takes `application/x-www-form-urlencoded` apart (WHATWG URL, section 5.1): each pair is a part without a file name.
struct URLEncodedScanner: FormScanner {
    private enum State { case name, value, end }

    private let limits: FormLimits
    private var state = State.name
    private var isInputOver = false
    private var buffer: [UInt8] = []
    private var position = 0

    /// - Parameter limits: of names; a value may be of any length.
    init(limits: FormLimits) { self.limits = limits }

    mutating func append(_ bytes: [UInt8]) {
        buffer = position == buffer.count ? bytes : buffer[position...] + bytes
        position = 0
    }

    mutating func finish() { isInputOver = true }

    mutating func next() throws(HTTPError) -> FormEvent {
        switch state {
        case .name: try nextInName()
        case .value: nextInValue()
        case .end: .end
        }
    }

    private mutating func nextInName() throws(HTTPError) -> FormEvent {
        while position < buffer.count, buffer[position] == UInt8(ascii: "&") { position += 1 }
        let rest = buffer[position...]
        let end = rest.firstIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "=") }
        guard (end ?? buffer.count) - position <= limits.partHeaderBytes else {
            throw HTTPError(.bodyTooLarge, "a name in a form is too long")
        }
        if end == nil, !isInputOver { return .needsMore }
        if rest.isEmpty {
            state = .end
            return .end
        }
        let header = FormPartHeader(name: PercentDecoding.form(rest[..<(end ?? buffer.count)]))
        position = end ?? buffer.count
        if position < buffer.count, buffer[position] == UInt8(ascii: "=") { position += 1 }
        state = .value
        return .part(header)
    }

    private mutating func nextInValue() -> FormEvent {
        let rest = buffer[position...]
        let ampersand = rest.firstIndex(of: UInt8(ascii: "&"))
        var end = ampersand ?? buffer.count
        if ampersand == nil, !isInputOver {
            // A `%` and its digits stay together.
            if let percent = rest.suffix(2).lastIndex(of: UInt8(ascii: "%")) { end = percent }
            if end == position { return .needsMore }
        }
        if end == position {
            state = .name
            return .endOfPart
        }
        let data = PercentDecoding.form(buffer[position..<end])
        position = end
        return .data(data[...])
    }
}
