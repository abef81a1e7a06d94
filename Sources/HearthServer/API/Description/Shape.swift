/// What a value looks like, in the words of JSON Schema 2020-12 that the description needs.
///
/// A value is made by the statics of `Shape+Making.swift`; a component is a named one that others point at.
struct Shape: Sendable {
    /// The JSON type.
    enum Kind: String, Sendable {
        case integer, number, string, boolean, array, object
    }

    /// What a number counts.
    enum Unit: String, Sendable {
        case bytes
        case seconds
        /// Seconds since 1970-01-01T00:00:00Z.
        case unixSeconds = "seconds since 1970-01-01T00:00:00Z"
        case chunks, items, rows
        /// A number that means something only with the field beside it that names the unit.
        case named = "as the field unit says"
    }

    /// Nil for references and alternatives, and for anything at all.
    var kind: Kind?
    /// The unit of a number.
    var unit: Unit?
    /// `int32`, `int64`, `binary`, `password`.
    var format: String?
    /// The only numbers allowed; none allows all.
    var numbers: [Int] = []
    /// The only texts allowed; none allows all.
    var words: [String] = []
    /// Bounds of a number, both allowed.
    var lowest: Int64?
    var highest: Int64?
    /// Bounds of a text's characters or an array's elements.
    var shortest: Int?
    var longest: Int?
    /// A regular expression that the text must match somewhere.
    var pattern: String?
    /// The elements of an array: one or none.
    var element: [Shape] = []
    /// The members of an object.
    var fields: [Field] = []
    /// The value is like at least one of these.
    var alternatives: [Shape] = []
    /// The name of a component that stands in for everything above.
    var component: String?
    /// An object that may hold members beside ``fields``, or an object whose members are not told.
    var isOpen = false
    /// Null is allowed too.
    var isNullable = false
    /// A sample for readers.
    var example: String?
}

/// A member of an object.
struct Field: Sendable {
    /// The name on the wire.
    let name: String
    /// What its value looks like.
    let schema: Shape
    /// What it means, one or two sentences.
    let meaning: String
    /// Whether it is always there.
    let isRequired: Bool

    /// A member that is always there.
    init(_ name: String, _ schema: Shape, _ meaning: String) {
        self.init(name, schema, meaning, isRequired: true)
    }

    private init(_ name: String, _ schema: Shape, _ meaning: String, isRequired: Bool) {
        self.name = name
        self.schema = schema
        self.meaning = meaning
        self.isRequired = isRequired
    }

    /// A member that may be left out.
    static func maybe(_ name: String, _ schema: Shape, _ meaning: String) -> Field {
        Field(name, schema, meaning, isRequired: false)
    }
}
