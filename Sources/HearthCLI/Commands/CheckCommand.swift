import HearthArguments
import HearthClient
import HearthTransfer
import HearthWire

/// `hearth check`: tells how a folder here and one there differ.
enum CheckCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "check",
            summary: "Tell how a local folder and a remote one differ.",
            discussion: """
                Compares sizes and times, with --checksum the SHA-256 of both sides instead: the server reads the files \
                whose hash it does not know. Changes nothing. Ends with exit code 10 when there are differences.
                """,
            group: ClientCommands.Group.copies,
            options: [
                OptionSpec("one-way", help: "What is only there is no difference.")
            ] + MirrorPair.filters,
            arguments: [
                ArgumentSpec("LOCAL", completion: .directory, help: "The folder of this computer."),
                CommonSpecs.remote("The folder to compare it with."),
            ],
            examples: [
                ExampleSpec(
                    "hearth check --checksum ~/Pictures Family/Pictures",
                    "Compare every byte, by hash."
                )
            ]
        )
    ) { context in try await run(context) }

    private static func run(_ context: CommandContext) async throws -> ExitCode {
        let pair = try await MirrorPair(local: context.argument(0), remote: context.argument(1), context)
        let mirror = Mirror(engine: pair.engine, order: await pair.order(.upload))
        var check: TreeCheck
        do throws(TransferError) {
            check = try await mirror.compare()
        } catch {
            throw MirrorTalk.error(error)
        }
        if context.parsed.flag("one-way") { check.differences.removeAll { $0.kind == .onlyRemote } }
        for difference in check.differences { tell(difference, context) }
        for problem in check.problems {
            MirrorTalk.failed(problem.text, TransferFailure(problem.error), context)
        }
        for problem in check.leftOut { MirrorTalk.leftOut(problem, context) }
        let code: ExitCode =
            if Task.isCancelled {
                .interrupted
            } else if !check.differences.isEmpty {
                .verification
            } else {
                CommandError.exit(
                    for: check.problems.map { CommandError($0.error).exit },
                    outOf: check.problems.count + check.equal
                )
            }
        context.output.object { writer in
            writer.key("event")
            writer.string("summary")
            writer.key("unchanged")
            writer.int(check.equal)
            writer.key("differences")
            writer.int(check.differences.count)
            writer.key("failed")
            writer.int(check.problems.count)
            writer.key("exit")
            writer.int(Int(code.rawValue))
        }
        let (equal, differences) = (check.equal, check.differences.count)
        let failed = check.problems.count
        context.output.say(
            Phrase(
                "\(equal) 个文件相同，\(differences) 处不同" + (failed > 0 ? "，\(failed) 个无法比较" : ""),
                "\(MirrorTalk.files(equal)) the same, \(differences) different"
                    + (failed > 0 ? ", \(failed) not compared" : "")
            )
        )
        return code
    }

    private static func tell(_ difference: TreeCheck.Difference, _ context: CommandContext) {
        let output = context.output
        output.object { writer in
            writer.key("event")
            writer.string("difference")
            writer.key("difference")
            writer.string(difference.kind.rawValue)
            writer.key("path")
            writer.string(difference.entry.text)
            writer.key("type")
            writer.string(difference.entry.kind == .folder ? "folder" : "file")
        }
        let words =
            switch difference.kind {
            case .onlyLocal: output.text("仅在本地", "only here ")
            case .onlyRemote: output.text("仅在远程", "only there")
            case .kind: output.text("种类不同", "kind      ")
            case .size: output.text("大小不同", "size      ")
            case .time: output.text("时间不同", "time      ")
            case .content: output.text("内容不同", "content   ")
            }
        let slash = difference.entry.kind == .folder ? "/" : ""
        output.line("\(words)  \(output.name(difference.entry.text))\(slash)")
    }
}
