import Glibc
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire

@testable import HearthDrive

/// Encrypted folders in use, and a look for what must not be anywhere else.
extension DriveFixture {
    /// Makes an encrypted folder and unlocks it for its member.
    func openVault(_ name: String = "Vault", of caller: Caller? = nil) async throws -> Int {
        let id = try await vault(name, of: caller).id
        try await unlock(id, as: caller)
        return id
    }

    func unlock(_ root: Int, as caller: Caller? = nil) async throws {
        _ = try await drive.roots.access(root, for: (caller ?? owner).presenting(Self.folderPassword))
    }

    func lock(_ root: Int) { drive.vaults.lock(root, of: owner) }

    /// Copies or moves between paths such as `12/a/b`.
    @discardableResult
    func transfer(
        _ action: TransferRequest.Action,
        _ sources: [String],
        to destination: String,
        _ conflict: ConflictPolicy? = nil,
        as caller: Caller? = nil,
        password: String? = nil
    ) async throws -> TransferOutcome {
        try await drive.files.transfer(
            TransferRequest(
                action: action,
                destination: try ResourcePath(text: "/s/\(destination)"),
                sources: sources.map { try ResourcePath(text: "/s/\($0)") },
                conflict: conflict
            ),
            caller ?? owner,
            destinationPassword: password
        )
    }

    /// A directory below a root.
    func makeDirectory(_ path: ResourcePath) async throws {
        _ = try await drive.files.makeDirectory(path, owner, policy: .open, autoRename: false)
    }

    /// Where some bytes, their hexadecimal or their base 64 form stand: in a cell of a table, a file of the database or
    /// a name or file of the partitions.
    func places(of marker: String) async throws -> [String] {
        try await places(of: Array(marker.utf8))
    }

    func places(of marker: [UInt8]) async throws -> [String] {
        let forms = Self.forms(of: marker)
        var found: [String] = []
        for table in try await tables() {
            for (index, row) in table.rows.enumerated() {
                for column in 0..<row.count where Self.holds(row[column], forms) {
                    found.append("\(table.name) row \(index) column \(column)")
                }
            }
        }
        for path in Self.files(below: directory.path)
        where Self.holds(Array(path.utf8), forms) || Self.holds(Self.content(of: path), forms) {
            found.append(path)
        }
        return found
    }

    /// Every row of every table.
    func tables() async throws -> [(name: String, rows: [SQLRow])] {
        try await database.read { session in
            try session.query("SELECT name FROM sqlite_master WHERE type = 'table'").map { row in
                let name = try row.text(0)
                return (name, try session.query("SELECT * FROM \"\(name)\""))
            }
        }
    }

    /// How many rows a table has about a root.
    func rows(_ table: String, of root: Int) async throws -> Int {
        try await database.read { session in
            let row = try session.first("SELECT count(*) FROM \(table) WHERE root = ?", root)
            return Int(try row?.int(0) ?? 0)
        }
    }

    private static func forms(of marker: [UInt8]) -> [[UInt8]] {
        var forms = [marker, Array(Hex.encode(marker).utf8)]
        // Base 64 of a text that holds the marker, by where in a group of three it begins; its ends depend on the rest.
        for shift in 0..<3 {
            let coded = Array(Base64URL.encode([UInt8](repeating: 0, count: shift) + marker).utf8)
            forms.append(Array(coded.dropFirst(shift == 0 ? 0 : 4).dropLast(4)))
        }
        return forms.filter { $0.count >= 6 }
    }

    private static func holds(_ value: SQLValue, _ forms: [[UInt8]]) -> Bool {
        switch value {
        case .text(let text): holds(Array(text.utf8), forms)
        case .blob(let bytes): holds(bytes, forms)
        default: false
        }
    }

    private static func holds(_ bytes: [UInt8], _ forms: [[UInt8]]) -> Bool {
        forms.contains { form in
            bytes.withUnsafeBytes { all in form.withUnsafeBytes { find($0, in: all) } }
        }
    }

    private static func find(_ form: UnsafeRawBufferPointer, in all: UnsafeRawBufferPointer) -> Bool {
        guard let start = all.baseAddress, let wanted = form.baseAddress else { return false }
        var position = 0
        while all.count - position >= form.count {
            let room = all.count - position - form.count + 1
            guard let next = memchr(start + position, Int32(form[0]), room) else { return false }
            if memcmp(next, wanted, form.count) == 0 { return true }
            position = UnsafeRawPointer(next) - start + 1
        }
        return false
    }

    private static func files(below top: String) -> [String] {
        var found: [String] = []
        var pending = [top]
        while let path = pending.popLast() {
            guard let directory = opendir(path) else { continue }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name == "." || name == ".." { continue }
                var status = stat()
                lstat("\(path)/\(name)", &status)
                if status.st_mode & S_IFMT == S_IFDIR { pending.append("\(path)/\(name)") }
                found.append("\(path)/\(name)")
            }
        }
        return found
    }

    private static func content(of path: String) -> [UInt8] {
        let file = Glibc.open(path, O_RDONLY | O_NOFOLLOW)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(file, &piece, piece.count)
            if count <= 0 { return bytes }
            bytes += piece[..<count]
        }
    }
}
