/// A file of a vault that is open for reading.
package protocol SealedFile: ReadableFile {
    /// The 68 bytes at the beginning of its cipher file: random for each content that is written anew, and the same
    /// after a rename.
    var header: [UInt8] { get }
}
