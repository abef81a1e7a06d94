import Glibc

/// The systemd user service that keeps backups running (systemd.service(5), systemd.unit(5)).
struct UserService {
    /// The service's name.
    static let name = "hearth-backup.service"

    /// The unit's file.
    let path: String
    private let folder: String

    /// Finds the place of the user's units.
    ///
    /// - Throws: exit code 1 where neither variable says it.
    init(_ environment: (String) -> String?) throws(CommandError) {
        let configuration = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
        guard let base = configuration ?? home else {
            throw CommandError(.other, "未设置 HOME", "HOME is not set: where do the services of this user lie?")
        }
        folder = base + "/systemd/user"
        path = folder + "/" + Self.name
    }

    /// What stands in the unit's file.
    ///
    /// - Parameters:
    ///   - program: the program's own path.
    ///   - every: the schedule's option; nil for its default.
    ///   - home: `$HEARTH_HOME`, where it is set.
    /// - Returns: the text of the file.
    static func unit(program: String, every: String?, home: String?) -> String {
        var command = "\(quoted(program)) backup run --watch --no-input"
        if let every { command += " --every \(quoted(every))" }
        let variable = home.map { "Environment=\(quoted("HEARTH_HOME=" + $0, isCommand: false))\n" } ?? ""
        return """
            [Unit]
            Description=Hearth backup
            After=network-online.target

            [Service]
            ExecStart=\(command)
            \(variable)Restart=on-failure
            RestartSec=30
            RestartPreventExitStatus=2 5 6 12
            SuccessExitStatus=130
            Nice=10

            [Install]
            WantedBy=default.target

            """
    }

    /// A word in quotes; specifiers and, in commands, variables lose their meaning.
    static func quoted(_ text: String, isCommand: Bool = true) -> String {
        var out = "\""
        for character in text {
            switch character {
            case "\\": out += "\\\\"
            case "\"": out += "\\\""
            case "%": out += "%%"
            case "$" where isCommand: out += "$$"
            case "\n": out += "\\n"
            default: out.append(character)
            }
        }
        return out + "\""
    }

    /// Writes the unit's file, in one step.
    func write(_ text: String) throws(CommandError) {
        var part = ""
        for name in folder.split(separator: "/") {
            part += "/" + name
            if mkdir(part, 0o755) != 0, errno != EEXIST { throw LocalError.failure(part, errno) }
        }
        let draft = path + ".new"
        do throws(CommandError) {
            try LocalFile.write(Array(text.utf8), to: draft)
            guard rename(draft, path) == 0 else { throw LocalError.failure(path, errno) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Removes the unit's file.
    ///
    /// - Returns: whether there was one.
    func remove() throws(CommandError) -> Bool {
        if unlink(path) == 0 { return true }
        guard errno == ENOENT else { throw LocalError.failure(path, errno) }
        return false
    }

    /// Asks the user's service manager for something, one command line after the other.
    ///
    /// - Returns: whether it did all of them; false where there is none.
    static func manage(_ commands: [[String]]) -> Bool {
        for command in commands where !ChildProcess.run(["systemctl", "--user"] + command) {
            return false
        }
        return true
    }

    /// The path of this very program.
    static func program() -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes -> Int in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
            return readlink("/proc/self/exe", start, bytes.count)
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : "hearth"
    }
}
