/// One job done by the child at the other end of a socket.
struct MediaExchange {
    /// How it went, as far as the child said.
    struct Result {
        /// What came of it; nil when the bytes could not be read.
        var outcome: MediaOutcome?
        /// What the child does next.
        var afterwards: MediaAfterwards
        /// For the log; empty where there is nothing to say.
        var detail = ""
    }

    /// What is wanted, and what it may be read from.
    let job: MediaJob
    let input: MediaInput
    private let socket: MediaSocket
    private var facts: MediaFacts?
    private var images: [[UInt8]] = []
    private var left = MediaLimits.resultBytes
    private var inputFailure: String?

    /// An exchange over a socket with a deadline.
    init(job: MediaJob, input: MediaInput, socket: MediaSocket) {
        self.job = job
        self.input = input
        self.socket = socket
    }

    /// Sends the job and answers until it has ended.
    ///
    /// - Throws: when the conversation cannot go on; the child is of no use any more.
    mutating func run() throws(MediaSocket.Failure) -> Result {
        var descriptor: Int32?
        if case .descriptor(let number) = input { descriptor = number }
        guard let payload = job.encoded(hasDescriptor: descriptor != nil) else { throw .nonsense("the job") }
        try socket.send(.job, payload, passing: descriptor)
        while true {
            let header = try socket.receiveHeader(limit: left)
            switch header.frame {
            case .read: try answerRead(header.length)
            case .facts: try takeFacts(header.length)
            case .image: try takeImage(header.length)
            case .done:
                let (afterwards, _) = try receiveEnd(header.length, atLeast: 1, atMost: 1)
                if let inputFailure {
                    return Result(outcome: nil, afterwards: afterwards, detail: inputFailure)
                }
                guard let facts, images.count == job.outputs.count else {
                    throw .nonsense("\(images.count) images of \(job.outputs.count)")
                }
                return Result(outcome: .made(facts, images), afterwards: afterwards)
            case .refused:
                let (afterwards, rest) = try receiveEnd(header.length, atLeast: 2)
                guard let refusal = rest.first.flatMap(MediaRefusal.init(rawValue:)) else {
                    throw .nonsense("a refusal")
                }
                let detail = try MediaText.checked(rest.dropFirst())
                if let inputFailure {
                    return Result(outcome: nil, afterwards: afterwards, detail: inputFailure)
                }
                return Result(outcome: .none(refusal), afterwards: afterwards, detail: detail)
            case .inputFailed:
                let (afterwards, rest) = try receiveEnd(header.length, atLeast: 1)
                let detail = try MediaText.checked(rest)
                return Result(outcome: nil, afterwards: afterwards, detail: inputFailure ?? detail)
            default: throw .nonsense("\(header.frame) within a job")
            }
        }
    }

    private mutating func takeFacts(_ length: Int) throws(MediaSocket.Failure) {
        guard facts == nil, images.isEmpty, length <= MediaLimits.factsBytes else {
            throw .nonsense("facts of \(length) bytes")
        }
        left -= length
        guard let facts = MediaFacts.decoded(try socket.receive(length)) else { throw .nonsense("the facts") }
        self.facts = facts
    }

    private mutating func takeImage(_ length: Int) throws(MediaSocket.Failure) {
        guard images.count < job.outputs.count else { throw .nonsense("more images than were ordered") }
        left -= length
        let image = try socket.receive(length)
        let format = job.outputs[images.count].format
        guard image.isEmpty || format.isBegun(by: image) else {
            throw .nonsense("an image that is no \(format)")
        }
        images.append(image)
    }

    private func receiveEnd(
        _ length: Int,
        atLeast least: Int,
        atMost most: Int = MediaLimits.textBytes + 2
    ) throws(MediaSocket.Failure) -> (MediaAfterwards, ArraySlice<UInt8>) {
        guard least...most ~= length else { throw .nonsense("an end of \(length) bytes") }
        let bytes = try socket.receive(length)
        guard let afterwards = bytes.first.flatMap(MediaAfterwards.init(rawValue:)) else {
            throw .nonsense("what comes afterwards")
        }
        return (afterwards, bytes.dropFirst())
    }

    private mutating func answerRead(_ length: Int) throws(MediaSocket.Failure) {
        guard case .reader(let reader) = input, length == 12 else { throw .nonsense("a read") }
        // Any number of these may come, so waiting alone must not be what ends them.
        try socket.checkTime()
        var request = ByteReader(try socket.receive(length))
        guard let offset = request.next(Int64.self), offset >= 0, let count = request.next(UInt32.self),
            1...MediaLimits.readBytes ~= Int(count)
        else { throw .nonsense("a read out of range") }
        let size = Int(min(Int64(count), max(0, job.size - offset)))
        guard size > 0 else { return try socket.send(.data) }
        var failure: (any Error)?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            do {
                let part = try reader.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
                initialized = min(max(0, part), size)
            } catch { failure = error }
        }
        guard let failure else { return try socket.send(.data, bytes) }
        inputFailure = String(describing: failure)
        try socket.send(.readFailed)
    }
}

/// Short texts for the log, out of bytes that nobody trusts.
enum MediaText {
    /// A text, if it is printable ASCII of at most ``MediaLimits/textBytes``.
    static func checked(_ bytes: some Collection<UInt8>) throws(MediaSocket.Failure) -> String {
        guard bytes.count <= MediaLimits.textBytes, bytes.allSatisfy({ 0x20...0x7e ~= $0 }) else {
            throw .nonsense("a text")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension MediaOutput.Format {
    /// Whether bytes begin as this format's files do.
    func isBegun(by bytes: [UInt8]) -> Bool {
        switch self {
        case .webp: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        case .jpeg: bytes.starts(with: [0xff, 0xd8, 0xff])
        case .png: bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        }
    }
}
