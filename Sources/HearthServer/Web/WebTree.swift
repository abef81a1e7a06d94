import CLinux
import Glibc

/// Looks for the files of the web app.
enum WebTree {
    /// Folders at the top that only developers need.
    private static let developers: Set = ["tests", "types"]

    /// Regular files below a directory, by their path in it.
    ///
    /// Hidden ones are left out, and links are never followed: what they lead to may be anything.
    static func files(in directory: String) -> [String: WebStamp] {
        var found: [String: WebStamp] = [:]
        var open = [""]
        while let folder = open.popLast() {
            guard let stream = opendir("\(directory)/\(folder)") else { continue }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard isPublic(name, isTop: folder.isEmpty) else { continue }
                let path = folder + name
                var status = stat()
                guard lstat("\(directory)/\(path)", &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    open.append(path + "/")
                } else if let stamp = WebStamp(status) {
                    found[path] = stamp
                }
            }
        }
        return found
    }

    /// One regular file by the same rules; nil where there is none.
    static func file(_ path: String, in directory: String) -> WebStamp? {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        var place = directory
        for (index, name) in names.enumerated() {
            guard !name.isEmpty, isPublic(String(name), isTop: index == 0) else { return nil }
            place += "/" + name
            var status = stat()
            guard lstat(place, &status) == 0 else { return nil }
            if index == names.count - 1 { return WebStamp(status) }
            guard status.st_mode & S_IFMT == S_IFDIR else { return nil }
        }
        return nil
    }

    private static func isPublic(_ name: String, isTop: Bool) -> Bool {
        !name.hasPrefix(".") && !(isTop && developers.contains(name))
    }
}
