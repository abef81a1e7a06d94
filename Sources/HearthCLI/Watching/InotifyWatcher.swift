import CLinux
import Dispatch
import Glibc
import HearthTransfer

/// Watches folders by inotify(7); follows no links.
struct InotifyWatcher: FolderWatcher {
    func changes(in folder: LocalPath) -> AsyncStream<FolderChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: FolderChange.self)
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        var ends: [Int32] = [-1, -1]
        guard descriptor >= 0, pipe(&ends) == 0 else {
            continuation.yield(.limited(reason: String(cString: strerror(errno))))
            if descriptor >= 0 { close(descriptor) }
            return stream
        }
        for end in ends { _ = hearth_fcntl(end, F_SETFD, FD_CLOEXEC) }
        // The thread waits for the end of this pipe too; closing the other end wakes it.
        let (wake, closing) = (ends[0], ends[1])
        continuation.onTermination = { _ in close(closing) }
        var watch = InotifyWatch(descriptor, folder, continuation)
        watch.add([])
        let watched = watch
        // A thread of its own: it waits for the system.
        DispatchQueue(label: "hearth.watch").async {
            var watch = watched
            watch.run(until: wake)
            close(descriptor)
            close(wake)
        }
        return stream
    }
}

/// One watched tree.
private struct InotifyWatch: Sendable {
    private let descriptor: Int32
    private let top: LocalPath
    private let continuation: AsyncStream<FolderChange>.Continuation
    private var paths: [Int32: [UInt8]] = [:]
    private var isLimited = false

    private static let mask =
        UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY) | UInt32(IN_ATTRIB)
        | UInt32(IN_MOVED_TO)
        | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)
        | UInt32(IN_EXCL_UNLINK)
    private static let slash = UInt8(ascii: "/")

    init(_ descriptor: Int32, _ top: LocalPath, _ continuation: AsyncStream<FolderChange>.Continuation) {
        self.descriptor = descriptor
        self.top = top
        self.continuation = continuation
    }

    private func full(_ path: [UInt8]) -> [UInt8] { (path.isEmpty ? top : top.appending(path)).bytes + [0] }

    private func joined(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
        folder.isEmpty ? name : folder + [Self.slash] + name
    }

    /// Watches a folder and all below it.
    ///
    /// What comes while this goes on is seen: a folder is watched before it is read.
    mutating func add(_ path: [UInt8]) {
        var waiting = [path]
        while let folder = waiting.popLast() {
            let bytes = full(folder)
            let (number, code) = bytes.withUnsafeBytes { buffer -> (Int32, Int32) in
                let name = buffer.assumingMemoryBound(to: CChar.self).baseAddress
                return (name.map { inotify_add_watch(descriptor, $0, Self.mask) } ?? -1, errno)
            }
            guard number >= 0 else {
                if code == ENOSPC { limit("fs.inotify.max_user_watches") }
                if code == EACCES || (code == ENOENT && folder.isEmpty) {
                    limit(String(decoding: bytes.dropLast(), as: UTF8.self))
                }
                continue
            }
            paths[number] = folder
            waiting += folders(in: folder)
        }
    }

    private mutating func limit(_ reason: String) {
        if !isLimited { continuation.yield(.limited(reason: reason)) }
        isLimited = true
    }

    private func folders(in folder: [UInt8]) -> [[UInt8]] {
        let bytes = full(folder)
        let opened = bytes.withUnsafeBytes { buffer in
            buffer.assumingMemoryBound(to: CChar.self).baseAddress.flatMap { opendir($0) }
        }
        guard let directory = opened else { return [] }
        defer { closedir(directory) }
        var found: [[UInt8]] = []
        while let entry = readdir(directory) {
            let type = Int32(entry.pointee.d_type)
            guard type == Int32(DT_DIR) || type == Int32(DT_UNKNOWN) else { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
                    Array(UnsafeBufferPointer(start: start, count: 256).prefix { $0 != 0 })
                }
            }
            // IN_ONLYDIR refuses what is no folder after all.
            if name != [0x2E], name != [0x2E, 0x2E] { found.append(joined(folder, name)) }
        }
        return found
    }

    /// Forgets a folder that went elsewhere, with all below it: it may lie outside now.
    private mutating func drop(_ path: [UInt8]) {
        for (number, folder) in paths where folder == path || folder.starts(with: path + [Self.slash]) {
            inotify_rm_watch(descriptor, number)
            paths[number] = nil
        }
    }

    /// Reads until `wake` can be read.
    mutating func run(until wake: Int32) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)
        defer { buffer.deallocate() }
        while true {
            var waits = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&waits, 2, -1) >= 0 || errno == EINTR else { return }
            if waits[1].revents != 0 { return }
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count <= 0 { continue }
            take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer) {
        // struct inotify_event: wd, mask, cookie, len, then the name with zeros behind it (inotify(7)).
        var offset = 0
        while offset + 16 <= bytes.count {
            let number = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
            let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            guard offset + 16 + length <= bytes.count else { return }
            let name = Array(bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 })
            offset += 16 + length
            if mask & UInt32(IN_Q_OVERFLOW) != 0 {
                continuation.yield(.missed)
                // New folders may be among what was lost.
                add([])
            } else if mask & UInt32(IN_IGNORED) != 0 {
                paths[number] = nil
            } else if let folder = paths[number], !name.isEmpty {
                note(joined(folder, name), mask)
            }
        }
    }

    private mutating func note(_ path: [UInt8], _ mask: UInt32) {
        let isFolder = mask & UInt32(IN_ISDIR) != 0
        if isFolder, mask & UInt32(IN_MOVED_FROM) != 0 { return drop(path) }
        if isFolder, mask & (UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) != 0 { add(path) }
        // What went matters to nobody: nothing is deleted there.
        if mask & UInt32(IN_MOVED_FROM) == 0 { continuation.yield(.changed(path)) }
    }
}
