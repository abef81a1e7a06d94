import HearthDrive
import HearthWire

/// What `hearth folder …` asks of a drive.
package enum FolderRequest: Sendable, Hashable {
    /// Lists all folders.
    case list
    /// Makes a directory a folder; no members are the owner alone.
    case adopt(place: String, name: String?, members: [String])

    /// Appends the members of the request's object, its command first.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .list: writer.string("folder list")
        case .adopt(let place, let name, let members):
            writer.string("folder adopt")
            writer.key("place")
            writer.string(place)
            if let name {
                writer.key("name")
                writer.string(name)
            }
            writer.key("members")
            writer.beginArray()
            for member in members { writer.string(member) }
            writer.endArray()
        }
    }

    /// Nil for another command.
    init?(json: JSONValue) {
        switch json["command"]?.string {
        case "folder list": self = .list
        case "folder adopt":
            self = .adopt(
                place: json["place"]?.string ?? "",
                name: json["name"]?.string,
                members: json["members"]?.stringArray ?? []
            )
        default: return nil
        }
    }

    /// Does it on a drive; the text is for the person at the keyboard.
    func perform(on folders: Folders) async throws -> AdminReply {
        switch self {
        case .list: .told(Self.table(try await folders.all()))
        case .adopt(let place, let name, let members): try await Self.adopt(place, name, members, folders)
        }
    }

    private static func adopt(
        _ place: String,
        _ name: String?,
        _ members: [String],
        _ folders: Folders
    ) async throws -> AdminReply {
        do {
            let folder = try await folders.adopt(place, name: name, members: members)
            let persons = folder.persons.joined(separator: ", ")
            let kind = folder.root.isEncrypted ? "encrypted folder" : "folder"
            return .told("\(folder.root.name) is \(kind) \(folder.root.id) now, for \(persons).")
        } catch let error as DriveError {
            switch error.code {
            case .resourceNotFound:
                return .refused("\(place) is no directory right at the top of a partition of this drive")
            case .folderNameTaken:
                return .refused(
                    "it is a folder already, or there is one of that name; hearth folder list shows all"
                )
            case .tooManyMembers:
                return .refused("it is encrypted, and an encrypted folder is for exactly one member")
            case .vaultUnsupported, .keyUnwrapFailed:
                return .refused(error.code.reason(.english, argument: error.argument))
            case .forbiddenCharacter:
                return .refused("a folder cannot be called like that, nor can its directory")
            default: throw error
            }
        }
    }

    private static func table(_ folders: [Folder]) -> String {
        let modes = ["", "private", "shared"]
        var rows = [["ID", "NAME", "MODE", "PLACE", "MEMBERS", "TASK"]]
        for folder in folders {
            rows.append([
                String(folder.root.id), folder.root.name,
                modes.indices.contains(folder.root.mode) ? modes[folder.root.mode] : "",
                folder.storagePath, folder.persons.joined(separator: ","), folder.mark?.taskID ?? "",
            ])
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { index in
                row[index] + String(repeating: " ", count: widths[index] - row[index].count)
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
