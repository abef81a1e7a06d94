#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The addresses with which the hub's app and a drive app call each other: `scheme://operation?action=…` (contract, 13.5).
public struct OperationURL: Sendable, Hashable, CustomStringConvertible {
    /// What is asked for or answered.
    public enum Action: Sendable, Hashable {
        /// A drive app asks the hub's app for authorisation.
        case diskAuth
        /// The hub's app has left a result.
        case auth
        /// Anything else, as it was written.
        case other(String)

        /// As it stands in the address.
        public var text: String {
            switch self {
            case .diskAuth: "diskAuth"
            case .auth: "auth"
            case .other(let text): text
            }
        }

        init(_ text: String) {
            switch text.lowercased() {
            case "diskauth": self = .diskAuth
            case "auth": self = .auth
            default: self = .other(text)
            }
        }
    }

    /// The scheme, in lower case.
    public let scheme: String
    /// The action; nil for an address without one: the person changed his mind.
    public let action: Action?

    /// What a drive app opens to ask for authorisation.
    public static let request = OperationURL(scheme: "zhiting", action: .diskAuth)
    /// The schemes under which the original apps get their answer.
    public static let originalSchemes = ["zhitingnas", "zhitingcloud"]

    /// Takes both.
    public init(scheme: String, action: Action?) {
        self.scheme = scheme.lowercased()
        self.action = action
    }

    /// Reads an address, whatever its case; nil for another scheme and for what is no such address.
    ///
    /// - Parameters:
    ///   - text: what the app was opened with.
    ///   - schemes: those that this app has registered.
    public init?(_ text: String, schemes: [String]) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            schemes.contains(where: { $0.lowercased() == scheme })
        else { return nil }
        self.scheme = scheme
        let isOperation = (parts.host ?? "").lowercased() == "operation"
        let item = parts.queryItems?.first { $0.name.lowercased() == "action" }
        guard let value = item?.value, !value.isEmpty else {
            // Without a query it says that nothing was allowed.
            guard isOperation || (parts.host ?? "").isEmpty, parts.queryItems?.isEmpty ?? true else {
                return nil
            }
            action = nil
            return
        }
        guard isOperation else { return nil }
        action = Action(value)
    }

    /// The address.
    public var description: String {
        // The original apps look for their schemes in this very case.
        let shown = scheme == "zhitingnas" ? "zhitingNas" : scheme
        return action.map { "\(shown)://operation?action=\(PercentEncoding.encode($0.text))" }
            ?? "\(shown)://"
    }
}
