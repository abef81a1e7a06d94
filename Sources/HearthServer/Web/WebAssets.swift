import CLinux
import Glibc
import HearthCrypto

/// The files of the web app: what lies in one directory, read once at the start.
///
/// Addresses carry a hash of all of them, so that a browser keeps each file for good and a new version is new as a
/// whole.
package struct WebAssets: Sendable {
    /// One file that browsers may fetch.
    struct Asset: Sendable {
        /// Its media type.
        let type: String
        /// Whether the same file compressed by gzip lies beside it, with `.gz` at the end of its name.
        let isCompressed: Bool
    }

    /// Where they lie, without a slash at the end.
    let directory: String
    /// 16 hexadecimal digits.
    let build: String
    /// By their path below the directory.
    let assets: [String: Asset]
    /// The page that every address of the app answers with.
    let index: [UInt8]

    /// What stands for the build in the pages.
    private static let placeholder = Array("BUILD".utf8)

    /// Reads a directory.
    ///
    /// - Parameter directory: has an `index.html`.
    /// - Returns: nil where it has none.
    package init?(directory: String) {
        guard let page = Self.contents("\(directory)/index.html"), var hash = try? SHA256Hasher() else { return nil }
        var assets: [String: Asset] = [:]
        let paths = Self.paths(below: directory).sorted()
        let present = Set(paths)
        for path in paths {
            guard let bytes = Self.contents("\(directory)/\(path)") else { continue }
            guard (try? hash.update(Array(path.utf8) + [0] + bytes)) != nil else { return nil }
            guard !path.hasSuffix(".gz"), let type = WebTypes.type(of: path) else { continue }
            assets[path] = Asset(type: type, isCompressed: present.contains(path + ".gz"))
        }
        guard let digest = try? hash.finish() else { return nil }
        self.directory = directory
        self.assets = assets
        build = String(digest.hex.prefix(16))
        index = Self.named(page, build)
    }

    /// A file at the root of the server, with the build's name in its place: the service worker, the manifest.
    ///
    /// - Returns: nil where there is none.
    func rootFile(_ name: String) -> [UInt8]? {
        Self.contents("\(directory)/\(name)").map { Self.named($0, build) }
    }

    // MARK: Reading

    private static func named(_ text: [UInt8], _ build: String) -> [UInt8] {
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

    private static func contents(_ path: String) -> [UInt8]? {
        (try? OperatorFiles.read(path, limit: 64 << 20)) ?? nil
    }

    /// Regular files below a directory; hidden ones and what is only for development are left out.
    private static func paths(below directory: String, _ prefix: String = "") -> [String] {
        guard let stream = opendir(prefix.isEmpty ? directory : "\(directory)/\(prefix)") else { return [] }
        defer { closedir(stream) }
        var found: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix("."), name != "tests" else { continue }
            let path = prefix.isEmpty ? name : "\(prefix)/\(name)"
            var status = stat()
            guard stat("\(directory)/\(path)", &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: found += paths(below: directory, path)
            case S_IFREG: found.append(path)
            default: break
            }
        }
        return found
    }
}
