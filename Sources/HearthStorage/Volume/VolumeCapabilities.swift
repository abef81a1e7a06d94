/// What a volume can and cannot do; the conformance suite expects accordingly.
package struct VolumeCapabilities: Hashable, Sendable {
    /// Names are UTF-8 in NFC: the decomposed twin of a name is the same name (vaults).
    package var namesAreNFC = false
    /// Extended attributes in the `user.` space are kept.
    package var hasXattrs = false
    /// Copies share their blocks with the original.
    package var hasReflink = false
    /// `stage` with a size reserves the blocks; where false, the caller counts reservations itself.
    package var reservesSpace = false
    /// Links inside the root are followed when reading.
    package var followsLinks = true

    /// A plain directory on a plain file system.
    package init() {}
}
