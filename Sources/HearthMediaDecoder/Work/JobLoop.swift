import CLinux
import Glibc
import HearthMedia

/// Does the server's jobs, one after the other.
struct JobLoop {
    let socket: MediaSocket
    let memory: MemoryGauge
    /// What is open between jobs.
    private let descriptors = OpenDescriptors.count

    init(socket: MediaSocket, memory: MemoryGauge) {
        self.socket = socket
        self.memory = memory
    }

    /// Above this many bytes after a job, another child takes this one's place.
    private static let dataLimit = 224 << 20
    /// Processor seconds of one job, on all threads together; the server's clock ends most before.
    private static let processorSeconds: UInt64 = 60
    /// After so many processor seconds another child takes this one's place, long before ``ResourceLimits``.
    private static let processorLimit: UInt64 = 1200

    /// Runs until the server closes its end or says what it may not say.
    func run() {
        do throws(MediaSocket.Failure) {
            while true { try serve() }
        } catch {
            guard error != .closed else { return }
            var line = Array("socket: \(error)\n".utf8)
            write(STDERR_FILENO, &line, line.count)
        }
    }

    private func serve() throws(MediaSocket.Failure) {
        var passed: [Int32] = []
        let header = try socket.receiveHeader(limit: MediaLimits.jobBytes) { passed.append($0) }
        guard header.frame == .job,
            let (job, hasDescriptor) = MediaJob.decoded(try socket.receive(header.length)),
            passed.count == (hasDescriptor ? 1 : 0)
        else { throw .nonsense("\(header.frame) instead of a job") }
        ResourceLimits.allowProcessorTime(seconds: Self.processorSeconds)
        if let descriptor = passed.first {
            guard let source = DescriptorSource(descriptor) else {
                close(descriptor)
                return try send(.inputFailed, detail: "not a regular file opened for reading only")
            }
            let result = decode(job, source)
            source.close()
            try answer(source.hasFailed ? .unreadable("the disk failed") : result, outputs: job.outputs.count)
        } else {
            let source = AskedSource(socket: socket, size: job.size)
            let result = decode(job, source)
            if let failure = source.failure { throw failure }
            try answer(
                source.isUnreadable ? .unreadable("asked for in vain") : result,
                outputs: job.outputs.count
            )
        }
    }

    private enum Answer {
        case made(DecodedMedia)
        case refused(DecodeError)
        case unreadable(String)
    }

    private func decode(_ job: MediaJob, _ source: any ByteSource) -> Answer {
        do throws(DecodeError) {
            let made = try Parts.run(job, source)
            // An image for each output, whatever a part says.
            guard made.images.count == job.outputs.count || made.images.isEmpty else {
                return .refused(DecodeError(.damaged, "\(made.images.count) images"))
            }
            guard made.images.reduce(0, { $0 + $1.count }) <= Self.imageBytes else {
                return .refused(DecodeError(.tooLarge, "the images themselves"))
            }
            return .made(made)
        } catch {
            return .refused(error)
        }
    }

    /// What fits into a result beside the facts and the frames' starts.
    private static let imageBytes = MediaLimits.resultBytes - 4096

    private func answer(_ answer: Answer, outputs: Int) throws(MediaSocket.Failure) {
        switch answer {
        case .made(let made):
            try socket.send(.facts, made.facts.encoded)
            // A part that makes none at all, as that of texts, gives an empty list.
            for index in 0..<outputs {
                try socket.send(.image, made.images.isEmpty ? [] : made.images[index])
            }
            try socket.send(.done, [afterwards.rawValue])
        case .refused(let error):
            let detail = LogText.bounded(error.detail)
            let next = error.refusal == .crashed ? MediaAfterwards.leaves : afterwards
            try socket.send(.refused, [next.rawValue, error.refusal.rawValue] + detail)
        case .unreadable(let detail):
            try send(.inputFailed, detail: detail)
        }
    }

    private func send(_ frame: MediaFrame, detail: String) throws(MediaSocket.Failure) {
        try socket.send(frame, [afterwards.rawValue] + LogText.bounded(detail))
    }

    /// Whether this child should do another job.
    private var afterwards: MediaAfterwards {
        // A library that keeps a user's file open must not see the next user's.
        guard OpenDescriptors.count == descriptors else { return .leaves }
        // At the hard limit it would be killed in the middle of a job, and the file be blamed.
        guard ResourceLimits.usedProcessorSeconds < Self.processorLimit else { return .leaves }
        guard memory.dataBytes > Self.dataLimit else { return .stays }
        hearth_trim_heap()
        return memory.dataBytes > Self.dataLimit ? .leaves : .stays
    }
}
