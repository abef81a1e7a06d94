/// What a member may do below a root; every descendant inherits it unchanged.
package struct Rights: OptionSet, Sendable, Hashable {
    /// Bits 0–2.
    package let rawValue: UInt8

    /// Any combination of the three bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// See, list, download.
    package static let read = Rights(rawValue: 1)
    /// Make directories, upload, rename, receive copies and moves.
    package static let write = Rights(rawValue: 2)
    /// Delete and move away.
    package static let delete = Rights(rawValue: 4)
    /// All three.
    package static let all: Rights = [.read, .write, .delete]

    /// What every right presupposes: write and delete count only together with read.
    package var effective: Rights { contains(.read) ? self : [] }
}
