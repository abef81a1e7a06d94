import Synchronization

/// A body that lies in memory.
final class MemoryBodySource: HTTPBodySource {
    private struct State {
        var pieces: [[UInt8]]
        var index = 0
        var offset = 0

        mutating func next(upTo limit: Int) -> [UInt8]? {
            while index < pieces.count, offset == pieces[index].count {
                index += 1
                offset = 0
            }
            guard index < pieces.count else { return nil }
            let piece = pieces[index]
            let end = min(piece.count, offset + max(1, limit))
            defer { offset = end }
            return offset == 0 && end == piece.count ? piece : Array(piece[offset..<end])
        }
    }

    private let state: Mutex<State>
    let length: Int64?

    init(pieces: [[UInt8]], isLengthKnown: Bool) {
        length = isLengthKnown ? pieces.reduce(0) { $0 + Int64($1.count) } : nil
        state = Mutex(State(pieces: pieces))
    }

    func read(upTo limit: Int) async throws(HTTPError) -> [UInt8]? {
        state.withLock { $0.next(upTo: limit) }
    }

    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        while let piece = try await read(upTo: 256 << 10) { try piece.withUnsafeBytes(sink) }
    }
}

/// A body that a closure makes piece by piece.
final class ClosureBodySource: HTTPBodySource {
    private let rest = Mutex<[UInt8]>([])
    private let next: @Sendable () async throws(HTTPError) -> [UInt8]?
    let length: Int64?

    init(length: Int64?, next: @escaping @Sendable () async throws(HTTPError) -> [UInt8]?) {
        self.length = length
        self.next = next
    }

    func read(upTo limit: Int) async throws(HTTPError) -> [UInt8]? {
        var piece = rest.withLock { rest in
            defer { rest = [] }
            return rest
        }
        while piece.isEmpty {
            guard let fresh = try await next() else { return nil }
            piece = fresh
        }
        guard piece.count > limit else { return piece }
        let tail = Array(piece[max(1, limit)...])
        rest.withLock { $0 = tail }
        return Array(piece[..<max(1, limit)])
    }

    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        while let piece = try await read(upTo: 256 << 10) { try piece.withUnsafeBytes(sink) }
    }
}
