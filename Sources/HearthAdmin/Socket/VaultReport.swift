import HearthStorage
import HearthWire

/// A line that a check sends before its reply.
package enum VaultReport: Sendable, Hashable {
    /// One finding.
    case finding(Finding)
    /// How far the check is; at most one a second.
    case progress(Counts)
    /// What it came to, once, at the end.
    case summary(Counts)
    /// The directory is no encrypted folder of this drive; nothing was done.
    case elsewhere(isOnPartition: Bool)

    /// A ``VaultFinding`` with what became of it, as texts.
    package struct Finding: Sendable, Hashable {
        /// The raw value of its kind.
        package var kind: String
        /// Where, from the vault's directory; bytes that are no text are replaced.
        package var place: String
        /// The path that people know.
        package var plain: String?
        /// More, in English.
        package var detail: String
        /// Whether nothing needs to be done about it.
        package var isNote: Bool
        /// `remains`, `mended`, `accepted` or `failed`.
        package var outcome: String
        /// What was done, or why it could not be done.
        package var outcomeDetail: String

        /// As texts.
        init(_ finding: VaultFinding, _ outcome: VaultOutcome) {
            kind = finding.kind.rawValue
            place = String(decoding: finding.place.bytes, as: UTF8.self)
            plain = finding.plain.map { String(decoding: $0, as: UTF8.self) }
            detail = finding.detail
            isNote = finding.weight == .note
            switch outcome {
            case .remains: (self.outcome, outcomeDetail) = ("remains", "")
            case .mended(let text): (self.outcome, outcomeDetail) = ("mended", text)
            case .accepted: (self.outcome, outcomeDetail) = ("accepted", "")
            case .failed(let text): (self.outcome, outcomeDetail) = ("failed", text)
            }
        }
    }

    /// The numbers of a check; see `VaultCheckTally`.
    package struct Counts: Sendable, Hashable {
        /// Directories looked at.
        package var directories = 0
        /// Files that there are.
        package var files = 0
        /// Files looked into.
        package var filesRead = 0
        /// Bytes read.
        package var bytesRead: Int64 = 0
        /// Findings that something must be done about.
        package var damages = 0
        /// Findings that are worth knowing.
        package var notes = 0
        /// Damages that were put right or accepted.
        package var mended = 0

        /// Damages that are still there.
        package var remaining: Int { damages - mended }

        /// Nothing counted.
        package init() {}

        init(_ counts: VaultCheckTally.Counts) {
            directories = counts.directories
            files = counts.files
            filesRead = counts.filesRead
            bytesRead = counts.bytesRead
            damages = counts.damages
            notes = counts.notes
            mended = counts.mended
        }
    }

    // MARK: Lines

    /// One line of JSON, newline included.
    package var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("vault")
        switch self {
        case .finding(let finding):
            writer.string("finding")
            finding.write(to: &writer)
        case .progress(let counts):
            writer.string("progress")
            counts.write(to: &writer)
        case .summary(let counts):
            writer.string("summary")
            counts.write(to: &writer)
        case .elsewhere(let isOnPartition):
            writer.string("elsewhere")
            writer.key("is_on_partition")
            writer.bool(isOnPartition)
        }
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    /// Reads what ``line`` wrote; nil for anything else.
    package init?(line: [UInt8]) {
        guard let json = try? JSONValue(parsing: line) else { return nil }
        switch json["vault"]?.string {
        case "finding":
            guard let finding = Finding(json: json) else { return nil }
            self = .finding(finding)
        case "progress": self = .progress(Counts(json: json))
        case "summary": self = .summary(Counts(json: json))
        case "elsewhere": self = .elsewhere(isOnPartition: json["is_on_partition"]?.bool ?? false)
        default: return nil
        }
    }
}

extension VaultReport.Finding {
    fileprivate func write(to writer: inout JSONWriter) {
        let texts = [
            ("kind", kind), ("place", place), ("detail", detail), ("outcome", outcome),
            ("outcome_detail", outcomeDetail),
        ]
        for (key, text) in texts {
            writer.key(dynamic: key)
            writer.string(text)
        }
        if let plain {
            writer.key("plain")
            writer.string(plain)
        }
        writer.key("is_note")
        writer.bool(isNote)
    }

    fileprivate init?(json: JSONValue) {
        guard let kind = json["kind"]?.string, let place = json["place"]?.string else { return nil }
        self.kind = kind
        self.place = place
        plain = json["plain"]?.string
        detail = json["detail"]?.string ?? ""
        isNote = json["is_note"]?.bool ?? false
        outcome = json["outcome"]?.string ?? "remains"
        outcomeDetail = json["outcome_detail"]?.string ?? ""
    }
}

extension VaultReport.Counts {
    fileprivate func write(to writer: inout JSONWriter) {
        let numbers: [(String, Int64)] = [
            ("directories", Int64(directories)), ("files", Int64(files)), ("files_read", Int64(filesRead)),
            ("bytes_read", bytesRead), ("damages", Int64(damages)), ("notes", Int64(notes)),
            ("mended", Int64(mended)),
        ]
        for (key, number) in numbers {
            writer.key(dynamic: key)
            writer.int(number)
        }
    }

    fileprivate init(json: JSONValue) {
        func number(_ key: String) -> Int64 { json[key]?.int ?? 0 }
        directories = Int(number("directories"))
        files = Int(number("files"))
        filesRead = Int(number("files_read"))
        bytesRead = number("bytes_read")
        damages = Int(number("damages"))
        notes = Int(number("notes"))
        mended = Int(number("mended"))
    }
}
