package import HearthWire

/// Decodes replies as real servers send them (contract, 16): numbers in strings, whole fractions, flags as 0 and 1 or
/// as booleans, ids as numbers or text.
package enum LenientDecoding {
    /// Decodes one value.
    ///
    /// - Throws: `.decoding`, saying where.
    package static func decode<Value: Decodable>(
        _ type: Value.Type,
        from value: JSONValue
    ) throws(ClientError) -> Value {
        do {
            return try LenientDecoder(value: value, codingPath: []).decode(type)
        } catch let error as DecodingError {
            throw ClientError(.decoding(text(error)))
        } catch {
            throw ClientError(.decoding("\(error)"))
        }
    }

    private static func text(_ error: DecodingError) -> String {
        func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
        return switch error {
        case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
        case .typeMismatch(let type, let context): "\(place(context.codingPath)) is no \(type)"
        case .valueNotFound(let type, let context): "\(place(context.codingPath)) is null instead of \(type)"
        case .dataCorrupted(let context): "\(place(context.codingPath)): \(context.debugDescription)"
        @unknown default: "\(error)"
        }
    }
}

/// A model whose plain members may be missing: numbers are then 0, flags false, texts and lists empty.
protocol LenientModel: Decodable {
    /// The members that must be there, by their names on the wire.
    static var required: [String] { get }
}

extension LenientModel {
    static var required: [String] { [] }
}

/// What stands in for a missing member.
protocol BlankValue {
    static var blank: Self { get }
}

extension Int: BlankValue { static var blank: Int { 0 } }
extension Int64: BlankValue { static var blank: Int64 { 0 } }
extension Double: BlankValue { static var blank: Double { 0 } }
extension Bool: BlankValue { static var blank: Bool { false } }
extension String: BlankValue { static var blank: String { "" } }
extension Array: BlankValue { static var blank: [Element] { [] } }

/// Reads one value.
struct LenientDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    /// The members that must be there; nil for types that are no ``LenientModel``, where all must.
    var required: [String]?
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        switch type {
        case is Int.Type: if let number = try integer(Int.self) as? Value { return number }
        case is Int64.Type: if let number = try integer(Int64.self) as? Value { return number }
        case is Double.Type: if let number = try double() as? Value { return number }
        case is String.Type: if let text = try string() as? Value { return text }
        case is Bool.Type: if let flag = try bool() as? Value { return flag }
        default: break
        }
        var inner = self
        inner.required = (type as? any LenientModel.Type)?.required
        return try Value(from: inner)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: JSONValue].self) }
        return KeyedDecodingContainer(
            LenientKeyedContainer<Key>(members: members, codingPath: codingPath, required: required)
        )
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([JSONValue].self) }
        return LenientUnkeyedContainer(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        LenientSingleContainer(decoder: self)
    }

    func bool() throws -> Bool {
        switch value {
        case .bool(let flag): return flag
        case .string(let text):
            switch text.lowercased() {
            case "true", "1": return true
            case "false", "0", "": return false
            default: throw mismatch(Bool.self)
            }
        default:
            guard let number = value.int else { throw mismatch(Bool.self) }
            return number != 0
        }
    }

    func string() throws -> String {
        switch value {
        case .string(let text): return text
        case .int(let number): return String(number)
        case .double(let number): return String(number)
        default: throw mismatch(String.self)
        }
    }

    func double() throws -> Double {
        if let number = value.double { return number }
        guard let number = value.string.flatMap(Double.init), number.isFinite else {
            throw mismatch(Double.self)
        }
        return number
    }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        if let number = value.int.flatMap({ Number(exactly: $0) }) { return number }
        if case .bool(let flag) = value { return flag ? 1 : 0 }
        if let text = value.string {
            if let number = Number(text) { return number }
            if let number = Double(text).flatMap({ Number(exactly: $0) }) { return number }
        }
        throw mismatch(type)
    }

    func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
    }
}
