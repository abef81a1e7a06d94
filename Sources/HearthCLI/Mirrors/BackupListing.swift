import HearthArguments
import HearthClient
import HearthTransfer
import HearthWire

/// `hearth backup ls` and `status`.
enum BackupListing {
    /// A set as JSON; within an object.
    static func write(_ set: BackupSet, _ alias: String, to writer: inout JSONWriter) {
        writer.key("id")
        writer.int(set.id)
        writer.key("area")
        writer.string(alias)
        writer.key("local")
        writer.string(set.local.description)
        writer.key("remote")
        writer.string(set.label)
        writer.key("path")
        writer.string(set.remote.text)
        writer.key("types")
        writer.array(set.kinds.map(\.rawValue).sorted())
        guard let last = set.last else { return }
        writer.key("last_run")
        writer.int(last.ended)
        write(last.outcome, to: &writer)
    }

    /// What a run came to, as JSON; within an object.
    static func write(_ outcome: BackupOutcome, to writer: inout JSONWriter) {
        for (key, value) in [
            ("files", outcome.files), ("known", outcome.known), ("sent", outcome.sent),
            ("hashed", outcome.hashed),
            ("unsettled", outcome.unsettled), ("failed", outcome.failed),
        ] {
            writer.key(dynamic: key)
            writer.int(value)
        }
        writer.key("bytes")
        writer.int(outcome.bytes)
        writer.key("stopped")
        writer.bool(!outcome.stops.isEmpty)
    }

    /// What a run came to, in words.
    static func words(_ outcome: BackupOutcome) -> Phrase {
        let files = MirrorTalk.files(outcome.sent)
        var english = ["\(files) sent (\(Amount.bytes(outcome.bytes)))"]
        var chinese = ["已发送 \(outcome.sent) 个文件（\(Amount.bytes(outcome.bytes))）"]
        func add(_ count: Int, _ zh: String, _ en: String) {
            guard count > 0 else { return }
            chinese.append("\(count) 个\(zh)")
            english.append("\(count) \(en)")
        }
        add(outcome.known, "已有", "there already")
        add(outcome.unsettled, "仍在写入", "still being written")
        add(outcome.failed, "失败", "failed")
        return Phrase(chinese.joined(separator: "，"), english.joined(separator: ", "))
    }

    static func list(_ context: CommandContext) async throws -> ExitCode {
        try await show(context, isStatus: false)
        return .done
    }

    static func status(_ context: CommandContext) async throws -> ExitCode {
        try await show(context, isStatus: true)
        return .done
    }

    /// What a home is called here; its id where it is not known any more.
    static func aliases(_ context: CommandContext) async throws -> [String: String] {
        let areas = try await context.homes.areas.areas
        return Dictionary(areas.map { ($0.id, $0.alias) }) { first, _ in first }
    }

    private static func show(_ context: CommandContext, isStatus: Bool) async throws {
        let store = try await BackupCommand.store(context)
        let sets = try await store.sets()
        let aliases = try await aliases(context)
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for set in sets {
                writer.beginObject()
                write(set, aliases[set.area] ?? set.area, to: &writer)
                writer.endObject()
            }
            writer.endArray()
            if isStatus {
                writer.key("service")
                writer.bool((try? UserService(context.environment).isInstalled) ?? false)
            }
        }
        let output = context.output
        var table = TextTable(
            isStatus
                ? [("ID", .right), ("LAST RUN", .left), ("RESULT", .left)]
                : [("ID", .right), ("HOME", .left), ("LOCAL", .left), ("REMOTE", .left), ("TYPES", .left)]
        )
        for set in sets {
            if isStatus {
                let when = set.last.map { LocalTime.text($0.ended) } ?? output.text("从未", "never")
                var result = set.last.map { words($0.outcome).text(output.language) } ?? ""
                if set.last?.outcome.stops.isEmpty == false { result += output.text("，已中止", ", stopped") }
                table.add(["\(set.id)", when, result])
            } else {
                let kinds = set.kinds.map(\.rawValue).sorted().joined(separator: ",")
                table.add([
                    "\(set.id)", output.name(aliases[set.area] ?? set.area),
                    output.name(set.local.description),
                    output.name(set.label), kinds.isEmpty ? output.text("全部", "all") : kinds,
                ])
            }
        }
        for line in table.lines() { output.line(line) }
    }
}
