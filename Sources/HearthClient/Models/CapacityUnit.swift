public import HearthWire

/// The units of partitions' capacities (contract, 5.17).
public enum CapacityUnit: String, Sendable, Hashable, Codable, CaseIterable, JSONWritable {
    /// 1 048 576 bytes.
    case megabytes = "MB"
    /// 1 024 MB.
    case gigabytes = "GB"
    /// 1 024 GB.
    case terabytes = "TB"

    /// Appends the word.
    public func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}
