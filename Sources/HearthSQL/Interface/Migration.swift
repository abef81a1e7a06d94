/// One step of the schema, forward only.
///
/// A published migration is never changed: a correction is the next number.
package struct Migration: Sendable {
    /// Its place; ascending, from 1.
    package let number: Int
    /// What it does, for the table of migrations and the log.
    package let name: String
    /// Run in order, in one transaction.
    ///
    /// Foreign keys are checked at its end, not during it.
    package let statements: [String]

    /// Describes a step.
    package init(_ number: Int, _ name: String, _ statements: [String]) {
        self.number = number
        self.name = name
        self.statements = statements
    }
}
