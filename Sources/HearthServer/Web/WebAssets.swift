import HearthCrypto
import HearthHTTP

/// The files of the web app: what lies in one directory.
///
/// An installed app is read once, at the start. Its addresses carry a hash of all its files, so that a browser keeps each
/// file for good and a new version is new as a whole; a file that has changed since is not served, for it would be kept
/// under the address of the old one. A source tree is served as it is at each request.
package struct WebAssets: Sendable {
    /// One file that browsers may fetch.
    struct Asset: Sendable {
        /// Its media type.
        let type: String
        /// As it was when the hash was made.
        let stamp: WebStamp
        /// The stamp of the same file compressed by gzip, which lies beside it with `.gz` at the end of its name.
        let compressed: WebStamp?
    }

    /// What stands for a hash in the addresses of a source tree.
    package static let source = "source"

    /// Where they lie, without a slash at the end.
    package let directory: String
    /// 16 hexadecimal digits, or ``source``.
    package let build: String
    /// By their path below the directory; of a source tree, as they were at the start.
    private let known: [String: Asset]
    private let page: [UInt8]

    /// Whether the files are those that people work on.
    var isSource: Bool { build == Self.source }

    /// Reads a directory; nil where it has no page, or cannot be read.
    ///
    /// - Parameter directory: has an `index.html`; with a `deno.json` it is a source tree.
    package init?(directory: String) {
        guard let page = Self.contents("\(directory)/index.html") else { return nil }
        self.directory = directory
        let stamps = WebTree.files(in: directory)
        known = Self.assets(stamps)
        if stamps["deno.json"] != nil {
            build = Self.source
        } else {
            guard let digest = try? Self.digest(of: stamps.keys.sorted(), in: directory) else { return nil }
            build = String(digest.hex.prefix(16))
        }
        self.page = Self.named(page, build)
    }

    /// The page that every address of the app answers with.
    var index: [UInt8] { (isSource ? rootFile("index.html") : nil) ?? page }

    /// A file at the root of the server, with the build's name in its place: the service worker, the manifest.
    ///
    /// - Returns: nil where there is none.
    func rootFile(_ name: String) -> [UInt8]? {
        Self.contents("\(directory)/\(name)").map { Self.named($0, build) }
    }

    /// One file, by its path below the directory without a slash at the front; nothing is done to it but to look it up.
    func asset(_ path: String) -> Asset? {
        guard isSource else { return known[path] }
        guard let type = WebTypes.type(of: path), let stamp = WebTree.file(path, in: directory) else {
            return nil
        }
        return Asset(type: type, stamp: stamp, compressed: nil)
    }

    // MARK: Reading

    private static func assets(_ stamps: [String: WebStamp]) -> [String: Asset] {
        var assets: [String: Asset] = [:]
        for (path, stamp) in stamps {
            guard let type = WebTypes.type(of: path) else { continue }
            assets[path] = Asset(type: type, stamp: stamp, compressed: stamps[path + ".gz"])
        }
        return assets
    }

    private static func digest(of paths: [String], in directory: String) throws -> SHA256Digest {
        var hash = try SHA256Hasher()
        for path in paths {
            guard let bytes = contents("\(directory)/\(path)") else { continue }
            try hash.update(Array("\(path)\0\(bytes.count)\0".utf8))
            try hash.update(bytes)
        }
        return try hash.finish()
    }

    private static func contents(_ path: String) -> [UInt8]? {
        (try? OperatorFiles.read(path, limit: 64 << 20)) ?? nil
    }

    /// `BUILD` replaced.
    private static func named(_ text: [UInt8], _ build: String) -> [UInt8] {
        let placeholder = Array("BUILD".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 256)
        var index = 0
        while index < text.count {
            if text[index...].starts(with: placeholder) {
                result += build.utf8
                index += placeholder.count
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }
}
