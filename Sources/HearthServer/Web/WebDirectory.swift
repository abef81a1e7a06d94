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
        return ownFolder().flatMap(find(besides:))
    }

    /// Looks around a program that lies in `folder`.
    static func find(besides folder: String) -> WebAssets? {
        // A program for debugging is there for who works on the app, and lies beside an installed one where `swift build`
        // put both.
        if folder.hasSuffix("/debug"), let tree = sourceTree(around: folder) { return tree }
        return WebAssets(directory: "\(OperatorFiles.parent(of: folder))/share/hearth/web")
            ?? sourceTree(around: folder)
    }

    /// `Web` beside the `Package.swift` above `.build/x86_64-unknown-linux-gnu/debug`, once its libraries were fetched.
    private static func sourceTree(around folder: String) -> WebAssets? {
        var root = folder
        for _ in 0..<3 {
            root = OperatorFiles.parent(of: root)
            if access("\(root)/Package.swift", F_OK) == 0, access("\(root)/Web/vendor/icons.svg", F_OK) == 0 {
                return WebAssets(directory: "\(root)/Web")
            }
        }
        return nil
    }

    private static func ownFolder() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return OperatorFiles.parent(
            of: String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        )
    }

    private static func trimmed(_ path: String) -> String {
        String(path.reversed().drop { $0 == "/" }.reversed())
    }
}
