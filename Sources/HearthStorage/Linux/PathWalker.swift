import CLinux
import Glibc

/// Opens paths below a directory handle so that no link leads out of it.
///
/// With `openat2` the kernel resolves beneath the handle; paths longer than it takes at once are walked in pieces, where
/// a link must stay below the piece it starts from. Without `openat2` every name is opened by itself and links are refused.
struct PathWalker: Sendable {
    /// Whether the kernel may do it.
    let usesKernel: Bool
    /// Whether links that stay inside are followed; false also where links are refused altogether.
    let followsLinks: Bool

    /// The longest piece given to the kernel; PATH_MAX is 4 096 with the terminator.
    static let pieceLength = 4_000
    /// `openat2` gives up with EAGAIN when something was renamed while it looked at `..`.
    private static let attempts = 1_000
    /// How often EXDEV is asked about again.
    ///
    /// `openat2` also says it of what was inside when it was found and is outside a moment later, as a file is that another
    /// takes the place of just now. Of a link that leads out it says so every time.
    private static let looks = 20

    /// Opens a path.
    ///
    /// - Parameters:
    ///   - names: the components; none opens the root itself once more.
    ///   - root: the directory that may not be left.
    ///   - flags: of `open`, without `O_CREAT`; `O_CLOEXEC` is added.
    /// - Returns: the open entry.
    /// - Throws: `.escapes` for a link that may not be followed.
    func open(_ names: [FileName], below root: Int32, flags: Int32) throws(StorageError) -> Descriptor {
        if names.isEmpty {
            return try openDescriptor("openat", flags: flags) { hearth_openat(root, ".", $0, 0) }
        }
        var base = root
        defer { if base != root { close(base) } }
        var start = 0
        while true {
            let end = pieceEnd(names, from: start)
            if end == names.count {
                return try openPiece(names[start..<end], below: base, flags: flags)
            }
            let next = try openPiece(
                names[start..<end],
                below: base,
                flags: Int32(HEARTH_O_PATH) | O_DIRECTORY
            ).release()
            if base != root { close(base) }
            base = next
            start = end
        }
    }

    private func pieceEnd(_ names: [FileName], from start: Int) -> Int {
        guard usesKernel else { return start + 1 }
        var end = start
        var length = 0
        while end < names.count, length + names[end].bytes.count < Self.pieceLength {
            length += names[end].bytes.count + 1
            end += 1
        }
        return end
    }

    private func openPiece(
        _ names: ArraySlice<FileName>,
        below base: Int32,
        flags: Int32
    ) throws(StorageError) -> Descriptor {
        usesKernel
            ? try openBeneath(names, below: base, flags: flags)
            : try openOne(names[names.startIndex], in: base, flags: flags)
    }

    private func openBeneath(
        _ names: ArraySlice<FileName>,
        below base: Int32,
        flags: Int32
    ) throws(StorageError) -> Descriptor {
        var path: [CChar] = []
        path.reserveCapacity(names.reduce(1) { $0 + $1.bytes.count + 1 })
        for name in names {
            if !path.isEmpty { path.append(CChar(bitPattern: UInt8(ascii: "/"))) }
            for byte in name.bytes { path.append(CChar(bitPattern: byte)) }
        }
        path.append(0)
        var resolve = UInt64(HEARTH_RESOLVE_BENEATH | HEARTH_RESOLVE_NO_MAGICLINKS)
        if !followsLinks { resolve |= UInt64(HEARTH_RESOLVE_NO_SYMLINKS) }
        let bits = UInt64(UInt32(bitPattern: flags | O_CLOEXEC))
        var attempt = 0
        var look = 1
        while true {
            let descriptor = hearth_openat2(base, path, bits, 0, resolve)
            if descriptor >= 0 { return Descriptor(descriptor) }
            let number = errno
            switch number {
            case EINTR: continue
            case EAGAIN where attempt < Self.attempts:
                attempt += 1
            case EXDEV where look < Self.looks:
                look += 1
            case EXDEV:
                throw StorageError(.escapes, "openat2: a link leads out of the root", errno: number)
            default:
                throw StorageError(errno: number, "openat2")
            }
        }
    }

    private func openOne(
        _ name: FileName,
        in directory: Int32,
        flags: Int32
    ) throws(StorageError) -> Descriptor {
        do throws(StorageError) {
            let descriptor = try openDescriptor(name, in: directory, flags: flags | O_NOFOLLOW)
            // O_PATH with O_NOFOLLOW opens the link itself.
            if flags & Int32(HEARTH_O_PATH) != 0, try FileStatus(of: descriptor.number).isLink {
                throw StorageError(.escapes, "a link is not followed here")
            }
            return descriptor
        } catch {
            // With O_DIRECTORY a link is reported as "not a directory".
            if error.code == .notADirectory, try FileStatus(of: name, in: directory)?.isLink == true {
                throw StorageError(.escapes, "a link is not followed here")
            }
            throw error
        }
    }
}
