extension Shape {
    /// Anything.
    static let anything = Shape()
    /// `true` or `false`.
    static let bool = Shape(kind: .boolean)
    /// 0 or 1, as the contract has most flags.
    static let flag = Shape(kind: .integer, numbers: [0, 1])
    /// A row's number: from 1, fits 32 bits.
    static let id = Shape(kind: .integer, format: "int32", lowest: 1, highest: 2_147_483_647)
    /// A length in bytes.
    static let bytes = Shape(kind: .integer, unit: .bytes, format: "int64", lowest: 0)
    /// A point in time.
    static let time = Shape(kind: .integer, unit: .unixSeconds, format: "int64")
    /// A span of time.
    static let seconds = Shape(kind: .integer, unit: .seconds, format: "int64", lowest: 0)
    /// A number of things.
    static let count = Shape(kind: .integer, format: "int64", lowest: 0)
    /// Any text.
    static let text = Shape(kind: .string)
    /// A password: never logged, never sent back.
    static let password = Shape(kind: .string, format: "password")
    /// Bytes as they are.
    static let binary = Shape(kind: .string, format: "binary")
    /// An object without members.
    static let empty = Shape(kind: .object)

    /// A whole number within bounds.
    static func int(_ lowest: Int64? = nil, _ highest: Int64? = nil, unit: Unit? = nil) -> Shape {
        Shape(kind: .integer, unit: unit, format: "int64", lowest: lowest, highest: highest)
    }

    /// One of some numbers.
    static func oneOf(_ numbers: [Int]) -> Shape { Shape(kind: .integer, numbers: numbers) }

    /// One of some words.
    static func oneOf(words: [String]) -> Shape { Shape(kind: .string, words: words) }

    /// A text of so many characters.
    static func text(_ shortest: Int?, _ longest: Int?) -> Shape {
        Shape(kind: .string, shortest: shortest, longest: longest)
    }

    /// A text that matches.
    static func text(matching pattern: String) -> Shape { Shape(kind: .string, pattern: pattern) }

    /// An array.
    static func list(_ element: Shape, atLeast: Int? = nil) -> Shape {
        Shape(kind: .array, shortest: atLeast, element: [element])
    }

    /// An object.
    static func object(_ fields: [Field]) -> Shape { Shape(kind: .object, fields: fields) }

    /// A named schema of the document.
    static func component(_ name: String) -> Shape { Shape(component: name) }

    /// Like at least one of these.
    static func anyOf(_ alternatives: [Shape]) -> Shape { Shape(alternatives: alternatives) }

    /// The same with a sample for readers.
    func like(_ example: String) -> Shape {
        var schema = self
        schema.example = example
        return schema
    }

    /// The same or null.
    var orNull: Shape {
        var schema = self
        if component != nil || !alternatives.isEmpty {
            schema = .anyOf((alternatives.isEmpty ? [self] : alternatives) + [Shape(isNullable: true)])
        } else {
            schema.isNullable = true
        }
        return schema
    }
}
