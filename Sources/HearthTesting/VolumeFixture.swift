package import HearthStorage

/// What the conformance suite works on: made anew for every test.
package struct VolumeFixture: Sendable {
    /// The volume under test; its root is empty.
    package let volume: any Volume
    /// Another root of the same partition, also empty.
    package let sibling: any Volume
    /// A root of another partition to copy to, if copies leave this kind of volume.
    package let foreign: (any Volume)?
    /// Where the root lies on this machine, if names and content are the same there; links and FIFOs are planted in it.
    package let rootPath: String?
    /// Whatever must live as long as the volumes.
    package let owner: any Sendable

    /// All members as given.
    package init(
        volume: any Volume,
        sibling: any Volume,
        foreign: (any Volume)?,
        rootPath: String?,
        owner: any Sendable
    ) {
        self.volume = volume
        self.sibling = sibling
        self.foreign = foreign
        self.rootPath = rootPath
        self.owner = owner
    }

    /// Where something in the root lies on this machine.
    package func onDisk(_ name: String) -> String { "\(rootPath ?? "")/\(name)" }
}
