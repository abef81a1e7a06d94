import HearthWire

extension Shape {
    /// Appends the schema as one JSON object, with the description that goes with it here; empty for none.
    func write(to writer: inout JSONWriter, meaning: String = "") {
        writer.beginObject()
        if let component { writer.member("$ref", "#/components/schemas/" + component) }
        if let kind, isNullable {
            writer.members("type", [kind.rawValue, "null"])
        } else if let kind {
            writer.member("type", kind.rawValue)
        } else if isNullable {
            writer.member("type", "null")
        }
        if let format { writer.member("format", format) }
        if !meaning.isEmpty { writer.member("description", meaning) }
        if let unit { writer.member("x-unit", unit.rawValue) }
        writeLimits(to: &writer)
        if let example { writer.members("examples", [example]) }
        writeParts(to: &writer)
        writer.endObject()
    }

    private func writeLimits(to writer: inout JSONWriter) {
        if !numbers.isEmpty {
            writer.key("enum")
            writer.beginArray()
            for number in numbers { writer.int(number) }
            if isNullable { writer.null() }
            writer.endArray()
        }
        if !words.isEmpty {
            writer.key("enum")
            writer.beginArray()
            for word in words { writer.string(word) }
            if isNullable { writer.null() }
            writer.endArray()
        }
        if let lowest { writer.member("minimum", lowest) }
        if let highest { writer.member("maximum", highest) }
        let isArray = kind == .array
        if let shortest { writer.member(isArray ? "minItems" : "minLength", Int64(shortest)) }
        if let longest { writer.member(isArray ? "maxItems" : "maxLength", Int64(longest)) }
        if let pattern { writer.member("pattern", pattern) }
    }

    private func writeParts(to writer: inout JSONWriter) {
        if let element = element.first {
            writer.key("items")
            element.write(to: &writer)
        }
        if !fields.isEmpty {
            writer.object("properties") { writer in
                for field in fields {
                    writer.key(dynamic: field.name)
                    field.schema.write(to: &writer, meaning: field.meaning)
                }
            }
            let required = fields.filter(\.isRequired).map(\.name)
            if !required.isEmpty { writer.members("required", required) }
        }
        if !alternatives.isEmpty {
            writer.key("anyOf")
            writer.beginArray()
            for alternative in alternatives { alternative.write(to: &writer) }
            writer.endArray()
        }
        if isOpen {
            writer.key("additionalProperties")
            writer.bool(true)
        }
    }
}

extension JSONWriter {
    /// Appends a member whose value is a text.
    mutating func member(_ name: String, _ text: String) {
        key(dynamic: name)
        string(text)
    }

    /// Appends a member whose value is a whole number.
    mutating func member(_ name: String, _ number: Int64) {
        key(dynamic: name)
        int(number)
    }

    /// Appends a member whose value is a flag.
    mutating func member(_ name: String, _ flag: Bool) {
        key(dynamic: name)
        bool(flag)
    }

    /// Appends a member whose value is a list of texts.
    mutating func members(_ name: String, _ texts: [String]) {
        key(dynamic: name)
        array(texts)
    }

    /// Appends a member whose value is an object.
    mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(dynamic: name)
        beginObject()
        body(&self)
        endObject()
    }
}
