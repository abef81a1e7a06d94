/// A path pattern, read.
package struct RoutePattern: Sendable, Hashable {
    /// One segment of a pattern.
    package enum Element: Sendable, Hashable {
        /// Exactly these bytes.
        case literal([UInt8])
        /// Any one segment.
        case parameter(name: String, isInteger: Bool)
        /// All segments that are left; always the last element.
        case tail(name: String)
    }

    /// The segments in order.
    package let elements: [Element]

    /// Reads a pattern such as `/api/v1/resources/{path*}`.
    ///
    /// - Parameter text: begins with `/`; `/` alone is the root.
    /// - Throws: a sentence that says what is wrong.
    package init(_ text: String) throws(Malformed) {
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw Malformed(reason: "it does not begin with /")
        }
        var elements: [Element] = []
        var names: Set<String> = []
        let pieces = text.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        for (index, piece) in pieces.enumerated() where !(pieces.count == 1 && piece.isEmpty) {
            let element = try Self.element(String(decoding: piece, as: UTF8.self))
            switch element {
            case .literal: break
            case .parameter(let name, _), .tail(let name):
                guard names.insert(name).inserted else { throw Malformed(reason: "{\(name)} stands twice") }
            }
            if case .tail = element, index != pieces.count - 1 {
                throw Malformed(reason: "a tail must be the last segment")
            }
            elements.append(element)
        }
        self.elements = elements
    }

    /// Why a pattern cannot be read.
    package struct Malformed: Error, Hashable, Sendable {
        /// What is wrong.
        package let reason: String
    }

    var places: [RoutePlace] {
        elements.enumerated().compactMap { index, element in
            switch element {
            case .literal: nil
            case .parameter(let name, _): RoutePlace(name: name, index: index, isTail: false)
            case .tail(let name): RoutePlace(name: name, index: index, isTail: true)
            }
        }
    }

    private static func element(_ piece: String) throws(Malformed) -> Element {
        guard !piece.isEmpty else { throw Malformed(reason: "a segment is empty") }
        guard piece.hasPrefix("{"), piece.hasSuffix("}") else {
            guard !piece.utf8.contains(where: { "{}*%?#".utf8.contains($0) }) else {
                throw Malformed(reason: "the literal \(piece) holds one of {}*%?#")
            }
            return .literal(Array(piece.utf8))
        }
        var name = String(piece.dropFirst().dropLast())
        let isTail = name.hasSuffix("*")
        let isInteger = name.hasSuffix(":int")
        if isTail { name.removeLast() }
        if isInteger { name.removeLast(":int".count) }
        let isName =
            name.utf8.first.map { isLetter($0) } == true
            && name.utf8.allSatisfy { isLetter($0) || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) }
        guard isName else { throw Malformed(reason: "\(piece) is not {name}, {name:int} or {name*}") }
        return isTail ? .tail(name: name) : .parameter(name: name, isInteger: isInteger)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
    }
}
