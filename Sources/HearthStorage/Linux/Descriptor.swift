import Glibc

/// An open descriptor with one owner; closed at the end of its life.
struct Descriptor: ~Copyable, Sendable {
    /// The number for system calls; valid as long as the owner.
    let number: Int32

    /// Takes over an open descriptor.
    init(_ number: Int32) {
        self.number = number
    }

    deinit { close(number) }

    /// Hands the number to somebody who will close it.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
