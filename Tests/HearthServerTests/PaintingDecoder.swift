import Glibc
import HearthMedia
import Synchronization

/// Paints pictures that say what was asked for, and finds nothing in files that begin with `none`.
final class PaintingDecoder: MediaDecoding {
    private let count = Mutex(0)

    /// How many jobs there were.
    var jobs: Int { count.withLock { $0 } }

    func run(
        _ job: MediaJob,
        on input: MediaInput,
        urgency: MediaUrgency
    ) async throws(MediaError) -> MediaOutcome {
        count.withLock { $0 += 1 }
        if try Self.start(of: input) == Array("none".utf8) { return .none(.unknown) }
        let images = job.outputs.map { output in
            Self.picture(output.format, output.edge, isMoving: output.isAnimated)
        }
        var facts = MediaFacts(kind: job.kind)
        switch job.kind {
        case .picture: (facts.width, facts.height, facts.taken) = (400, 300, "2022-04-15T05:20:00+02:00")
        case .clip: (facts.width, facts.height, facts.duration) = (640, 360, 12.5)
        case .audio: facts.duration = 61
        case .text: facts.excerpt = "first\nsecond"
        }
        return .made(facts, images)
    }

    func version() async throws(MediaError) -> String { "painting 1" }

    /// What it paints.
    static func picture(_ format: MediaOutput.Format, _ edge: Int, isMoving: Bool = false) -> [UInt8] {
        Array("\(format) \(edge)\(isMoving ? " moving" : "")".utf8)
    }

    private static func start(of input: MediaInput) throws(MediaError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4)
        let got: Int
        do {
            got = try bytes.withUnsafeMutableBytes { buffer in
                switch input {
                case .descriptor(let descriptor): pread(descriptor, buffer.baseAddress, buffer.count, 0)
                case .reader(let reader): try reader.read(into: buffer, at: 0)
                }
            }
        } catch {
            throw MediaError(.input)
        }
        return Array(bytes.prefix(max(0, got)))
    }
}
