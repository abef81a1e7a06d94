/// What is known of areas on this device.
public struct AreaList: Sendable, Hashable, Codable {
    /// In the order in which they were added.
    public var areas: [Area]
    /// The area that is meant when none is named; nil, or the id of one of ``areas``.
    public var currentID: String?

    /// Takes both as they are.
    public init(areas: [Area] = [], currentID: String? = nil) {
        self.areas = areas
        self.currentID = currentID
    }

    /// The area that is meant when none is named; the first one when the list names none that is there.
    public var current: Area? { areas.first { $0.id == currentID } ?? areas.first }

    /// The area of an alias; without one, that of a key.
    public func area(named name: String) -> Area? {
        areas.first { $0.alias == name } ?? areas.first { $0.id == name }
    }

    /// Adds an area, or replaces that of the same key; gives it an alias of its own.
    ///
    /// - Returns: the area as it now stands in the list. A replaced area's alias is kept when the new one has none.
    mutating func put(_ area: Area) -> Area {
        var area = area
        let place = areas.firstIndex { $0.id == area.id }
        if let place, area.alias.isEmpty { area.alias = areas[place].alias }
        area.alias = freeAlias(like: area.alias.isEmpty ? area.name : area.alias, for: area.id)
        if let place { areas[place] = area } else { areas.append(area) }
        return area
    }

    /// Takes an area out; when it was the current one, the first that is left stands in until somebody chooses.
    mutating func take(_ id: String) -> Area? {
        guard let place = areas.firstIndex(where: { $0.id == id }) else { return nil }
        if currentID == id { currentID = nil }
        return areas.remove(at: place)
    }

    /// An alias that no other area has: the wished one without what a remote path cannot hold, with a number if
    /// need be.
    func freeAlias(like wish: String, for id: String) -> String {
        let kept = wish.filter { Self.isAllowed($0) }
        let base = kept.isEmpty || kept.allSatisfy({ $0 == "." }) ? "home" : String(kept.prefix(32))
        let taken = Set(areas.lazy.filter { $0.id != id }.map(\.alias))
        guard taken.contains(base) else { return base }
        var number = 2
        while taken.contains("\(base)-\(number)") { number += 1 }
        return "\(base)-\(number)"
    }

    /// Whether an alias can stand in front of a remote path: letters and digits of any script, `-`, `_`, `.`.
    static func isAlias(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 32 && text.allSatisfy(isAllowed) && !text.allSatisfy { $0 == "." }
    }

    private static func isAllowed(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "-_.".contains(character)
    }
}
