import HearthArguments
import HearthWire

/// `hearth backup install` and `uninstall`.
enum BackupInstalling {
    static func install(_ context: CommandContext) async throws -> ExitCode {
        let every = context.parsed.value("every")
        if let every { _ = try TimeSpan.read(every, "every") }
        let service = try UserService(context.environment)
        let home = context.environment("HEARTH_HOME").flatMap { $0.isEmpty ? nil : $0 }
        let absolute = try home.map { path throws(CommandError) in try LocalPlace(path).path }
        try service.write(UserService.unit(program: UserService.program(), every: every, home: absolute))
        let isEnabled = UserService.manage([["daemon-reload"], ["enable", "--now", UserService.name]])
        context.output.object { writer in
            writer.key("installed")
            writer.string(service.path)
            writer.key("enabled")
            writer.bool(isEnabled)
        }
        context.output.say(Phrase("已写入 \(service.path)", "Wrote \(service.path)."))
        if isEnabled {
            context.output.say(Phrase("服务已启动", "The service is running."))
        } else {
            context.output.note(
                Phrase(
                    "无法通过 systemctl 启动；请运行：systemctl --user daemon-reload && systemctl --user enable --now \(UserService.name)",
                    "It could not be started from here. Where systemd is there, run: systemctl --user daemon-reload && "
                        + "systemctl --user enable --now \(UserService.name). Elsewhere let something start "
                        + "'hearth backup run --watch' when you sign in."
                )
            )
        }
        return .done
    }

    static func uninstall(_ context: CommandContext) async throws -> ExitCode {
        let service = try UserService(context.environment)
        let isStopped = UserService.manage([["disable", "--now", UserService.name]])
        guard try service.remove() else {
            throw CommandError(.notFound, "没有安装服务", "the service is not installed")
        }
        if isStopped { _ = UserService.manage([["daemon-reload"]]) }
        context.done(
            Phrase("已移除 \(service.path)", "Removed \(service.path)."),
            "removed",
            .string(service.path)
        )
        return .done
    }
}

extension UserService {
    /// Whether the unit's file is there.
    var isInstalled: Bool { (try? LocalEntry.at(path)) != nil }
}
