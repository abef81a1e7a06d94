import Glibc

/// Finds the web app.
package enum WebDirectory {
    /// Where its files lie.
    ///
    /// - Parameter configured: the path of the configuration; nothing else is tried when it is not empty.
    /// - Returns: what is configured, else `../share/hearth/web` seen from this program, else `Web` of the source tree
    ///   that this program was built in; nil where there is no app in it.
    package static func find(configured: String) -> WebAssets? {
        if !configured.isEmpty { return WebAssets(directory: trimmed(configured)) }
        guard var folder = ownFolder() else { return nil }
        if let installed = WebAssets(directory: "\(folder)/../share/hearth/web") { return installed }
        // .build/x86_64-unknown-linux-gnu/release/hearth
        for _ in 0..<4 {
            guard let slash = folder.lastIndex(of: "/") else { return nil }
            folder = String(folder[..<slash])
            guard access("\(folder)/Package.swift", F_OK) == 0 else { continue }
            return WebAssets(directory: "\(folder)/Web")
        }
        return nil
    }

    private static func ownFolder() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    private static func trimmed(_ path: String) -> String {
        String(path.reversed().drop { $0 == "/" }.reversed())
    }
}
