import Glibc
import HearthCrypto
import HearthStorage
import HearthTesting
import Testing

/// Whatever somebody does to the files of a vault: never other names or bytes, either exactly right or an error.
@Suite("A tampered vault never lies", .timeLimit(.minutes(10)))
struct VaultTamperingTests {
    @Test("a bit of each byte of each file flipped")
    func bits() async throws {
        let vault = try TamperedVault(.tiny)
        for file in try vault.files() {
            let original = try RawFile.read(file)
            for position in original.indices {
                // All bits where the format is dense, one bit of each byte in the long file.
                let bits: [UInt8] =
                    original.count > 2_000 ? [1 << UInt8(position % 8)] : (0..<8).map { 1 << $0 }
                for bit in bits {
                    try RawFile.write([original[position] ^ bit], to: file, at: position)
                    vault.check("bit \(bit) of byte \(position) of \(file)")
                }
                try RawFile.write([original[position]], to: file, at: position)
            }
        }
        #expect(try vault.differences() == [])
    }

    @Test("each file cut at each length, and made longer")
    func lengths() async throws {
        let vault = try TamperedVault(.tiny)
        for file in try vault.files() {
            let original = try RawFile.read(file)
            for length in original.indices {
                try RawFile.replace(file, with: Array(original[..<length]))
                vault.check("\(file) cut to \(length)")
                await Task.yield()
            }
            for extra in [1, 27, 28, 29, 68] {
                try RawFile.replace(file, with: original + [UInt8](repeating: 0, count: extra))
                vault.check("\(file) longer by \(extra)")
            }
            try RawFile.replace(file, with: original)
        }
        #expect(try vault.differences() == [])
    }

    @Test("each two files and each two directories swapped")
    func swaps() async throws {
        let vault = try TamperedVault(.full)
        let entries = try vault.files() + vault.directories()
        for (index, first) in entries.enumerated() {
            for second in entries[(index + 1)...] {
                if second.hasPrefix(first + "/") || first.hasPrefix(second + "/") { continue }
                try RawFile.exchange(first, second)
                // An empty directory in the place of an item is what an interrupted change leaves: no item.
                let mayLack = try RawFile.isEmptyDirectory(first) || RawFile.isEmptyDirectory(second)
                vault.check("\(first) and \(second) swapped", mayLack: mayLack)
                try RawFile.exchange(first, second)
                await Task.yield()
            }
        }
        #expect(try vault.differences() == [])
    }

    @Test("each name changed, each entry removed")
    func names() async throws {
        let vault = try TamperedVault(.tiny)
        for entry in try vault.files() + vault.directories() {
            let slash = try #require(entry.lastIndex(of: "/"))
            let parent = entry[..<slash]
            let name = Array(entry[entry.index(after: slash)...].utf8)
            for position in name.indices {
                for bit in [position % 8] {
                    var other = name
                    other[position] ^= 1 << UInt8(bit)
                    if other[position] == 0 || other[position] == UInt8(ascii: "/") { continue }
                    let path = Array(parent.utf8) + [UInt8(ascii: "/")] + other
                    guard RawFile.rename(Array(entry.utf8), to: path) else { continue }
                    // A name that begins with a dot, or does not, is somebody else's; what it hid is then gone.
                    vault.check("\(entry) renamed at \(position)", mayLack: true)
                    #expect(RawFile.rename(path, to: Array(entry.utf8)))
                    await Task.yield()
                }
            }
            let away = vault.aside
            #expect(RawFile.rename(Array(entry.utf8), to: Array(away.utf8)))
            vault.check("\(entry) removed", mayLack: true)
            #expect(RawFile.rename(Array(away.utf8), to: Array(entry.utf8)))
        }
        #expect(try vault.differences() == [])
    }

    @Test("blocks of a file swapped, doubled, or taken from another file")
    func blocks() async throws {
        let vault = try TamperedVault(.full)
        let size = VaultFormat.sealedBlockSize
        let files = try vault.files().filter {
            try RawFile.read($0).count >= VaultFormat.headerSize + 2 * size
        }
        #expect(files.count == 2)
        let contents = try files.map { try RawFile.read($0) }
        func block(_ file: Int, _ n: Int) -> [UInt8] {
            Array(contents[file][(VaultFormat.headerSize + n * size)...].prefix(size))
        }
        for (file, path) in files.enumerated() {
            for n in 0..<2 {
                for (other, m) in [(0, 0), (0, 1), (1, 0), (1, 1)] where (other, m) != (file, n) {
                    try RawFile.write(block(other, m), to: path, at: VaultFormat.headerSize + n * size)
                    vault.check("block \(n) of \(path) is block \(m) of \(files[other])")
                    await Task.yield()
                }
                try RawFile.write(block(file, n), to: path, at: VaultFormat.headerSize + n * size)
            }
            // At the border of a block the format itself notices nothing.
            for n in 0...2 {
                let border = VaultFormat.headerSize + n * size
                try RawFile.replace(path, with: Array(contents[file].prefix(border)))
                vault.check("\(path) cut to \(n) blocks")
            }
            try RawFile.replace(path, with: contents[file])
        }
        #expect(try vault.differences() == [])
    }

    @Test("an old version of a file put back")
    func replay() throws {
        let vault = try TamperedVault(.tiny)
        let path = try VolumePath("note.txt")
        let place = vault.onDisk(try vault.volume().location(of: path))
        let old = try RawFile.read(place)
        let new = Array("new text of the same size".utf8)
        try vault.volume().write(new, to: path, mode: .replace(expecting: nil))
        vault.expect(new, at: "note.txt")
        #expect(try vault.differences() == [])
        try RawFile.replace(place, with: old)
        vault.check("an old version")
        VaultTamperingTests.expectDamaged { _ = try vault.volume().open(path) }
    }

    static func expectDamaged(_ body: () throws -> Void) {
        do {
            try body()
            Issue.record("not refused")
        } catch {
            #expect((error as? StorageError)?.code == .damaged, "\(error)")
        }
    }
}
