/// What a request brings to open encrypted folders: the `pwd` header (wangpan-api, 1.3) and the peer's address.
///
/// The password is clear text and goes nowhere but into the check: not into a log, a row or an error.
package struct PresentedPassword: Sendable, Hashable {
    /// The text as it came; nil without one, and for an empty one.
    package var password: String?
    /// The peer's address as text, by which wrong passwords are counted; empty for work of the server itself.
    package var address: String

    /// Neither by default: a request that opens nothing by itself.
    package init(password: String? = nil, address: String = "") {
        self.password = password.flatMap { $0.isEmpty ? nil : $0 }
        self.address = address
    }
}

extension PresentedPassword: CustomStringConvertible, CustomReflectable {
    /// Never the password.
    package var description: String { password == nil ? "no password" : "a password" }
    /// Nothing to look into: a dump of a caller shows no password.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
