import HearthConcurrency
import HearthCrypto
package import HearthStorage
import HearthWire

/// Identifiers and validators derived from what the file system says about a file.
package struct FileTags: Sendable {
    let key: [UInt8]

    /// `secret` is the server's; without it tags would tell inode numbers.
    package init(secret: [UInt8]) { key = secret }

    /// The `id` shown for anything that is no root: 2^30 plus a 30-bit hash of (partition, inode).
    ///
    /// A display key, never accepted as input.
    package static func displayID(_ info: FileInfo) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for word in [info.device, info.inode] {
            var rest = word
            for _ in 0..<8 {
                hash = (hash ^ (rest & 0xFF)) &* 0x100_0000_01B3
                rest >>= 8
            }
        }
        return Int(1 << 30 | ((hash ^ hash >> 32) & 0x3FFF_FFFF))
    }

    /// A file's entity tag (RFC 9110, 8.8.3), quoted; weak while the last change is younger than 2 s.
    ///
    /// Within that time a second change could leave every number as it is.
    package func etag(_ info: FileInfo, now: FileTime) throws -> String {
        let newest = max(info.modified, info.changed)
        let isYoung = newest.seconds <= now.seconds && now.seconds - newest.seconds < 2
        var message: [UInt8] = []
        for word in [
            info.inode, UInt64(bitPattern: info.size),
            UInt64(bitPattern: info.modified.seconds), UInt64(info.modified.nanoseconds),
            UInt64(bitPattern: info.changed.seconds), UInt64(info.changed.nanoseconds),
        ] {
            withUnsafeBytes(of: word.littleEndian) { message.append(contentsOf: $0) }
        }
        let tag = try HMACSHA256.authenticate(message, key: key).prefix(12)
        return (isYoung ? "W/\"" : "\"") + Base64URL.encode(Array(tag)) + "\""
    }

    /// The tag of a file as it is at the clock's present.
    func etag(_ info: FileInfo, now clock: any WallClock) throws -> String {
        let now = clock.nowNanoseconds
        return try etag(
            info,
            now: FileTime(seconds: now / 1_000_000_000, nanoseconds: Int32(now % 1_000_000_000))
        )
    }

    /// Holds the file that is about to be replaced against `If-Match`; no tags are no condition.
    ///
    /// - Throws: 90005 when it is missing or another one.
    func check(_ expected: [String], _ present: FileInfo?, now clock: any WallClock) throws {
        if expected.isEmpty { return }
        guard let present else { throw DriveError(.preconditionFailed) }
        if expected == ["*"] { return }
        if !expected.contains(try etag(present, now: clock)) { throw DriveError(.preconditionFailed) }
    }
}
