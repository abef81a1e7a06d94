/// A place of a vault as records name it: which entry of which directory, without telling either.
package struct VaultPlace: Hashable, Sendable {
    /// The directory: 16 bytes, the start of HMAC(records key, directory id).
    package let directory: [UInt8]
    /// The entry: 16 bytes, the start of HMAC(records key, directory id ‖ 0 ‖ cipher name).
    package let name: [UInt8]

    /// All members as given.
    package init(directory: [UInt8], name: [UInt8]) {
        self.directory = directory
        self.name = name
    }
}
