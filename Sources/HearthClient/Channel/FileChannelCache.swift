#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Channels in a JSON file of mode 0600, for programs that run for a moment.
///
/// A file that cannot be read or written is as good as none: the cloud is asked again.
public final class FileChannelCache: ChannelCache {
    private let path: String

    /// Takes the file's path; its folder must exist.
    public init(path: String) { self.path = path }

    /// The channel of an area.
    public func channel(of area: String) async -> TemporaryChannel? {
        await BlockingWork.run { [path] in Self.load(path)[area] }
    }

    /// Replaces the channel of an area.
    public func put(_ channel: TemporaryChannel, for area: String) async {
        await change { $0[area] = channel }
    }

    /// Forgets the channel of an area.
    public func remove(area: String) async { await change { $0[area] = nil } }

    private func change(_ change: @escaping @Sendable (inout [String: TemporaryChannel]) -> Void) async {
        await BlockingWork.run { [path] in
            try? PrivateFile.locked(path) { () throws(SessionError) in
                var channels = Self.load(path)
                let before = channels
                change(&channels)
                guard channels != before, let data = try? JSONEncoder().encode(channels) else { return }
                try PrivateFile.replace(path, with: Array(data))
            }
        }
    }

    private static func load(_ path: String) -> [String: TemporaryChannel] {
        guard let bytes = try? PrivateFile.read(path) else { return [:] }
        return (try? JSONDecoder().decode([String: TemporaryChannel].self, from: Data(bytes))) ?? [:]
    }
}
