import Glibc

extension MediaDecoder {
    /// Finds `hearth-media`.
    ///
    /// - Parameter configured: the path of the configuration, if there is one; nothing else is tried then.
    /// - Returns: what is configured, else what lies beside this program, else in `../libexec/hearth` seen from there;
    ///   nil where that is no program.
    package static func find(configured: String?) -> String? {
        if let configured { return isProgram(configured) ? configured : nil }
        guard let folder = ownFolder() else { return nil }
        return ["\(folder)/hearth-media", "\(folder)/../libexec/hearth/hearth-media"].first(where: isProgram)
    }

    private static func ownFolder() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        // Of a program that has been replaced since it was started the name has an end of its own; the folder has not.
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }

    private static func isProgram(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
