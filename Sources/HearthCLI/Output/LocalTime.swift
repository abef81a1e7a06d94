import Glibc

/// Moments as people write them here.
package enum LocalTime {
    /// `2026-11-30 15:04:05` in the zone of this computer; `-` for 0, which stands for unknown.
    package static func text(_ seconds: Int64) -> String {
        guard seconds != 0 else { return "-" }
        return format(seconds, "%Y-%m-%d %H:%M:%S")
    }

    /// `2026-11-30 15:04`, for lists.
    package static func short(_ seconds: Int64) -> String {
        guard seconds != 0 else { return "-" }
        return format(seconds, "%Y-%m-%d %H:%M")
    }

    private static func format(_ seconds: Int64, _ pattern: String) -> String {
        var moment = time_t(seconds)
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil else { return String(seconds) }
        var buffer = [CChar](repeating: 0, count: 64)
        let length = strftime(&buffer, buffer.count, pattern, &parts)
        return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
