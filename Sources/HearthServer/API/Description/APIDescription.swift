import HearthHTTP
import HearthWire

/// What each route under `/api/v1` takes and gives, by the route's name.
package enum APIDescription {
    /// A part of the API with its routes; a tag in the document.
    struct Area: Sendable {
        let name: String
        let meaning: String
        let operations: [OperationDescription]
    }

    static let areas: [Area] = [
        ResourceOperations.area, UploadOperations.area, DownloadOperations.area, MediaOperations.area,
        ArchiveOperations.area,
        SessionOperations.area,
        HubOperations.area, MemberOperations.area, InvitationOperations.area, TaskOperations.area,
        ShareOperations.area, FolderOperations.area, UnlockOperations.area,
        SettingsOperations.area, PoolOperations.area, UsageOperations.area,
        ServiceOperations.area,
    ]

    /// The description of a route and the area that it belongs to.
    static func find(_ route: String) -> (area: Area, operation: OperationDescription)? { table[route] }

    /// The names of all described routes, for the test that compares them with the route table.
    package static var names: [String] { areas.flatMap { $0.operations.map(\.route) } }

    /// Codes that are described although no status is known for them: none in a sound table.
    package static var codesWithoutStatus: [Int] {
        let codes = areas.flatMap { $0.operations.flatMap(\.codes) }
        return Set(codes.map(\.rawValue)).filter { !StatusTable.knows($0) }.sorted()
    }

    /// Names of components that something points at although there are none: none in a sound table.
    package static var missingComponents: [String] {
        let present = Set(Components.all.map(\.name))
        var wanted = Set(Components.all.flatMap { $0.schema.references })
        for operation in areas.flatMap(\.operations) {
            for schema in operation.schemas { wanted.formUnion(schema.references) }
        }
        return wanted.subtracting(present).sorted()
    }

    private static let table: [String: (area: Area, operation: OperationDescription)] = {
        var table: [String: (area: Area, operation: OperationDescription)] = [:]
        for area in areas {
            for operation in area.operations { table[operation.route] = (area, operation) }
        }
        return table
    }()
}

extension Shape {
    /// The components that this schema points at.
    fileprivate var references: [String] {
        var names = component.map { [$0] } ?? []
        for part in element + alternatives + fields.map(\.schema) { names += part.references }
        return names
    }
}

extension OperationDescription {
    fileprivate var schemas: [Shape] {
        var schemas = parameters.map(\.schema)
        schemas += (body?.contents ?? []).map(\.schema)
        for reply in replies { schemas += reply.contents.map(\.schema) + reply.headers.map(\.schema) }
        return schemas
    }
}
