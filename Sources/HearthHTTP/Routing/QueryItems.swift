/// The query of a request, decoded when it is asked for.
///
/// Split at `&`, then at the first `=`, then each side decoded once (``PercentDecoding/form(_:)``). Names are
/// compared by their bytes, so two spellings that Swift's `String` calls equal stay two names.
package struct QueryItems: Sendable, Hashable {
    /// The query as it came, without the `?`.
    package let raw: [UInt8]

    /// Keeps the bytes; nothing is decoded yet.
    ///
    /// - Parameter raw: the query without the `?`.
    package init(_ raw: [UInt8]) { self.raw = raw }

    /// True when there is no query, or only a `?`.
    package var isEmpty: Bool { raw.isEmpty }

    /// Every pair in order, decoded.
    package var all: [(name: [UInt8], value: [UInt8])] {
        var pairs: [(name: [UInt8], value: [UInt8])] = []
        forEachPair { name, value in
            pairs.append((PercentDecoding.form(name), PercentDecoding.form(value)))
            return true
        }
        return pairs
    }

    /// The first value of a name.
    ///
    /// - Parameter name: the decoded name.
    /// - Returns: the value with invalid UTF-8 shown as U+FFFD; an empty string for `name` and `name=`; nil when
    ///   the name is absent.
    package func first(_ name: String) -> String? {
        firstBytes(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The first value of a name as bytes.
    ///
    /// - Parameter name: the decoded name.
    /// - Returns: the decoded value, or nil when the name is absent.
    package func firstBytes(_ name: String) -> [UInt8]? {
        var found: [UInt8]?
        forEachPair { key, value in
            guard Self.isEqual(key, name) else { return true }
            found = PercentDecoding.form(value)
            return false
        }
        return found
    }

    /// Every value of a name, in order.
    ///
    /// - Parameter name: the decoded name.
    /// - Returns: values with invalid UTF-8 shown as U+FFFD.
    package func all(_ name: String) -> [String] {
        var found: [String] = []
        forEachPair { key, value in
            if Self.isEqual(key, name) {
                found.append(String(decoding: PercentDecoding.form(value), as: UTF8.self))
            }
            return true
        }
        return found
    }

    private static func isEqual(_ encoded: ArraySlice<UInt8>, _ name: String) -> Bool {
        if encoded.elementsEqual(name.utf8) { return true }
        let needsDecoding = encoded.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
        return needsDecoding && PercentDecoding.form(encoded).elementsEqual(name.utf8)
    }

    private func forEachPair(_ body: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool) {
        for pair in raw.split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard body(pair[..<equals], pair[equals...].dropFirst()) else { return }
        }
    }
}

extension HTTPRequest {
    /// The query, decoded when it is asked for.
    package var query: QueryItems { QueryItems(rawQuery) }
}
